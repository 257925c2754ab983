@_spi(Engine) internal import JSONSchema
@_spi(Engine) internal import JSONTape

/// The faults of one body in the order of the text, each made when its turn comes.
struct BodyFaults {
  /// Faults that are made already.
  private let made: [BodyFault]
  private var reader: FaultReader?
  private let duplicates: Duplicates?
  /// A number or two for each fault.
  private var events: [Event] = []

  private struct Event {
    enum Source: UInt8 { case made, duplicate, failure }

    var offset: Int
    var position: Int32
    var source: Source
  }

  /// Repeated names, and what a repeated name weighs.
  struct Duplicates {
    let document: JSONDocument
    let keys: [DuplicateKey]
    let severity: Severity?
  }

  init(
    _ made: [BodyFault], reader: FaultReader? = nil, duplicates: Duplicates? = nil
  ) {
    self.made = made
    self.reader = reader
    self.duplicates = duplicates?.severity == nil ? nil : duplicates
    for (position, fault) in made.enumerated() {
      add(fault.range, position, .made)
    }
    for (position, key) in (self.duplicates?.keys ?? []).enumerated() {
      add(self.duplicates?.document.node(at: key.repeated).range, position, .duplicate)
    }
    if let reader {
      for position in reader.positions { add(reader.range(at: position), Int(position), .failure) }
    }
    events.sort { left, right in
      if left.offset != right.offset { return left.offset < right.offset }
      if left.source != right.source { return left.source.rawValue < right.source.rawValue }
      return left.position < right.position
    }
  }

  private mutating func add(_ range: ByteRange?, _ position: Int, _ source: Event.Source) {
    events.append(
      Event(offset: range?.offset ?? 0, position: Int32(clamping: position), source: source))
  }

  var count: Int { events.count }

  /// The bytes of each fault; known before the faults are made.
  var ranges: some Sequence<ByteRange> {
    events.lazy.compactMap { event in
      switch event.source {
      case .made: made[Int(event.position)].range
      case .duplicate: nil
      case .failure: reader?.range(at: event.position)
      }
    }
  }

  /// Hands on the faults, some at a time; those that begin at one byte stay together.
  ///
  /// - Parameter goesOn: takes faults and says whether more are wanted.
  mutating func forEach(atOnce most: Int, _ goesOn: ([BodyFault]) -> Bool) {
    guard let document = reader?.reading.document ?? duplicates?.document else {
      forEach(atOnce: most, goesOn) { $0.made[Int($1.position)] }
      return
    }
    document.withCursor { cursor in
      var walk = TapeWalk(cursor)
      forEach(atOnce: most, goesOn) { $0.fault(of: $1, &walk) }
    }
  }

  private mutating func forEach(
    atOnce most: Int, _ goesOn: ([BodyFault]) -> Bool,
    fault: (inout BodyFaults, Event) -> BodyFault?
  ) {
    var next = 0
    while next < events.count {
      let start = next
      var faults: [BodyFault] = []
      while next < events.count,
        next - start < most || events[next].offset == events[next - 1].offset
      {
        if let fault = fault(&self, events[next]) { faults.append(fault) }
        next += 1
      }
      if !faults.isEmpty, !goesOn(faults) { return }
    }
  }

  private mutating func fault(of event: Event, _ walk: inout TapeWalk) -> BodyFault? {
    switch event.source {
    case .made: return made[Int(event.position)]
    case .failure: return reader?.fault(at: event.position, &walk)
    case .duplicate:
      guard let duplicates, let severity = duplicates.severity else { return nil }
      let index = duplicates.keys[Int(event.position)].repeated
      let key = duplicates.document.node(at: index)
      return BodyFault(
        rule: .duplicateKey, severity: severity,
        text: BodyMessage.duplicateKey(key.string ?? "").text,
        instance: walk.path(to: index + 1).pointer, range: key.range)
    }
  }
}
