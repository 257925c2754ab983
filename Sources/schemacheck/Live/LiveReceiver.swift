@_spi(Engine) internal import ContractCaptures
@_spi(Engine) import ContractCheck
import ContractRuns
@_spi(Engine) internal import JSONTape

/// Receives one response and stops at the limits.
final class LiveReceiver {
  /// The maximum number of bytes of headers. No normal response has more.
  static let maximumHeaderBytes = 256 << 10

  private(set) var headers: [LiveHeader] = []
  private(set) var body: [UInt8] = []
  private(set) var stop: LiveError.Cause?
  /// The reason why the tool stopped reading a sequence before its end. Nil if it did not stop.
  private(set) var ending: LiveEnding?
  private let maxBody: Int
  private let limits: SequenceLimits
  private let zlib: Zlib
  /// Whether the response is a sequence.
  private var isSequence = false
  /// The counter of a sequence's items. Nil for other responses. Nil also if the sequence has an
  /// encoding that can be decoded only as a whole.
  private var counter: SequenceCounter?
  /// Decodes a sequence while it arrives. Nil if the sequence is not compressed with gzip.
  private var inflater: Inflater?
  /// Why a sequence could not be decoded.
  private var undecoded: Decompressor.Failure?
  private let start = ContinuousClock.now
  private let arrived: LiveClient.Arrived?
  /// The number of items that ``arrived`` received, their end, and the mistakes that were reported.
  private var taken = (count: 0, end: 0, told: Set<String>())
  private var status = 0
  /// The time limit for a response that is no sequence.
  private let timeout: Duration
  private var headerBytes = 0
  private var isInHeaders = false
  private var hasBody = false

  init(
    maxBody: Int, limits: SequenceLimits = SequenceLimits(), timeout: Duration = .seconds(86_400),
    zlib: Zlib = .system, arrived: LiveClient.Arrived? = nil
  ) {
    self.maxBody = maxBody
    self.limits = limits
    self.timeout = timeout
    self.zlib = zlib
    self.arrived = arrived
  }

  /// The number of complete items so far.
  var items: Int { counter?.count ?? 0 }

  /// Whether ``body`` is decoded.
  var isDecoded: Bool { inflater != nil }

  /// The reason why a sequence that is decoded while it arrives is not whole: `is broken gzip
  /// data`. Nil if it is whole.
  func brokenBody(isWhole: Bool) -> String? {
    if let undecoded { return undecoded.words("gzip") }
    guard isWhole, let inflater, !inflater.isComplete, hasBody else { return nil }
    return Decompressor.Failure.truncated.words("gzip")
  }

  /// The body. If the tool stopped reading a sequence on request, only its complete items.
  var wholeBody: ArraySlice<UInt8> {
    guard let counter, ending?.isAsked ?? false else { return body[...] }
    return body.prefix(counter.end)
  }

  /// Whether the time is over. If `--for` gives a sequence its time, libcurl does not check the
  /// other limit.
  func isLate() -> Bool {
    guard let time = limits.time else { return false }
    let passed = start.duration(to: .now)
    if isSequence, passed >= time {
      ending = ending ?? .time
      return true
    }
    guard !isSequence, passed >= timeout else { return false }
    stop = stop ?? .timeout(timeout)
    return true
  }

  /// Receives bytes of the body. Returns false to stop the transfer.
  func receive(body piece: ByteView) -> Bool {
    hasBody = hasBody || !piece.isEmpty
    guard let inflater else { return take(piece) }
    let buffer = ByteRoom(allocating: 64 << 10)
    defer { buffer.deallocate() }
    var rest = piece
    do throws(Decompressor.Failure) {
      while true {
        let (read, written) = try inflater.inflate(rest, into: buffer)
        if read == 0, written == 0 { return true }
        guard take(buffer[..<written].bytes) else { return false }
        rest = ByteView(rebasing: rest[read...])
      }
    } catch {
      undecoded = error
      return false
    }
  }

  /// Takes bytes of the body. The piece that exceeds the limit is dropped.
  private func take(_ piece: ByteView) -> Bool {
    guard piece.count <= maxBody - body.count else {
      if items > 0 { ending = .size(maxBody) } else { stop = .bodyOverLimit(maxBody) }
      return false
    }
    body.append(contentsOf: piece)
    let isEnough = counter?.add(piece, upTo: limits.items) ?? false
    if isEnough { ending = .items }
    handOver()
    return !isEnough
  }

  /// The time before mistakes are reported. A short response may end within this time, and it is
  /// reported at its end.
  private static let patience = Duration.seconds(1)

