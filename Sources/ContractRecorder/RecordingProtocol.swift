internal import Foundation

#if canImport(FoundationNetworking)
  internal import FoundationNetworking
#endif

/// Sends a request through a session that does not record, and returns everything to the app.
final class RecordingProtocol: URLProtocol {
  /// The mark of a request that is already passed on.
  private static let mark = "schemacheck.recorded"

  /// A box for values that a lock protects.
  private struct Handed: @unchecked Sendable {
    let owner: RecordingProtocol
    var event: (any URLProtocolClient) -> Void = { _ in }
  }

  private let lock = NSLock()
  private var callbacks: CallbackThread?
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
    callbacks = CallbackThread()
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
    // On Linux the sessions share a queue, so this would wait for itself.
    DispatchQueue.global().async { task.cancel() }
  }

  private func forward() {
    do throws(URLError) {
      let task = try makeTask()
      let isStopped = lock.withLock {
        forwarded = task
        return self.isStopped
      }
      if isStopped { task.cancel() } else { task.resume() }
    } catch {
      fail(error)
    }
  }

  private func makeTask() throws(URLError) -> URLSessionTask {
    #if canImport(FoundationNetworking)
      // On Linux, protocols do not see the data of an upload task. So nothing is sent without its
      // data.
      if task is URLSessionUploadTask, request.httpBody == nil, request.httpBodyStream == nil {
        let words = "ContractRecorder cannot read the data of an upload task on Linux; use httpBody"
        throw URLError(.dataNotAllowed, userInfo: [NSLocalizedDescriptionKey: words])
      }
    #endif
    let body = try SentBody(request, atMost: RecordingSession.current.mostBodyBytes) { isActive }
    guard
      let marked = (Self.marked(request) as NSURLRequest).mutableCopy() as? NSMutableURLRequest,
      body.place(in: marked),
      let task = RecordingSession.current.task(with: marked as URLRequest, body, for: self)
    else { throw URLError(.cannotLoadFromNetwork) }
    return task
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

  /// Reports an event to URLSession on the expected thread, unless it has stopped the request
  /// before.
  private func tell(_ event: @escaping (any URLProtocolClient) -> Void) {
    let handed = Handed(owner: self, event: event)
    callbacks?.run {
      if handed.owner.isActive, let client = handed.owner.client { handed.event(client) }
    }
  }

  private func fail(_ error: any Error) {
    tell { $0.urlProtocol(self, didFailWithError: error) }
  }

  func received(_ response: URLResponse) {
    tell { $0.urlProtocol(self, didReceive: response, cacheStoragePolicy: .notAllowed) }
  }

  #if canImport(FoundationNetworking)
    /// On Linux, a task with a completion handler keeps only the last piece of data.
    private var whole = Data()
  #endif

  func received(_ data: Data) {
    #if canImport(FoundationNetworking)
      whole += data
    #else
      tell { $0.urlProtocol(self, didLoad: data) }
    #endif
  }

  func ended(_ error: (any Error)?) {
    #if canImport(FoundationNetworking)
      let whole = whole
      if !whole.isEmpty { tell { $0.urlProtocol(self, didLoad: whole) } }
    #endif
    if let error { fail(error) } else { tell { $0.urlProtocolDidFinishLoading(self) } }
  }

  #if !canImport(FoundationNetworking)
    /// Passes a redirect to the app's session, which asks its delegate and begins again.
    func redirected(to request: URLRequest, by response: HTTPURLResponse) {
      guard let next = (request as NSURLRequest).mutableCopy() as? NSMutableURLRequest else {
        return fail(URLError(.badServerResponse))
      }
      Self.removeProperty(forKey: Self.mark, in: next)
      tell {
        $0.urlProtocol(self, wasRedirectedTo: next as URLRequest, redirectResponse: response)
        $0.urlProtocol(self, didFailWithError: CocoaError(.userCancelled))
      }
    }
  #endif
}
