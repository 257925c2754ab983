@_spi(Engine) import JSONTape

enum LineCountOf {
  static func text(_ text: String) -> LineCount {
    text.withByteView { LineCount($0[...]) }
  }
}
