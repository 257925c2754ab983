@_spi(Engine) internal import JSONTape

/// One walk over a body, in time linear in it: every object and array is looked at once, with what
/// it holds directly. The facets are in extensions.
struct BodyWalk {
  /// A member of the object at hand, by tape indexes and the number of its name.
  struct Member {
    let key: Int
    let value: Int
    let name: Int
  }

  let document: JSONDocument
  let cursor: TapeCursor
  let context: LintContext
  let names: NameTable
  var faults: [BodyFault] = []
  /// See ``countKeys()``.
  var keys = KeyCaseTally()
  /// See ``lintPagination(_:_:)``.
  var paginations = 0
  private(set) var path: TapePath
  /// The members of the object at hand.
  private(set) var members: [Member] = []
  /// The tape index at which free-form values end that have begun.
  private var freeFormEnd = 0

  init(document: JSONDocument, cursor: TapeCursor, context: LintContext, names: NameTable) {
    self.document = document
    self.cursor = cursor
    self.context = context
    self.names = names
    path = TapePath(cursor)
  }

  /// Everything that is found in the body.
  mutating func run() -> [BodyFault] {
    names.makeRoom()
    while let value = path.next() {
      switch cursor.rawTag(value) {
      case TapeTag.object.rawValue: inspectObject(value)
      case TapeTag.array.rawValue: inspectArray(value)
      default: break
      }
    }
    reportKeyCase()
    return faults
  }

  private mutating func inspectObject(_ object: Int) {
    members.removeAll(keepingCapacity: true)
    var roles: NameTraits.Roles = []
    let isFreeForm = object < freeFormEnd
    var key = cursor.firstChild(object)
    let end = cursor.next(object)
    while key < end {
      let name = names.id(of: cursor.decodedString(key))
      members.append(Member(key: key, value: key + 1, name: name))
      roles.formUnion(names.traits[name].roles)
      if names.traits[name].roles.contains(.freeForm), cursor.isContainer(key + 1) {
        freeFormEnd = max(freeFormEnd, cursor.next(key + 1))
      }
      key = cursor.next(key + 1)
    }
    if !isFreeForm { countKeys() }
    if roles.contains(.coordinate) { lintCoordinates(object) }
    if roles.contains(.date) { lintDates() }
    if roles.contains(.figure) { lintPagination(object, roles) }
    if roles.contains(.secret) { lintSecrets(roles) }
    if roles.contains(.deviceToken) || roles.isSuperset(of: [.platform, .device]) {
      lintDevice(roles)
    }
  }

  private mutating func inspectArray(_ array: Int) {
    // What a request leaves out it need not know.
    if !context.isRequest, array >= freeFormEnd { lintElements(array) }
    if path.levels.isEmpty { lintBareArray(array) }
  }

  // MARK: For the facets

  func traits(_ member: Member) -> NameTraits { names.traits[member.name] }

  /// The pointer to the object at hand, or to one of its members.
  func pointer(_ member: Member? = nil) -> JSONPointer {
    member.map { path.pointer.appending(traits($0).name) } ?? path.pointer
  }

  /// Notes a fault at a member: at its key or at its value.
  mutating func add(
    _ rule: Rule, _ message: LintMessage, at member: Member, isKey: Bool = false,
    isGuess: Bool = true, fix: (title: String, text: String)? = nil
  ) {
    guard let severity = context.severities.severity(of: rule, isGuess: isGuess) else { return }
    let range = cursor.range(isKey ? member.key : member.value)
    var fault = BodyFault(
      rule: rule, severity: severity, text: message.text(of: rule),
      instance: pointer(member), range: range,
      fix: fix.map {
        BodyFix(
          title: $0.title, edits: [BodyFix.Edit(range: range, text: $0.text)],
          isSafe: !isGuess)
      })
    fault.shape = message.shape
    faults.append(fault)
  }

  /// Notes that an object lacks a member.
  mutating func add(
    _ rule: Rule, _ message: LintMessage, to object: Int, at pointer: JSONPointer,
    lacking member: String, fix: BodyFix? = nil
  ) {
    guard let severity = context.severities.severity(of: rule, isGuess: true) else { return }
    let range = cursor.range(object)
    var fault = BodyFault(
      rule: rule, severity: severity, text: message.text(of: rule), instance: pointer,
      member: member, range: range, mark: ByteRange(offset: range.offset, length: 1), fix: fix)
    fault.shape = message.shape
    faults.append(fault)
  }

  /// A new name for a member's key; nil where the object has that name already.
  func renaming(_ member: Member, to name: String) -> (title: String, text: String)? {
    guard !members.contains(where: { traits($0).name == name }) else { return nil }
    return ("rename to `\(SafeText.line(name))`", JSONWriter.quoted(name))
  }
}
