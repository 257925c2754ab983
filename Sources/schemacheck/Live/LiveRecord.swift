@_spi(Engine) internal import ContractCaptures
@_spi(Engine) import ContractCheck
import ContractRuns
import Dispatch

/// The file of `--record`, with requests and responses in which secrets are replaced. The file is
/// written in whole lines or entries while requests run. An existing file is never overwritten.
/// Only the owner of the file may read it.
final class LiveRecord: @unchecked Sendable {
  private let path: InputPath
  private let descriptor: Int32
  private let isHAR: Bool
  private let queue = DispatchQueue(label: "schemacheck.record")
  private var count = 0
  private var hasAnswer = false
  private var literals: [[String]: ContractLiterals] = [:]
  /// The replacements. A secret has the same replacement in the whole record.
  let replacement = SecretReplacement.keyed()
  private var failure: Int32?
  private var isFinished = false

  init(_ file: Argument) throws(RunError) {
    path = InputPath(file.bytes)
    let name = path.text.lowercased()
    isHAR = name.hasSuffix(".har")
    guard isHAR || name.hasSuffix(".ndjson") else {
      throw RunError("`--record` takes a file whose name ends in .har or .ndjson")
    }
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW
    descriptor = path.bytes.withCString { open($0, flags, 0o600) }
    guard descriptor >= 0 else {
      if errno == EEXIST {
        throw RunError("\(path.text) exists already; delete it, or use another file")
      }
      throw RunError(path: path, code: errno)
    }
    if isHAR { write(ExchangeRecord.harStart) }
  }

  deinit {
    // A file that could not be created belongs to somebody else.
    guard descriptor >= 0 else { return }
    if !isFinished { _ = finish() }
    close(descriptor)
  }

  /// Writes an exchange with its secrets replaced.
  func add(_ record: ExchangeRecord) {
    let bytes = isHAR ? record.harEntry() : record.line()
    queue.sync {
      write(isHAR ? (count == 0 ? [] : [UInt8(ascii: ",")]) + lineFeed + bytes : bytes)
      count += 1
      hasAnswer = hasAnswer || record.status != nil
    }
  }

  /// The values that contracts publish, computed once.
  func literals(of contracts: [Contract]) -> ContractLiterals {
    let name = contracts.map(\.name)
    return queue.sync {
      if let known = literals[name] { return known }
      let found = ContractLiterals(of: contracts)
      literals[name] = found
      return found
    }
  }

  /// Closes the record. A record without responses is removed, because the next run may need its
  /// name. Returns a line for each error.
  func finish() -> [String] {
    queue.sync {
      if isHAR, !isFinished { write(lineFeed + ExchangeRecord.harEnd) }
      isFinished = true
      guard hasAnswer else {
        _ = path.bytes.withCString { unlink($0) }
        return ["\(path.text) is not written: no request had a response"]
      }
      return failure.map { ["\(path.text): \(systemMessage($0))"] } ?? []
    }
  }

  private let lineFeed = [UInt8(ascii: "\n")]

  private func write(_ bytes: [UInt8]) {
    guard failure == nil else { return }
    failure = writeAll(bytes, to: descriptor)
  }
}
