import JSONTape

/// The kinds of capture files that can be read.
public enum CaptureFormat: String, CaseIterable, Hashable, Sendable {
  /// HTTP Archive 1.1 and 1.2.
  case har
  /// HTTP messages as tools print them.
  case http
  /// One exchange record or one bare body a line.
  case ndjson
  /// One bare body.
  case json

  private struct Row: Sendable {
    let format: CaptureFormat
    let recognises: @Sendable (_ bytes: [UInt8]) -> Bool
    let read: @Sendable (_ bytes: [UInt8], _ yield: (CaptureItem) -> Void) -> Void
  }

  /// In the order in which a content is tried; JSON takes what nobody else does, so that a broken
  /// file gets a finding that says where it breaks.
  private static let table = [
    Row(format: .http, recognises: HTTPMessageReader.recognises, read: HTTPMessageReader.read),
    Row(format: .har, recognises: HARReader.recognises, read: HARReader.read),
    Row(format: .ndjson, recognises: NDJSONReader.recognises, read: NDJSONReader.read),
    Row(format: .json, recognises: { _ in true }, read: JSONReader.read),
  ]

  /// Tells the format of a file from its content.
  ///
  /// Of a stream the first bytes are enough when they hold two lines: a HAR shows itself by the start
  /// of its `entries`, NDJSON by a first line that is a whole value.
  public static func detect(_ bytes: [UInt8]) -> CaptureFormat {
    table.first { $0.recognises(bytes) }?.format ?? .json
  }

  /// What a file of this name is meant to be, however broken it is; nil where its content tells.
  @_spi(Engine) public static func meant(byName name: String) -> CaptureFormat? {
    name.lowercased().hasSuffix(".har") ? .har : nil
  }

  /// Reads a whole file and hands on its exchanges and problems in order.
  public func read(_ bytes: [UInt8], _ yield: (CaptureItem) -> Void) {
    Self.table.first { $0.format == self }?.read(bytes, yield)
  }
}

/// Reads a file that is one body. Whether it is JSON at all is for the check to say.
enum JSONReader {
  static func read(_ bytes: [UInt8], _ yield: (CaptureItem) -> Void) {
    yield(
      .exchange(
        .bare(
          .body(Body(bytes: bytes, map: .identity(base: 0))),
          range: .init(offset: 0, length: bytes.count))))
  }
}
