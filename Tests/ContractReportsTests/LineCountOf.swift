@_spi(Engine) import JSONTape

enum LineCountOf {
  static func text(_ text: String) -> LineCount {
    Array(text.utf8).withUnsafeBytes { LineCount($0[...]) }
  }
}