  /// Passes on the items that have ended since the last call.
  private func handOver() {
    guard let arrived, let counter, counter.count > taken.count,
      start.duration(to: .now) >= Self.patience
    else { return }
    // The separator before a record may be the end of the previous record.
    let isSplit = taken.end > 0 && body[taken.end - 1] == SequenceReader.separator
    let items = LiveResponse(
      status: status, headers: headers,
      body: Array(body[(isSplit ? taken.end - 1 : taken.end)..<counter.end]),
      items: counter.count - taken.count, url: "", sentHeaders: [], receivedBytes: 0,
      duration: .zero)
    arrived(items, taken.count, &taken.told)
    (taken.count, taken.end) = (counter.count, counter.end)
  }

  /// Finds out whether the response is a sequence, and how it is encoded.
  private func begin() {
    let type = headers.value(of: "Content-Type").flatMap { MediaType($0) }
    let format = type.flatMap { SequenceFormat($0) }
    isSequence = format != nil
    let codings = ContentDecoder.codings(of: headers)
    let isPacked = isSequence && (codings == ["gzip"] || codings == ["x-gzip"])
    inflater = isPacked ? try? Inflater(.gzip, zlib) : nil
    counter = codings.isEmpty || isDecoded ? format.map { SequenceCounter($0) } : nil
  }

  /// Receives a line with its line ending. Returns false to stop the transfer.
  func receive(header line: ByteView) -> Bool {
    headerBytes += line.count
    guard headerBytes <= Self.maximumHeaderBytes else {
      stop = .headersOverLimit(Self.maximumHeaderBytes)
      return false
    }
    let text = line[...].withoutSpaceAround
    if text.isEmpty {
      if isInHeaders { begin() }
      isInHeaders = false
    } else if !isInHeaders {
      // Another status line follows a 1xx response. Other lines at this place are trailers and are
      // ignored.
      if body.isEmpty, text.starts(with: "HTTP/".utf8) {
        headers.removeAll()
        isInHeaders = true
        let words = text.split(separator: UInt8(ascii: " "), maxSplits: 2)
        status = words.count > 1 ? Int(String(decoding: words[1], as: UTF8.self)) ?? 0 : 0
      }
    } else if let colon = text.firstIndex(of: UInt8(ascii: ":")) {
      headers.append(
        LiveHeader(
          name: String(decoding: text[..<colon], as: UTF8.self),
          value: String(decoding: text[(colon + 1)...].withoutSpaceAround, as: UTF8.self)))
    }
    return true
  }
}

/// Limits for reading a sequence. A sequence may have no end of its own.
struct SequenceLimits: Sendable {
  var items: Int?
  var time: Duration?
}

/// The reason why the tool stopped reading a sequence before its end.
enum LiveEnding: Hashable, Sendable {
  /// The number of items or the time that the user asked for is reached.
  case items, time
  case timeout(Duration)
  case size(Int)
  /// The connection was lost, with libcurl's words.
  case lost(String)
  /// The body cannot be decoded further: `is broken gzip data`.
  case broken(String)
  /// The user stopped the run.
  case interrupted

  var isAsked: Bool { self == .items || self == .time }
}

extension LiveResponse {
  /// The note about a sequence that the tool stopped reading although the user did not ask for
  /// this.
  var endingNote: String? {
    let reason: String
    switch ending {
    case .timeout(let limit): reason = "within \(limit.inSeconds) (--timeout)"
    case .size(let limit): reason = "within \(LiveError.Cause.size(limit)) (--max-body)"
    case .time where hasNoItem: return "0 items arrived before `--for` ended the response"
    case .items, .time, .lost, .broken, .interrupted, nil: return nil
    }
    return "the response did not end \(reason); \(readItems). `--items N` or `--for 10s` ends it "
      + "sooner"
  }

  /// The error of a sequence whose rest is missing.
  var lossNote: String? {
    switch ending {
    case .lost(let words): "\(LiveError.Cause.connectionLost(words).text); \(readItems)"
    case .broken(let words): "the response body \(words); \(readItems)"
    case .items, .time, .timeout, .size, .interrupted, nil: nil
    }
  }

  /// Whether the tool stopped reading a sequence on request before the first item.
  var hasNoItem: Bool { ending?.isAsked ?? false && body.isEmpty && undecoded == nil }

  private var readItems: String {
    "the \(Plural.count(items, "item")) until then \(Plural.noun(items, "was", "were")) read"
  }
}

extension BidirectionalCollection<UInt8> where SubSequence == Self {
  var withoutSpaceAround: Self {
    func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || 0x09...0x0D ~= byte }
    var text = drop(while: isSpace)
    while let last = text.last, isSpace(last) { text.removeLast() }
    return text
  }
}
