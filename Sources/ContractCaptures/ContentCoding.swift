@_spi(Engine) internal import JSONTape

/// Decodes compressed bodies. Recorders often write `Content-Encoding` beside text that is already
/// decoded. So the bytes decide: JSON text is not compressed, and gzip begins with its own mark.
extension Exchange {
  /// Decodes the compressed bodies. A body that cannot be decoded becomes missing.
  ///
  /// - Parameter decompressor: Decodes the bodies. If the decompressor is nil, no compressed body
  ///   can be decoded.
  /// - Returns: The problems. Nil if no body is compressed.
  mutating func decompress(_ decompressor: Decompressor?) -> [CaptureProblem]? {
    guard !isBare else { return nil }
    var problems: [CaptureProblem]?
    for part in Part.allCases {
      guard let (decoding, place) = self[part].decoding(decompressor) else { continue }
      problems = problems ?? []
      var message = self[part]
      switch decoding {
      case .bytes(let bytes) where bytes.allSatisfy(ASCIIByte.isSpace):
        message.content = .absent(.noBody)
        message.emptyBody = place
      case .bytes(let bytes):
        var body = Body(bytes: bytes, map: .base64(string: place))
        body.isCompressed = true
        message.content = .body(body)
      case .failure(let failure, let coding):
        message.content = .absent(.undecodable)
        problems?.append(
          CaptureProblem(
            kind: .compressed(part, coding: coding, failure), index: index, unit: unit,
            range: place))
      }
      self[part] = message
    }
    return problems
  }
}

extension Exchange {
  /// Reads the bodies in other files, and decodes compressed bodies.
  ///
  /// - Returns: The problems. Nil if there was nothing to read or decode.
  package mutating func decode(
    _ decompressor: Decompressor?, _ files: BodyFiles?
  ) -> [CaptureProblem]? {
    let unread = loadFiles(files)
    let undecoded = decompress(decompressor)
    return unread == nil && undecoded == nil ? nil : (unread ?? []) + (undecoded ?? [])
  }
}

extension CaptureItem {
  /// Decodes the compressed bodies of an exchange. Calls `yield` with a problem for each body that
  /// cannot be decoded, then with the exchange.
  ///
  /// - Parameter decompressor: Decodes the bodies. If the decompressor is nil, no compressed body
  ///   can be decoded.
  public func decompressed(_ decompressor: Decompressor?, _ yield: (CaptureItem) -> Void) {
    guard case .exchange(var exchange) = self else { return yield(self) }
    for problem in exchange.decode(decompressor, nil) ?? [] { yield(.problem(problem)) }
    yield(.exchange(exchange))
  }
}

/// The decoded bytes of a compressed body, or the reason why there are none.
private enum Decoding {
  case bytes([UInt8])
  case failure(Decompressor.Failure, coding: String)
}

extension Message {
  /// The decoding of a compressed body, and its place in the file. Nil for other bodies, and for
  /// bodies that are not checked.
  fileprivate func decoding(
    _ decompressor: Decompressor?
  ) -> (decoding: Decoding, place: ByteRange)? {
    switch content {
    case .absent, .value, .file, .text(_, .base64), .text(_, .binary), .text(_, .unknown):
      return nil
    case .text(let value, .none):
      // Compressed data never begins like an object or array. Its base64 does not begin like one
      // either.
      guard !Self.beginsContainer(value.cursor.rawBytes(value.index).first), isRead else {
        return nil
      }
      let text = Body(decoding: value).bytes
      return decoding(ofText: text, decompressor).map { ($0, value.range) }
    case .body(let body):
      guard !Self.beginsContainer(body.bytes.first) else { return nil }
      let found = CompressedData(body.bytes, codings).decoding(decompressor)
      if case .failure? = found, !isRead { return nil }
      return found.map { ($0, body.place) }
    }
  }

  /// The text may be base64, or have one character for each byte.
  private func decoding(ofText text: [UInt8], _ decompressor: Decompressor?) -> Decoding? {
    let codings = codings
    let isMarked =
      !codings.isEmpty || text.first == CompressedData.gzipMark[0]
      || text.starts(with: CompressedData.gzipMarkInBase64)
    guard isMarked, (try? JSONDocument(text)) == nil else { return nil }
    var failure: Decoding?
    for bytes in [Base64.decode(text), BinaryText.latin1(text), text].compactMap(\.self) {
      switch CompressedData(bytes, codings).decoding(decompressor) {
      case .bytes(let bytes)?: return .bytes(bytes)
      case .failure(let reason, let coding)?:
        failure = failure ?? .failure(reason, coding: coding)
      case nil: continue
      }
    }
    return failure
  }

  private static func beginsContainer(_ first: UInt8?) -> Bool {
    first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
  }

