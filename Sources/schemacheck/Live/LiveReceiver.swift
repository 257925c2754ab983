import ContractRuns

/// Receives one response and stops it at the limits.
final class LiveReceiver {
  /// More than any normal response has.
  static let maximumHeaderBytes = 256 << 10

  private(set) var headers: [LiveHeader] = []
  private(set) var body: [UInt8] = []
  private(set) var stop: LiveError.Cause?
  private let maxBody: Int
  private var headerBytes = 0
  private var isInHeaders = false

  init(maxBody: Int) {
    self.maxBody = maxBody
  }

  /// Receives decoded bytes. False stops the transfer and drops the piece that exceeds the limit.
  func receive(body piece: UnsafeRawBufferPointer) -> Bool {
    guard piece.count <= maxBody - body.count else {
      stop = .bodyOverLimit(maxBody)
      return false
    }
    body.append(contentsOf: piece)
    return true
  }

  /// The line includes its line ending. False stops the transfer.
  func receive(header line: UnsafeRawBufferPointer) -> Bool {
    headerBytes += line.count
    guard headerBytes <= Self.maximumHeaderBytes else {
      stop = .headersOverLimit(Self.maximumHeaderBytes)
      return false
    }
    let text = line[...].withoutSpaceAround
    if text.isEmpty {
      isInHeaders = false
    } else if !isInHeaders {
      // Another status line follows a 1xx response. Other lines here are trailers and are ignored.
      if body.isEmpty, text.starts(with: "HTTP/".utf8) {
        headers.removeAll()
        isInHeaders = true
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

extension BidirectionalCollection<UInt8> where SubSequence == Self {
  var withoutSpaceAround: Self {
    func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || 0x09...0x0D ~= byte }
    var text = drop(while: isSpace)
    while let last = text.last, isSpace(last) { text.removeLast() }
    return text
  }
}
