@_spi(Engine) internal import ContractCaptures
@_spi(Engine) internal import JSONTape

/// A part of a body that a rule checks without a contract.
enum LintPart: Sendable {
  /// Objects with a property whose name has one of these roles; nil means all objects.
  case objects(
    with: NameTraits.Roles?, @Sendable (inout BodyWalk, _ object: Int, NameTraits.Roles) -> Void)
  /// Bodies that are arrays.
  case list(@Sendable (inout BodyWalk, _ array: Int) -> Void)
  case arrays(@Sendable (inout BodyWalk, _ array: Int) -> Void)
  /// The property names in a body. `count` is called for each object that is not free-form.
  /// `report` is called at the end of the body.
  case keys(
    count: @Sendable (inout BodyWalk) -> Void, report: @Sendable (inout BodyWalk) -> Void)
}

/// One walk over a body, in linear time. Each object and array is visited once, with its direct
/// content, by the rules that have a part for it (``Rule/lint``).
struct BodyWalk {
  /// A property of the current object, by tape indexes and the number of its name.
  struct Property {
    let key: Int
    let value: Int
    let name: Int
  }

  /// A visit with violations, and the walk's state before it.
  struct Visit {
    /// The tape index of an object or array; nil for the end of the body.
    let value: UInt32?
    let freeFormEnd: UInt32
    let paginations: UInt32
    /// The first bytes of the first and the last violation.
    let offsets: ClosedRange<Int>
  }

  struct Visits {
    let all: [Visit]
    let keys: KeyCaseTally
  }

  let document: JSONDocument
  let cursor: TapeCursor
  let context: LintContext
  let names: NameTable
  /// The violations in the order of the walk. Empty after a first walk with too many violations.
  private(set) var violations: [Violation] = []
  /// In a first walk: the start of each violation, and the visits that find the violations again.
  private(set) var offsets: [Int] = []
  private(set) var visits: [Visit] = []
  var keys = KeyCaseTally()
  var paginations = 0
  private(set) var path: TapePath
  private(set) var properties: [Property] = []
  /// The tape index where the current free-form value ends.
  private(set) var freeFormEnd = 0
  private let parts: [LintPart]
  /// The walk keeps only violations that begin in this range. Nil means all violations.
  private var window: ClosedRange<Int>?
  private var mostKept = Int.max

  init(document: JSONDocument, cursor: TapeCursor, context: LintContext, names: NameTable) {
    self.document = document
    self.cursor = cursor
    self.context = context
    self.names = names
    path = TapePath(cursor)
    parts = context.severities.parts
  }

  /// Visits the whole body.
  ///
  /// - Parameters:
  ///   - siblings: The differences of the file from other files of its folder.
  ///   - mostKept: The maximum number of violations that are kept. If there are more, none are
  ///     kept.
  mutating func run(_ siblings: [SiblingDifferences.Difference], mostKept: Int) {
    self.mostKept = mostKept
    names.makeRoom()
    while let value = path.next() { visit(value) }
    look(at: nil) { $0.finish(siblings) }
  }

  /// Repeats the visits with violations in the window, in a new walk.
  ///
  /// - Parameter first: The walk over the whole body.
  mutating func run(
    again first: Visits, in window: ClosedRange<Int>, _ siblings: [SiblingDifferences.Difference]
  ) {
    names.makeRoom()
    self.window = window
    keys = first.keys
    for visit in first.all where visit.offsets.overlaps(window) {
      paginations = Int(visit.paginations)
      freeFormEnd = Int(visit.freeFormEnd)
      guard let value = visit.value else {
        finish(siblings)
        continue
      }
      _ = path.path(to: Int(value))
      inspect(Int(value))
    }
  }

  private mutating func visit(_ value: Int) {
    if cursor.isContainer(value) { look(at: value) { $0.inspect(value) } }
  }

  /// Checks a container, or the end of the body, and notes whether there is a violation.
  private mutating func look(at value: Int?, _ look: (inout BodyWalk) -> Void) {
    let (start, paginations, freeFormEnd) = (offsets.count, paginations, freeFormEnd)
    look(&self)
    guard let first = offsets[start...].min(), let last = offsets[start...].max() else { return }
    visits.append(
      Visit(
        value: value.map { UInt32(truncatingIfNeeded: $0) },
        freeFormEnd: UInt32(truncatingIfNeeded: freeFormEnd),
        paginations: UInt32(truncatingIfNeeded: paginations), offsets: first...last))
  }

  private mutating func inspect(_ value: Int) {
    if cursor.rawTag(value) == TapeTag.object.rawValue {
      inspectObject(value)
    } else {
      inspectArray(value)
    }
  }

  private mutating func finish(_ siblings: [SiblingDifferences.Difference]) {
    for case .keys(_, let report) in parts { report(&self) }
    for (path, kind) in siblings { report(kind, at: path) }
  }

