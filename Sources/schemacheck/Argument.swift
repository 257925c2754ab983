/// One argument as the shell passed it. File names are bytes and need not be UTF-8.
struct Argument: Hashable, Sendable, ExpressibleByStringLiteral {
  let bytes: [UInt8]

  init(bytes: [UInt8]) { self.bytes = bytes }

  init(_ text: some StringProtocol) { bytes = Array(text.utf8) }

  init(stringLiteral text: String) { self.init(text) }

  /// The argument as text; bytes that are not UTF-8 are shown as U+FFFD.
  var text: String { String(decoding: bytes, as: UTF8.self) }
}
