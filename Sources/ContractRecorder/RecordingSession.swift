@_spi(Engine) internal import ContractCaptures
internal import Foundation

#if canImport(FoundationNetworking)
  internal import FoundationNetworking
#endif

#if canImport(FoundationNetworking)
  typealias Answer<Value> = (Value) -> Void
#else
  typealias Answer<Value> = @Sendable (Value) -> Void
#endif

/// The session that sends the recorded requests, and the facts about each request.
final class RecordingSession: NSObject, URLSessionDataDelegate, @unchecked Sendable {
  static let current = RecordingSession()

  /// An exchange in progress.
  fileprivate struct Running {
    let owner: RecordingProtocol
    let sent: SentBody
    var record: ExchangeRecord
    var body: [UInt8] = []
    var count = 0
  }

  private let lock = NSLock()
  private var session: URLSession?
  private var target: RecordingFile?
  private var limit = 0
  private var running: [Int: Running] = [:]

  var file: RecordingFile? { lock.withLock { target } }
  /// Whether requests are recorded. False also if nothing can be written any more: then requests
  /// take their usual way.
  var isRecording: Bool {
    let (isReady, file) = lock.withLock { (session != nil, target) }
    return isReady && file?.failure == nil
  }
  var mostBodyBytes: Int { lock.withLock { limit } }

  func begin(_ file: RecordingFile, through plain: URLSessionConfiguration, mostBodyBytes: Int) {
    // Tasks are numbered by session, so all of them use the first one.
    let known = lock.withLock { session }
    let own = known ?? URLSession(configuration: plain, delegate: self, delegateQueue: nil)
    lock.withLock {
      target = file
      limit = max(mostBodyBytes, 0)
      if session == nil { session = own }
    }
  }

  func task(
    with request: URLRequest, _ sent: SentBody, for owner: RecordingProtocol
  ) -> URLSessionTask? {
    // This must not hold the lock: on Linux, making a task waits for the queue that calls
    // `canInit`.
    guard let plain = lock.withLock({ session }) else { return nil }
    let task = plain.dataTask(with: request)
    var record = Self.record(of: request)
    record.requestBody = sent.recorded
    let running = Running(owner: owner, sent: sent, record: record)
    lock.withLock { self.running[task.taskIdentifier] = running }
    return task
  }

  private static func record(of request: URLRequest) -> ExchangeRecord {
    var record = ExchangeRecord(
      method: request.httpMethod ?? "GET", url: request.url?.absoluteString ?? "")
    record.time = Timestamp(milliseconds: Int(Date().timeIntervalSince1970 * 1000))
    record.requestHeaders = fields(request.allHTTPHeaderFields ?? [:])
    return record
  }

  private static func fields(_ headers: [AnyHashable: Any]) -> [ExchangeRecord.Field] {
    headers.map { ExchangeRecord.Field("\($0.key)", "\($0.value)") }
      .sorted { ($0.name, $0.value) < ($1.name, $1.value) }
  }

  // MARK: Events

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping Answer<URLSession.ResponseDisposition>
  ) {
    let owner = lock.withLock {
      running[dataTask.taskIdentifier]?.take(response)
      return running[dataTask.taskIdentifier]?.owner
    }
    owner?.received(response)
    completionHandler(.allow)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    let owner = lock.withLock {
      running[dataTask.taskIdentifier]?.take(data, atMost: limit)
      return running[dataTask.taskIdentifier]?.owner
    }
    owner?.received(data)
  }

  /// A body from a file is sent again if a redirect or the server requires it.
  func urlSession(
    _ session: URLSession, task: URLSessionTask,
    needNewBodyStream completionHandler: @escaping Answer<InputStream?>
  ) {
    let sent = lock.withLock { running[task.taskIdentifier]?.sent }
    completionHandler(sent?.stream())
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask,
    willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
    completionHandler: @escaping Answer<URLRequest?>
  ) {
    let number = task.taskIdentifier
    let (owner, record) = lock.withLock {
      let before = running[number]
      running[number]?.take(response)
      running[number]?.record.responseBody = .leftOut("a redirect was followed")
      let record = running[number]?.record
      #if canImport(FoundationNetworking)
        running[number]?.record = Self.record(of: request)
        running[number]?.record.requestBody =
          request.httpMethod == before?.record.method ? before?.sent.recorded ?? .none : .none
      #else
        running[number] = nil
      #endif
      return (before?.owner, record)
    }
    if let record { file?.append(record.line()) }
    #if canImport(FoundationNetworking)
      _ = owner
      completionHandler(request)
    #else
      // The app's session decides; its next request is recorded separately.
      completionHandler(nil)
      task.cancel()
      owner?.redirected(to: request, by: response)
    #endif
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) {
    let (ended, most) = lock.withLock {
      (running.removeValue(forKey: task.taskIdentifier), limit)
    }
    guard var ended else { return }
    ended.end(error, atMost: most)
    // The line is written before the app receives the end, so that a test that waits for the app
    // finds the line.
    file?.append(ended.record.line())
    ended.owner.ended(error)
  }
}

extension RecordingSession.Running {
  fileprivate mutating func take(_ response: URLResponse) {
    guard let response = response as? HTTPURLResponse else { return }
    record.status = response.statusCode
    record.responseHeaders = RecordingSession.fieldsOf(response)
    body = []
    count = 0
  }

  fileprivate mutating func take(_ data: Data, atMost most: Int) {
    count += data.count
    if count <= most { body += data } else { body = [] }
  }

  fileprivate mutating func end(_ error: (any Error)?, atMost most: Int) {
    if let error {
      let words =
        (error as? URLError)?.code == .cancelled ? "cancelled" : error.localizedDescription
      record.error = words
      record.responseBody =
        record.status == nil ? .none : .leftOut("the response ended early: \(words)")
    } else if record.method?.uppercased() == "HEAD" {
      record.responseBody = .none
    } else {
      record.responseBody = count <= most ? .bytes(body) : SentBody.tooLarge(count, most)
    }
  }
}

extension RecordingSession {
  fileprivate static func fieldsOf(_ response: HTTPURLResponse) -> [ExchangeRecord.Field] {
    fields(response.allHeaderFields)
  }
}
