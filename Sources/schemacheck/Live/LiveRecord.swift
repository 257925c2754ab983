@_spi(Engine) import ContractCheck
import Dispatch

/// The file of `--record`: what was sent and answered, with secrets replaced. It is written while
/// requests run, whole lines or entries only, never over a file that is there, and only its owner
/// may read it.
final class LiveRecord: @unchecked Sendable {
  private let path: InputPath
  private let descriptor: Int32
  private let isHAR: Bool
  private let queue = DispatchQueue(label: "schemacheck.record")
  private var count = 0
  private var failure: Int32?
  private var isFinished = false

  init(_ file: Argument) throws(ToolError) {
    path = InputPath(file.bytes)
    let name = path.text.lowercased()
    isHAR = name.hasSuffix(".har")
    guard isHAR || name.hasSuffix(".ndjson") else {
      throw ToolError("`--record` takes a file whose name ends in .har or .ndjson")
    }
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW
    descriptor = path.bytes.withCString { open($0, flags, 0o600) }
    guard descriptor >= 0 else {
      if errno == EEXIST {
        throw ToolError("\(path.text): `--record` does not write over a file that is there")
      }
      throw ToolError(path: path, code: errno)
    }
    if isHAR {
      write(
        #"{"log":{"version":"1.2","creator":{"name":"schemacheck","version":""#
          + #"\#(Release.version)"},"entries":["#)
    }
  }

  deinit {
    if !isFinished { _ = finish() }
    close(descriptor)
  }

  func add(
    _ answer: LiveAnswer, method: String, body: LiveRequest.Body?, _ start: Timestamp,
    _ expected: ExpectedStatuses
  ) {
    var record = ExchangeRecord(
      method: method,
      url: answer.target.checker.replacingSecrets(in: answer.target.url, method: method))
    record.time = start
    record.expected = expected
    record.keepsUnreadableBodies = true
    if let body { record.requestBody = .bytes(body.bytes) }
    if let response = answer.response {
      record.status = response.status
      record.duration = Int((response.duration / .milliseconds(1)).rounded())
      record.requestHeaders = response.sentHeaders.map(Self.field)
      record.responseHeaders = response.headers.map(Self.field)
      record.receivedBytes = response.receivedBytes
      let hasNone = method == "HEAD" || [204, 205, 304].contains(response.status)
      record.responseBody =
        response.body.isEmpty && hasNone ? .none : .bytes(response.body)
    } else {
      record.error = answer.error?.cause.text
    }
    let bytes = isHAR ? record.harEntry() : record.line()
    queue.sync {
      write(isHAR ? Array((count == 0 ? "\n" : ",\n").utf8) + bytes : bytes)
      count += 1
    }
  }

  private static func field(_ header: LiveHeader) -> ExchangeRecord.Field {
    ExchangeRecord.Field(header.name, header.value, isSecret: header.isSecret)
  }

  /// Closes the record. Returns a line for each error.
  func finish() -> [String] {
    queue.sync {
      if isHAR, !isFinished { write("\n]}}\n") }
      isFinished = true
      return failure.map { ["\(path.text): \(systemMessage($0))"] } ?? []
    }
  }

  private func write(_ text: String) { write(Array(text.utf8)) }

  private func write(_ bytes: [UInt8]) {
    guard failure == nil else { return }
    failure = bytes.withUnsafeBytes { writeAll($0, to: descriptor) }
  }
}
