@_spi(Engine) internal import ContractCaptures
internal import Foundation

#if canImport(FoundationNetworking)
  internal import FoundationNetworking
#endif

/// The body of a request, in memory or as a stream. A stream is read once. Its bytes are kept in
/// memory up to a limit, then in a file.
///
/// The body is sent completely or not at all. If the stream or the file fails, the request fails,
/// too.
final class SentBody: @unchecked Sendable {
  private(set) var recorded = ExchangeRecord.Body.none
  private var data: Data?
  private var file: URL?

  /// - Parameters:
  ///   - most: The most bytes that are recorded.
  ///   - isWanted: Whether the request still waits for its body.
  init(
    _ request: URLRequest, atMost most: Int, while isWanted: () -> Bool = { true }
  ) throws(URLError) {
    if let body = request.httpBody {
      recorded = body.count <= most ? .bytes(Array(body)) : Self.tooLarge(body.count, most)
      return
    }
    guard let stream = request.httpBodyStream else { return }
    let count = try read(stream, atMost: most, while: isWanted)
    if let told = request.value(forHTTPHeaderField: "Content-Length").flatMap({ Int($0) }),
      told != count
    {
      throw Self.error(
        .requestBodyStreamExhausted,
        "the stream has \(count) bytes, but \(told) bytes were "
          + "announced")
    }
  }

  deinit { if let file { try? FileManager.default.removeItem(at: file) } }

  /// Puts the bytes of a stream back into the request; returns false if this is not possible.
  func place(in request: NSMutableURLRequest) -> Bool {
    if file != nil {
      request.httpBodyStream = stream()
      return request.httpBodyStream != nil
    }
    if let data { request.httpBody = data }
    return true
  }

  /// The body from its start, for a request that must be sent again; nil for a body in memory.
  func stream() -> InputStream? { file.flatMap { InputStream(url: $0) } }

  static func tooLarge(_ count: Int, _ most: Int) -> ExchangeRecord.Body {
    .leftOut("\(count) bytes; the limit is \(most)")
  }

  private static func error(_ code: URLError.Code, _ words: String) -> URLError {
    URLError(code, userInfo: [NSLocalizedDescriptionKey: "ContractRecorder: \(words)"])
  }

  private func read(
    _ stream: InputStream, atMost most: Int, while isWanted: () -> Bool
  ) throws(URLError) -> Int {
    var kept = Data()
    var count = 0
    var spool: OwnFile?
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    stream.open()
    defer { stream.close() }
    while true {
      // Bound: the stream is told the size of the buffer.
      let length = stream.read(&buffer, maxLength: buffer.count)
      if length < 0 || stream.streamStatus == .error {
        let words = stream.streamError?.localizedDescription ?? "the stream failed"
        throw Self.error(.requestBodyStreamExhausted, words)
      }
      guard length > 0 else { break }
      guard isWanted() else { throw URLError(.cancelled) }
      count += min(length, buffer.count)
      kept += buffer[..<min(length, buffer.count)]
      guard count > most else { continue }
      if spool == nil { spool = try makeFile() }
      if let failure = spool?.write(kept) { throw Self.error(.cannotWriteToFile, failure.words) }
      kept.removeAll(keepingCapacity: true)
    }
    if spool == nil { data = kept }
    recorded = count <= most ? .bytes(Array(kept)) : Self.tooLarge(count, most)
    return count
  }

  private func makeFile() throws(URLError) -> OwnFile {
    let url = FileManager.default.temporaryDirectory
      .appendingPathComponent("schemacheck-\(UUID().uuidString)")
    do throws(OwnFile.Failure) {
      let made = try OwnFile(making: url.path)
      file = url
      return made
    } catch {
      throw Self.error(.cannotCreateFile, error.words)
    }
  }
}
