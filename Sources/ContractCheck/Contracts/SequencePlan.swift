@_spi(Engine) internal import ContractCaptures

/// The contract's description of a body that is a sequence of items.
package struct SequencePlan: Sendable {
  /// The part of the body that the schema describes.
  enum Subject {
    /// Each item.
    case item
    /// All items together as an array.
    case whole
    /// The body as a string.
    case text
  }

  let subject: Subject
  /// Whether `itemSchema` gives the schema. If so, an item of an event stream is the event with its
  /// fields. If not, the item is the data of the event.
  var hasItemSchema = false
  /// The schemas for the data of events.
  var content: EventContent?
}

/// The schemas of JSON in the data of an event, from all `contentSchema` that apply to it.
package final class EventContent: Sendable {
  /// A branch that applies to some events.
  struct Branch: Sendable {
    /// The node of the condition.
    let test: Int32
    /// Whether the branch applies if the node refuses the value, as with `else`.
    var isNegated = false
    /// Whether the condition is about the data alone, not about the event.
    let isOfData: Bool
    let content: EventContent
  }

  /// Nodes of the contract's plan.
  let roots: [Int32]
  /// For each choice, one of its applicable branches must accept the data.
  let choices: [[Branch]]

  var isEmpty: Bool { roots.isEmpty && choices.isEmpty }

  init(roots: [Int32] = [], choices: [[Branch]] = []) {
    self.roots = roots
    self.choices = choices
  }

  /// The value that a node checks.
  enum Value {
    /// The event as an object.
    case event
    /// The data of the event as a string.
    case text
    /// The JSON in the data of the event.
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
    /// Each text is an item: a line, a record, or the data of an event.
    case text
    /// Each event is an item.
    case event
    /// All texts together form an array.
    case whole
  }

  let format: SequenceFormat
  let unit: Unit
  let content: EventContent?

  /// Creates a use. Nil if the body is no sequence, or if it is checked as one string.
  ///
  /// - Parameters:
  ///   - type: The media type of the message. It decides if the contract has a media range.
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
  /// Whether a response may be a sequence. A sequence may have no end.
  package var documentsSequence: Bool {
    responses.contains { $0.content.entries.contains { SequenceFormat($0.mediaType) != nil } }
  }
}
