@_spi(Engine) internal import JSONTape

/// The violations of one body in the order of the text, made only when they are asked for.
struct BodyViolations {
  private let made: [Violation]
  private var reader: ViolationReader?
  private var duplicates: DuplicateKeyViolations?
  /// One or two numbers for each violation.
  private var events: [Event] = []
  private var position = 0

  private struct Event {
    enum Source: UInt8 { case made, duplicate, failure }

    var offset: Int
    var source: Source
    var position: Int32
  }

  init(
    _ made: [Violation] = [], reader: ViolationReader? = nil,
    duplicates: DuplicateKeyViolations? = nil
  ) {
    self.made = made
    self.reader = reader
    self.duplicates = duplicates
    for (position, violation) in made.enumerated() {
      add(violation.range.offset, .made, Int32(clamping: position))
    }
    for (position, offset) in (duplicates?.offsets ?? []).enumerated() {
      add(offset, .duplicate, Int32(clamping: position))
    }
    if let reader {
      for position in reader.positions {
        add(reader.range(at: position).offset, .failure, position)
      }
    }
    events.sort {
      ($0.offset, $0.source.rawValue, $0.position) < ($1.offset, $1.source.rawValue, $1.position)
    }
  }

  private mutating func add(_ offset: Int, _ source: Event.Source, _ position: Int32) {
    events.append(Event(offset: offset, source: source, position: position))
  }

  var count: Int { events.count }

  /// The next violations; those that begin at the same byte come together. Nil at the end.
  mutating func next(atMost most: Int) -> [Violation]? {
    var violations: [Violation] = []
    while violations.isEmpty, position < events.count {
      let start = position
      while position < events.count,
        position - start < most || events[position].offset == events[position - 1].offset
      {
        if let violation = violation(of: events[position]) { violations.append(violation) }
        position += 1
      }
    }
    return violations.isEmpty ? nil : violations
  }

  private mutating func violation(of event: Event) -> Violation? {
    switch event.source {
    case .made: made[Int(event.position)]
    case .failure: reader?.violation(at: event.position)
    case .duplicate: duplicates?.violation(at: Int(event.position))
    }
  }
}

struct DuplicateKeyViolations {
  private let document: JSONDocument
  private let keys: [DuplicateKey]
  private let severity: Severity
  private var walk: TapePath

  /// Nil where the rule is off.
  init?(_ keys: [DuplicateKey], in document: JSONDocument, _ severity: Severity?) {
    guard let severity else { return nil }
    self.document = document
    self.keys = keys
    self.severity = severity
    walk = TapePath(document.cursor)
  }

  var offsets: [Int] { keys.map { document.node(at: $0.repeated).range.offset } }

  mutating func violation(at position: Int) -> Violation {
    let key = document.node(at: keys[position].repeated)
    return Violation(
      rule: .duplicateKey, severity: severity, kind: .duplicateKey(key.string ?? ""),
      instance: walk.path(to: key.tapeIndex + 1).pointer, range: key.range)
  }
}