  /// Whether a body of this media type is checked.
  private var isRead: Bool {
    guard let type = mediaType.flatMap({ MediaType($0) }) else { return true }
    return type.isJSON || type.isForm
  }

  /// The last four codings that `Content-Encoding` lists, in lower case and in the order of their use.
  private var codings: [String] {
    headers["content-encoding"].flatMap { field in
      String(decoding: field.bytes, as: UTF8.self).split(separator: ",").map {
        ASCIIByte.lowercased(ASCIIByte.trimmed($0))
      }
    }.filter { !$0.isEmpty && $0 != "identity" }.suffix(4)
  }
}

extension Body {
  /// The range in the file, with everything between its pieces.
  fileprivate var place: ByteRange {
    switch map {
    case .base64(let string): return string
    // Positions inside compressed data are useless to readers.
    case .otherFile(let file): return file.mention
    case .runs, .perWord:
      return map.fileRanges(of: [ByteRange(offset: 0, length: bytes.count)], in: [])[0]
    case .escaped(let content): return content
    case .identity: break
    }
    return ByteRange(fileRange(around: 0..<bytes.count))
  }
}

/// Bytes that may be compressed, and the codings that the header names.
private struct CompressedData {
  private var bytes: [UInt8]
  /// The codings that are not decoded yet.
  private var codings: [String]

  static let gzipMark: [UInt8] = [0x1F, 0x8B, 8]
  static let gzipMarkInBase64 = Array("H4sI".utf8)
  private static let zstdMark: [UInt8] = [0x28, 0xB5, 0x2F, 0xFD]

  init(_ bytes: [UInt8], _ codings: [String]) {
    self.bytes = bytes
    self.codings = codings
  }

  /// Decodes all codings, one after the other. Nil for bytes that are not compressed.
  consuming func decoding(_ decompressor: Decompressor?) -> Decoding? {
    var result: Decoding?
    for _ in 0..<max(1, codings.count) {
      guard let step = step(decompressor) else { break }
      result = step
      guard case .bytes(let decoded) = step else { break }
      bytes = decoded
      codings = codings.dropLast()
    }
    return result
  }

  /// Decodes the last coding.
  private func step(_ decompressor: Decompressor?) -> Decoding? {
    if bytes.starts(with: Self.gzipMark) { return decode([.gzip], "gzip", decompressor) }
    if codings.isEmpty, hasZlibHeader, isBinary {
      let decoding = decode([.zlib], "deflate", decompressor)
      if case .bytes = decoding { return decoding }
    }
    if bytes.starts(with: Self.zstdMark) { return .failure(.unknownCoding, coding: "zstd") }
    guard let coding = codings.last, (try? JSONDocument(bytes)) == nil else { return nil }
    switch coding {
    case "deflate":
      let wrappings: [Decompressor.Wrapping] = hasZlibHeader ? [.zlib, .raw] : [.raw]
      let decoding = decode(wrappings, coding, decompressor)
      // Any bytes may be valid raw deflate data.
      if case .failure = decoding, !isBinary { return nil }
      return decoding
    case "gzip", "x-gzip":
      if hasZlibHeader, case .bytes(let bytes) = decode([.zlib], coding, decompressor) {
        return .bytes(bytes)
      }
      return isBinary ? .failure(.broken, coding: "gzip") : nil
    default:
      return isBinary ? .failure(.unknownCoding, coding: String(coding.prefix(20))) : nil
    }
  }

  /// Decodes with the first wrapping that fits. If none fits, returns the failure of the first
  /// wrapping.
  private func decode(
    _ wrappings: [Decompressor.Wrapping], _ coding: String, _ decompressor: Decompressor?
  ) -> Decoding {
    guard let decompressor else {
      return .failure(.unavailable("no decompressor was given"), coding: coding)
    }
    var failure: Decompressor.Failure?
    for wrapping in wrappings {
      switch decompressor.decompress(bytes, wrapping, Decompressor.limit(for: bytes.count)) {
      case .success(let decoded): return .bytes(decoded)
      case .failure(let reason): failure = failure ?? reason
      }
    }
    return .failure(failure ?? .broken, coding: coding)
  }

  /// RFC 1950, section 2.2.
  private var hasZlibHeader: Bool {
    guard bytes.count >= 2, bytes[0] & 0x0F == 8 else { return false }
    return (Int(bytes[0]) << 8 | Int(bytes[1])) % 31 == 0
  }

  /// Whether the first bytes are binary. Binary bytes contain control characters or bytes that
  /// UTF-8 does not allow.
  private var isBinary: Bool {
    bytes.prefix(64).contains { byte in
      (byte < 0x20 && !ASCIIByte.isSpace(byte)) || byte == 0x7F || byte == 0xC0 || byte == 0xC1
        || byte >= 0xF5
    }
  }
}