  private mutating func inspectObject(_ object: Int) {
    properties.removeAll(keepingCapacity: true)
    var roles: NameTraits.Roles = []
    let isFreeForm = object < freeFormEnd
    var key = cursor.firstChild(object)
    let end = cursor.next(object)
    while key < end {
      let name = names.id(of: cursor.decodedString(key))
      properties.append(Property(key: key, value: key + 1, name: name))
      roles.formUnion(names.traits[name].roles)
      if names.traits[name].roles.contains(.freeForm), cursor.isContainer(key + 1) {
        freeFormEnd = max(freeFormEnd, cursor.next(key + 1))
      }
      key = cursor.next(key + 1)
    }
    for part in parts {
      switch part {
      case .objects(let wanted, let look):
        if wanted.map({ !roles.isDisjoint(with: $0) }) ?? true { look(&self, object, roles) }
      // A second walk uses the counts of the first.
      case .keys(let count, _): if !isFreeForm, window == nil { count(&self) }
      case .arrays, .list: break
      }
    }
  }

  private mutating func inspectArray(_ array: Int) {
    for part in parts {
      switch part {
      case .arrays(let look): look(&self, array)
      case .list(let look): if path.levels.isEmpty { look(&self, array) }
      case .objects, .keys: break
      }
    }
  }

  private mutating func report(_ difference: SiblingDifferences.Kind, at path: [String]) {
    var object = document.root
    for name in path {
      guard let inner = object[name] else { return }
      object = inner
    }
    let pointer = JSONPointer(tokens: path)
    switch difference {
    case .absent(let name, let count, let total):
      guard object[name] == nil else { return }
      reportAbsence(
        of: NameTraits(name), in: object.tapeIndex, at: pointer,
        "\(count) of \(total) similar files in this folder", isOne: count == 1,
        shape: SiblingDifferences.shape)
    case .spelling(let name, let odd):
      guard let value = object[name], value.string == odd.spelling else { return }
      reportSpelling(
        odd, of: name, at: pointer.appending(name), value.range,
        "\(Plural.count(odd.count, "other file")) in this folder")
    case .renamed(let name, let usual, let count, let total):
      guard let value = object[name], object[usual] == nil else { return }
      reportRenaming(
        of: value.tapeIndex - 1, name, to: usual, at: pointer,
        "\(count) of \(total) similar files in this folder", shape: SiblingDifferences.shape)
    }
  }

  // MARK: For the rules

  func traits(_ property: Property) -> NameTraits { names.traits[property.name] }

  /// Adds a violation at a property's key or value.
  mutating func add(
    _ rule: Rule, _ text: FindingText, shape: String = "", at property: Property,
    isKey: Bool = false, isGuess: Bool = true, fix: (title: String, text: String)? = nil
  ) {
    let range = cursor.range(isKey ? property.key : property.value)
    let fix = fix.map {
      BodyFix(
        title: $0.title, edits: [BodyFix.Edit(range: range, text: $0.text)], isSafe: !isGuess)
    }
    let pointer = path.pointer.appending(traits(property).name)
    add(rule, .told(text, shape: shape), at: pointer, range, isGuess: isGuess, fix)
  }

  mutating func add(
    _ rule: Rule, _ text: FindingText, shape: String = "", to object: Int, at pointer: JSONPointer,
    lacking property: String, fix: BodyFix? = nil
  ) {
    add(rule, .told(text, shape: shape), at: pointer, cursor.range(object), lacking: property, fix)
  }

  mutating func add(
    _ rule: Rule, _ kind: Violation.Kind, at pointer: JSONPointer, _ range: ByteRange,
    lacking property: String? = nil, isGuess: Bool = true, isNote: Bool = false, _ fix: BodyFix?
  ) {
    guard
      let severity = context.severities.severity(of: rule, isGuess: isGuess, isNote: isNote)
    else { return }
    add(
      Violation(
        rule: rule, severity: severity, kind: kind, instance: pointer, property: property,
        range: range, mark: property == nil ? nil : ByteRange(offset: range.offset, length: 1),
        fix: fix))
  }

  mutating func add(_ violation: Violation) {
    guard isWanted(violation.range.offset) else { return }
    if window == nil {
      offsets.append(violation.range.offset)
      guard offsets.count <= mostKept else {
        violations = []
        return
      }
    }
    violations.append(violation)
  }

  /// Whether a violation that begins at this byte is wanted.
  func isWanted(_ offset: Int) -> Bool { window?.contains(offset) ?? true }

  /// Creates the fix. Nil if the object already has a property with the new name.
  func renaming(_ property: Property, to name: String) -> (title: String, text: String)? {
    guard !properties.contains(where: { traits($0).name == name }) else { return nil }
    return ("rename to `\(SafeText.line(name))`", JSONWriter.quoted(name))
  }
}
