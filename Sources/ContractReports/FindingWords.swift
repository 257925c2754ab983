@_spi(Engine) internal import ContractCheck
@_spi(Engine) internal import ContractCaptures
import JSONTape

/// Names the parts of a finding for readers.
extension Finding {
  /// The place: `captures/friends.har:412:38`.
  var place: String { "\(file):\(region.start.line):\(region.start.column)" }

  /// The place in the body: `/locations/0`, or `/locations/0 (property `address`)`. Nil for the
  /// whole body.
  var pointer: String? {
    let pointer = instance.description
    guard let property else { return pointer.isEmpty ? nil : pointer }
    return pointer.isEmpty ? "(property `\(property)`)" : "\(pointer) (property `\(property)`)"
  }

  /// The request and the place in one line: `GET /api/v1/locations/friends 200 /locations/0`.
  func context(_ pointer: String?) -> String? {
    let parts = [
      request, exchange?.status.map(String.init), isInRequest ? "request" : nil, pointer,
    ].compactMap { $0 }
    return parts.isEmpty ? nil : parts.joined(separator: " ")
  }

  /// The whole finding in one line, without its place.
  var sentence: String {
    let advice = label.isEmpty ? "" : "; \(label)"
    return SafeText.line("\(message)\(advice)" + (context(pointer).map { " (\($0))" } ?? ""))
  }

  var isInRequest: Bool { exchange?.part == .request }
}

/// Finds the names in messages, which are in back quotes.
enum QuotedNames {
  /// The words and names of a message in order. Names have no quotes. If a quote is not closed, it
  /// belongs to the text around it.
  static func parts(of text: String) -> [(text: String, isName: Bool)] {
    let pieces = text.split(separator: "`", omittingEmptySubsequences: false)
    var parts: [(text: String, isName: Bool)] = []
    for (number, piece) in pieces.enumerated() {
      let isOdd = number % 2 == 1
      if isOdd, number < pieces.count - 1 {
        parts.append((String(piece), true))
      } else if isOdd || !piece.isEmpty {
        parts.append((isOdd ? "`\(piece)" : String(piece), false))
      }
    }
    return parts
  }
}

/// Numbers the findings of one file that have the same fingerprint, in the order of the file.
/// Memory is limited.
struct FingerprintTally {
  var limit = 65_536
  private(set) var counts: [String: Int] = [:]
  private(set) var file: String?

  /// The fingerprint of the finding's content, and the finding's number from 1. After the limit is
  /// reached, the exact place replaces the number.
  mutating func add(_ finding: Finding) -> (content: String, ordinal: String) {
    if file != finding.file {
      file = finding.file
      counts.removeAll(keepingCapacity: true)
    }
    let content = finding.fingerprint
    guard counts.count < limit || counts[content] != nil else {
      return (content, "\(finding.exchange?.index ?? 0)\(finding.instance)")
    }
    let ordinal = counts[content, default: 0] + 1
    counts[content] = ordinal
    return (content, "\(ordinal)")
  }
}
