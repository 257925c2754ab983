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

  /// Tells the format of a file from its content.
  ///
  /// Of a stream the first bytes are enough when they hold two lines: a HAR shows itself by the start
  /// of its `entries`, NDJSON by a first line that is a whole value. All else is taken for JSON, so that
  /// a broken file gets a finding that says where it breaks.
  public static func detect(_ bytes: [UInt8]) -> CaptureFormat {
    if HTTPMessageReader.recognises(bytes) { return .http }
    if HARReader.recognises(bytes) { return .har }
    return NDJSONReader.recognises(bytes) ? .ndjson : .json
  }

  /// What a file of this name is meant to be, however broken it is; nil where its content tells.
  @_spi(Engine) public static func meant(byName name: String) -> CaptureFormat? {
    name.lowercased().hasSuffix(".har") ? .har : nil
  }

  /// Reads a whole file and hands on its exchanges and problems in order.
  public func read(_ bytes: [UInt8], _ yield: (CaptureItem) -> Void) {
    switch self {
    case .har: HARReader.read(bytes, yield)
    case .http: HTTPMessageReader.read(bytes, yield)
    case .ndjson: NDJSONReader.read(bytes, yield)
    case .json:
      // Whether it is JSON at all is for the check to say.
      let body = Body(bytes: bytes, map: .identity(base: 0))
      yield(.exchange(.bare(.body(body), range: ByteRange(offset: 0, length: bytes.count))))
    }
  }
}
