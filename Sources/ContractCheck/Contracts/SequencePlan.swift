@_spi(Engine) internal import ContractCaptures

/// What the contract says of a body that is a sequence of items.
package struct SequencePlan: Sendable {
  /// What the schema is about.
  enum Subject {
    /// Each item.
    case item
    /// All items together, as an array.
    case whole
    /// The body as a string.
    case text
  }

  let subject: Subject
  /// Whether `itemSchema` gives the schema. Then an item of an event stream is the event, with its
  /// fields; otherwise it is the data of the event.
  var hasItemSchema = false
  /// What the data of events must hold.
  var content: EventContent?
}

/// The schemas of JSON in the data of an event: of all `contentSchema` that apply to it.
package final class EventContent: Sendable {
  /// A branch that applies to some events.
  struct Branch: Sendable {
    /// The node that accepts or refuses what the branch is about.
    let test: Int32
    /// Whether the branch applies where the node refuses, as `else` does.
    var isNegated = false
    /// Whether the node is about the data alone, not about the event.
    let isOfData: Bool
    let content: EventContent
  }

  /// Nodes of the contract's plan.
  let roots: [Int32]
  /// Of the branches of one choice that apply, one must hold.
  let choices: [[Branch]]

  var isEmpty: Bool { roots.isEmpty && choices.isEmpty }

  init(roots: [Int32] = [], choices: [[Branch]] = []) {
    self.roots = roots
    self.choices = choices
  }

  /// What a node is asked about.
  enum Value {
    /// The event as an object.
    case event
    /// Its data as a string.
    case text
    /// The JSON in its data.
    case content
  }

  /// The nodes that apply to the data of an event and refuse it.
  func refusing(_ accepts: (Int32, Value) -> Bool) -> [Int32] {
    var refusing = roots.filter { !accepts($0, .content) }
    for choice in choices {
      var least: [Int32]?
      for branch in choice
      where accepts(branch.test, branch.isOfData ? .text : .event) != branch.isNegated {
        let inner = branch.content.refusing(accepts)
        if inner.count < least?.count ?? Int.max { least = inner }
      }
      refusing += least ?? []
    }
    return refusing
  }
}

/// How a body is checked as a sequence.
struct SequenceUse: Sendable {
  enum Unit {
    /// Each text is an item: a line, a record, the data of an event.
    case text
    /// Each event is an item.
    case event
    /// All texts together are an array.
    case whole
  }

  let format: SequenceFormat
  let unit: Unit
  let content: EventContent?

  /// Nil where the body is none, or is checked as one string.
  ///
  /// - Parameters:
  ///   - type: Of the message, which decides where the contract has a media range.
  init?(_ entry: Operation.Content.Entry, _ type: MediaType?) {
    let own = SequenceFormat(entry.mediaType)
    guard let plan = entry.sequence, plan.subject != .text,
      let format = own ?? (entry.mediaType.isOpen ? type.flatMap { SequenceFormat($0) } : nil)
    else { return nil }
    self.format = format
    switch plan.subject {
    case .whole: unit = .whole
    case .item where plan.hasItemSchema && format == .events: unit = .event
    case .item, .text: unit = .text
    }
    content = unit == .event ? plan.content : nil
  }
}

extension Operation {
  /// Whether a response may be a sequence, which may have no end.
  package var documentsSequence: Bool {
    responses.contains { $0.content.entries.contains { SequenceFormat($0.mediaType) != nil } }
  }
}
