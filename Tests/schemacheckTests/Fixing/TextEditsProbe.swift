@_spi(Engine) import ContractCheck
import JSONTape

/// Edits for tests of files.
enum TextEditsProbe {
  static let one =
    TextEdits([.init(range: ByteRange(offset: 0, length: 1), text: [0x20, 0x7B])]) ?? TextEdits()
}
