@_spi(Engine) internal import ContractCaptures

/// How one message of an exchange counts in a summary.
package struct MessageCount: Hashable, Sendable {
  /// Why the message was not checked; nil if it was.
  package var reason: String?
  /// Whether the contract documents a body that the message should have.
  package var isBodyDue: Bool

  /// A message by its parts.
  package init(reason: String? = nil, isBodyDue: Bool = false) {
    self.reason = reason
    self.isBodyDue = isBodyDue
  }

  /// Creates a count from an outcome; nil if no contract has an operation for the message.
  init?(_ outcome: Checker.Outcome, isBodyDue: Bool) {
    switch outcome {
    case .checked: self.init(isBodyDue: isBodyDue)
    case .skipped(let reason): self.init(reason: reason, isBodyDue: isBodyDue)
    case .unreadable: self.init(reason: Self.unreadable, isBodyDue: isBodyDue)
    case .unmatched: return nil
    }
  }

  /// The outcome of the check.
  var outcome: Checker.Outcome { reason.map { .skipped($0) } ?? .checked }

  /// The server refused the request with a documented error.
  static let refused = "refused"
  /// The contract documents no body, but there is one.
  static let noSchema = "no-schema"
  static let unreadable = "unreadable"
}

/// Counts of the requests or the responses of a run. Only exchanges that a contract describes are
/// counted.
package struct MessageCounts: Hashable, Sendable {
  /// Messages that were checked. A message without a body counts if its URL, status and headers
  /// were checked.
  package var checked = 0
  /// Messages that were not checked, by reason (`no-body`).
  package var skipped: [String: Int] = [:]
  /// Messages that should have a body according to the contract.
  package var documentedBodies = 0
  /// The number of these bodies that were checked.
  package var checkedBodies = 0

  /// Creates counts of 0.
  package init() {}

  /// Documented bodies that were not checked.
  package var uncheckedBodies: Int { max(0, documentedBodies - checkedBodies) }

  mutating func count(_ message: MessageCount, times number: Int) {
    if let reason = message.reason {
      skipped[reason] = Summary.sum(skipped[reason] ?? 0, number)
    } else {
      checked = Summary.sum(checked, number)
    }
    guard message.isBodyDue else { return }
    documentedBodies = Summary.sum(documentedBodies, number)
    if message.reason == nil { checkedBodies = Summary.sum(checkedBodies, number) }
  }

  static func += (left: inout MessageCounts, right: MessageCounts) {
    left.checked = Summary.sum(left.checked, right.checked)
    left.skipped.merge(right.skipped, uniquingKeysWith: Summary.sum)
    left.documentedBodies = Summary.sum(left.documentedBodies, right.documentedBodies)
    left.checkedBodies = Summary.sum(left.checkedBodies, right.checkedBodies)
  }

  /// The reasons with their counts, such as `2 no body, 1 non-JSON`.
  ///
  /// - Parameter told: The counts that are already reported. Only the difference is listed.
  func reasons(without others: Set<String>, besides told: [String: Int] = [:]) -> String? {
    var list = skipped.filter { !others.contains($0.key) }
    for (reason, count) in told {
      list[reason] = list[reason].flatMap { $0 > count ? $0 - count : nil }
    }
    return list.isEmpty ? nil : SkipReason.words(of: list)
  }
}

extension Message {
  /// Whether there is no body, or only white space.
  var isBlank: Bool {
    absence != nil || body?.bytes.allSatisfy(ASCIIByte.isSpace) ?? false
  }

  /// Whether the message should have a body, as far as the capture shows.
  ///
  /// - Parameter isRequired: Whether the contract requires one.
  func isDue(isRequired: Bool) -> Bool {
    absence != .noBody || isRequired && mayHoldBody
  }
}

extension Operation {
  /// Whether any of the operation's responses has a body.
  var documentsResponseBody: Bool { responses.contains { !$0.content.entries.isEmpty } }
}
