import JSONTape

/// The kinds of capture files that can be read.
public enum CaptureFormat: String, CaseIterable, Hashable, Sendable {
  /// HTTP Archive 1.1 and 1.2.
  case har
  /// HTTP messages as tools print them.
  case http
  /// One exchange record or one bare body per line.
  case ndjson
  /// One bare body.
  case json

  /// Detects the format of a file from its content.
  ///
  /// For a stream, two lines are enough: a HAR is known by the start of its `entries`, NDJSON by a
  /// first line that is a whole value. Anything else is read as JSON, so that a broken file gets a
  /// finding at the place of the error.
  public static func detect(_ bytes: [UInt8]) -> CaptureFormat {
    if HTTPMessageReader.recognises(bytes) { return .http }
    if HARReader.recognises(bytes) { return .har }
    return NDJSONReader.recognises(bytes) ? .ndjson : .json
  }

  /// The format by the file's name, however broken the file is; nil where its content decides.
  @_spi(Engine) public static func meant(byName name: String) -> CaptureFormat? {
    let name = name.lowercased()
    return name.hasSuffix(".har") || name.hasSuffix(".har.gz") ? .har : nil
  }

  /// Reads a whole file and yields its exchanges and problems in order.
  ///
  /// - Parameter decompressor: Decodes compressed bodies; without it, they cannot be decoded.
  public func read(
    _ bytes: [UInt8], decompressor: Decompressor? = nil, _ yield: (CaptureItem) -> Void
  ) {
    func take(_ item: CaptureItem) { item.decompressed(decompressor, yield) }
    switch self {
    case .har: HARReader.read(bytes, take)
    case .http: HTTPMessageReader.read(bytes, take)
    case .ndjson: NDJSONReader.read(bytes, take)
    case .json:
      // The check finds out whether it is JSON at all.
      let body = Body(bytes: bytes, map: .identity(base: 0))
      yield(.exchange(.bare(.body(body), range: ByteRange(offset: 0, length: bytes.count))))
    }
  }
}
