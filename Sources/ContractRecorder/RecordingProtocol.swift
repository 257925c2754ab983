internal import ContractCheck
internal import Foundation

#if canImport(FoundationNetworking)
  internal import FoundationNetworking
#endif

/// Passes a request on to a session that does not record, and hands everything back.
final class RecordingProtocol: URLProtocol {
  /// Marks a request that is on its way already.
  private static let mark = "schemacheck.recorded"

  /// A lock guards what changes.
  private struct Handed: @unchecked Sendable {
    let owner: RecordingProtocol
  }

  private let lock = NSLock()
  private var forwarded: URLSessionTask?
  private var isStopped = false

  override class func canInit(with request: URLRequest) -> Bool {
    guard let scheme = request.url?.scheme?.lowercased(), scheme == "http" || scheme == "https",
      RecordingSession.current.isRecording
    else { return false }
    return property(forKey: mark, in: request) == nil
  }

  override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

  override func startLoading() {
    // A stream may wait for its writer.
    let handed = Handed(owner: self)
    DispatchQueue.global().async { handed.owner.forward() }
  }

  override func stopLoading() {
    let task = lock.withLock {
      isStopped = true
      return forwarded
    }
    guard let task else { return }
    // On Linux the sessions share a queue, on which this would wait for itself.
    DispatchQueue.global().async { task.cancel() }
  }

  #if canImport(FoundationNetworking)
    /// On Linux, no protocol sees the data of an upload task. Nothing is sent without it.
    private func refuseUpload() -> Bool {
      guard task is URLSessionUploadTask, request.httpBody == nil, request.httpBodyStream == nil
      else { return false }
      let words = "ContractRecorder cannot read the data of an upload task on Linux; use httpBody"
      let error = URLError(.dataNotAllowed, userInfo: [NSLocalizedDescriptionKey: words])
      client?.urlProtocol(self, didFailWithError: error)
      return true
    }
  #endif

  private func forward() {
    #if canImport(FoundationNetworking)
      if refuseUpload() { return }
    #endif
    let body = SentBody(request, atMost: RecordingSession.current.mostBodyBytes)
    guard
      let marked = (Self.marked(request) as NSURLRequest).mutableCopy() as? NSMutableURLRequest
    else { return }
    body.place(in: marked)
    let task = RecordingSession.current.task(with: marked as URLRequest, body, for: self)
    let isStopped = lock.withLock {
      forwarded = task
      return self.isStopped
    }
    if isStopped { task?.cancel() } else { task?.resume() }
    if task == nil {
      client?.urlProtocol(self, didFailWithError: URLError(.cancelled))
    }
  }

  private static func marked(_ request: URLRequest) -> URLRequest {
    guard let copy = (request as NSURLRequest).mutableCopy() as? NSMutableURLRequest else {
      return request
    }
    setProperty(true, forKey: mark, in: copy)
    return copy as URLRequest
  }

  // MARK: What the session hands back

  private var isActive: Bool { lock.withLock { !isStopped } }

  func received(_ response: URLResponse) {
    guard isActive else { return }
    client?.urlProtocol(self, didReceive: response, cacheStoragePolicy: .notAllowed)
  }

  #if canImport(FoundationNetworking)
    /// On Linux, a task with a completion handler keeps only the last piece that it is given.
    private var whole = Data()
  #endif

  func received(_ data: Data) {
    guard isActive else { return }
    #if canImport(FoundationNetworking)
      whole += data
    #else
      client?.urlProtocol(self, didLoad: data)
    #endif
  }

  func ended(_ error: (any Error)?) {
    guard isActive else { return }
    #if canImport(FoundationNetworking)
      if !whole.isEmpty { client?.urlProtocol(self, didLoad: whole) }
    #endif
    if let error {
      client?.urlProtocol(self, didFailWithError: error)
    } else {
      client?.urlProtocolDidFinishLoading(self)
    }
  }

  #if !canImport(FoundationNetworking)
    /// Hands a redirect to the app's session, which asks its delegate and begins anew.
    func redirected(to request: URLRequest, by response: HTTPURLResponse) {
      guard isActive,
        let next = (request as NSURLRequest).mutableCopy() as? NSMutableURLRequest
      else { return }
      Self.removeProperty(forKey: Self.mark, in: next)
      client?.urlProtocol(self, wasRedirectedTo: next as URLRequest, redirectResponse: response)
      client?.urlProtocol(self, didFailWithError: CocoaError(.userCancelled))
    }
  #endif
}

/// The body of a request, whether it is in memory or a stream. A stream is read once: its bytes are
/// kept up to a limit, and past it in a file.
final class SentBody: @unchecked Sendable {
  private(set) var recorded = ExchangeRecord.Body.none
  private var data: Data?
  private var file: URL?

  init(_ request: URLRequest, atMost most: Int) {
    if let body = request.httpBody {
      recorded = body.count <= most ? .bytes(Array(body)) : Self.tooLarge(body.count, most)
      return
    }
    guard let stream = request.httpBodyStream else { return }
    read(stream, atMost: most)
  }

  deinit { if let file { try? FileManager.default.removeItem(at: file) } }

  /// Puts what was read from a stream back.
  func place(in request: NSMutableURLRequest) {
    if let file {
      request.httpBodyStream = InputStream(url: file)
    } else if let data {
      request.httpBody = data
    }
  }

  static func tooLarge(_ count: Int, _ most: Int) -> ExchangeRecord.Body {
    .leftOut("\(count) bytes; the limit is \(most)")
  }

  private func read(_ stream: InputStream, atMost most: Int) {
    var kept = Data()
    var count = 0
    var spool: FileHandle?
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    stream.open()
    defer { stream.close() }
    while true {
      let length = stream.read(&buffer, maxLength: buffer.count)
      guard length > 0 else { break }
      count += length
      let piece = Data(buffer[..<length])
      if let spool {
        spool.write(piece)
      } else if count <= most {
        kept += piece
      } else {
        let url = FileManager.default.temporaryDirectory
          .appendingPathComponent("schemacheck-\(UUID().uuidString)")
        guard
          FileManager.default.createFile(
            atPath: url.path, contents: nil, attributes: [.posixPermissions: 0o600])
        else {
          kept += piece
          continue
        }
        file = url
        spool = FileHandle(forWritingAtPath: url.path)
        spool?.write(kept)
        spool?.write(piece)
        kept = Data()
      }
    }
    spool?.closeFile()
    if file == nil { data = kept }
    recorded = count <= most ? .bytes(Array(kept)) : Self.tooLarge(count, most)
  }
}
