@_spi(Engine) internal import ContractCheck
@_spi(Engine) internal import ContractCaptures
@_spi(Engine) internal import JSONTape

/// Turns changes into findings. Each change has one finding for all operations and directions that
/// it affects.
struct ChangeFindings {
  let comparison: OperationComparison
  let contract: String
  let overrides: [String: Severity?]
  let showsLines: Bool
  let traffic: ChangeTraffic?
  /// The number of changes above the maximum.
  private(set) var leftOut = 0
  private(set) var sources: [ObjectIdentifier: Source] = [:]

  private var old: SchemaReader { comparison.oldReader }
  private var new: SchemaReader { comparison.newReader }

  /// A file, with tables that turn offsets into positions.
  struct Source {
    let document: JSONDocument
    let bytes: [UInt8]
    var lines: LineIndex
    lazy var secrets = SecretsOfSchemas(document)
    lazy var redaction = Redaction(looksOf: bytes, ranges: secrets.ranges)

    init(_ document: JSONDocument) {
      self.document = document
      bytes = Array(document.sourceBytes)
      lines = LineIndex(bytes)
    }

    mutating func show(
      _ range: ByteRange, withFrame: Bool
    ) -> (region: Region, frame: CodeFrame?) {
      let range = ByteRange(offset: range.offset, length: max(range.length, 1))
      let start = lines.position(of: range.offset)
      let region = Region(start: start, end: lines.position(of: range.end), bytes: range)
      guard withFrame else { return (region, nil) }
      return (region, .cut(range, line: start.line, from: bytes, redaction: redaction))
    }
  }

  private struct Key: Hashable {
    let facet: String
    let name: String
    let place: UInt64
  }

  /// A change in the direction to report, and the operations of each direction.
  private struct Choice {
    var change: ContractChange
    var severity: Severity
    /// The operations by direction: true for responses.
    var operations: [Bool: Set<Int>] = [:]
    /// The worst severity by direction.
    var severities: [Bool: Severity] = [:]

    /// The operations that the finding is about, in the direction of the change and in the other
    /// direction. A direction in which the change is less severe is not reported.
    var reported: (own: Set<Int>, other: Set<Int>) {
      let own = operations[change.isResponse, default: []]
      guard severities[!change.isResponse] == severity else { return (own, []) }
      return (own, operations[!change.isResponse, default: []].subtracting(own))
    }
  }

  mutating func findings(of changes: [ContractChange], atMost most: Int) -> [Finding] {
    var indexes: [Key: Int] = [:]
    var choices: [Choice] = []
    for change in changes {
      let rule = change.meaning().rule
      guard let severity = overrides[rule.id] ?? rule.severity else { continue }
      let aspect = change.aspect
      let key = Key(facet: aspect.facet, name: aspect.name, place: new.id(of: change.new))
      let index = indexes[key] ?? choices.count
      if index == choices.count {
        indexes[key] = index
        choices.append(Choice(change: change, severity: severity))
      }
      choices[index].operations[change.isResponse, default: []].formUnion(change.operations)
      choices[index].severities[change.isResponse] = max(
        severity, choices[index].severities[change.isResponse] ?? severity)
      // If there are two directions, the direction with the higher severity is reported. If the
      // severities are equal, the response is reported.
      let other = choices[index]
      if severity > other.severity
        || severity == other.severity && change.isResponse && !other.change.isResponse
      {
        choices[index].change = change
        choices[index].severity = severity
      }
    }
    leftOut = max(0, choices.count - most)
    var byFile: [Int: [Finding]] = [:]
    for choice in choices.prefix(most) {
      let file = new.files.number(of: choice.change.new)
      byFile[file, default: []].append(finding(of: choice, in: file))
    }
    return byFile.sorted { $0.key < $1.key }
      .flatMap { $0.value.sorted(by: Finding.inReportOrder) }
  }

  private mutating func finding(of choice: Choice, in file: Int) -> Finding {
    var change = choice.change
    let pointer = change.new.document.pointer(to: change.new.tapeIndex)
    change.mask(isSecret: isSecret(change.new) || change.old.map { isSecret($0) } ?? false)
    let aspect = change.aspect
    // `items: false` is about the array, not about its elements.
    let isEnd = aspect.keyword == "items" && change.new.bool == false
    let meaning = change.meaning(
      ContractChange.subject(
        at: isEnd ? pointer.tokens.dropLast() : pointer.tokens, in: change.new.document,
        isResponse: change.isResponse))
    let (own, other) = choice.reported
    let others = operations(other).map {
      "also for \(change.isResponse ? "requests" : "responses") \($0)"
    }
    let notes = [
      // The message of a change of an operation names the operation.
      aspect.facet == "operation" ? nil : operations(own), others,
      change.old.map { "before: \(position(inOld: $0))" },
      traffic?.note(
        on: change,
        in: choice.operations.values.flatMap { $0 }.map { comparison.names[$0] }),
    ].compactMap { $0 }
    let document = change.new.document
    let (region, frame) = sources[document.identity, default: Source(document)]
      .show(Self.shown(change.new).sourceRange, withFrame: showsLines)
    let clients = comparison.old.contract.settings.clients
    let effects = change.meeting.map { ClientEffect.all(of: $0, clients) } ?? []
    // A claim about all apps may be wrong for the apps that the contract names.
    let named = clients.areNamed && !effects.isEmpty ? meaning.fact : nil
    let message = named.map { "\($0): \(ClientEffect.words(effects))" } ?? meaning.message
    let isSet = overrides[meaning.rule.id] != nil
    var finding = Finding(
      rule: meaning.rule.id,
      severity: clients.list.count == 1 && !effects.isEmpty && !isSet
        ? ClientEffect.severity(of: effects) : choice.severity,
      keyword: aspect.keyword,
      message: message + (notes.isEmpty ? "" : " (\(notes.joined(separator: "; ")))"),
      label: meaning.advice, why: named == nil ? meaning.rule.rationale : nil,
      file: Redaction.fileName(new.files.files[file].name),
      region: region, instance: pointer.shown,
      property: change.property.map { Redaction.shown($0, ofProperty: nil) },
      schema: "\(Redaction.fileName(new.files.files[file].path))#\(pointer.shown)",
      contract: contract, frame: frame)
    finding.effects = effects
    finding.operations = own.union(other).sorted().map { comparison.names[$0] }
    // Fingerprints treat numbers as ids, but a status is not an id.
    let statuses = zip(pointer.tokens, pointer.tokens.dropFirst()).filter { $0.0 == "responses" }
    finding.shape = ([change.shape] + statuses.map(\.1)).filter { !$0.isEmpty }
      .joined(separator: " ")
    return finding
  }

  /// The value to underline. It is a scalar, or the name of an object or an array. Without a name,
  /// it is the opening bracket.
  private static func shown(_ node: JSONNode) -> JSONNode {
    guard node.kind == .object || node.kind == .array, node.tapeIndex > 0 else { return node }
    var pointer = node.document.pointer(to: node.tapeIndex)
    pointer.tokens.removeLast()
    guard node.document.node(at: pointer)?.kind == .object else { return node }
    // A property's name is directly before its value on the tape.
    return node.document.node(at: node.tapeIndex - 1)
  }

  /// Whether a place of either document describes a secret.
  private mutating func isSecret(_ node: JSONNode) -> Bool {
    sources[node.document.identity, default: Source(node.document)].secrets.isSecret(node)
  }

  private mutating func position(inOld node: JSONNode) -> String {
    let position = sources[node.document.identity, default: Source(node.document)].lines
      .position(of: Self.shown(node).sourceRange.offset)
    return "\(old.files.name(of: node)):\(position.line):\(position.column)"
  }

  /// The operations in words: `in GET /a`, `in 5 operations: GET /a, GET /b, GET /c and 2 more`.
  private func operations(_ touched: Set<Int>) -> String? {
    guard !touched.isEmpty else { return nil }
    let shown = touched.sorted().prefix(3).map { comparison.names[$0] }
    guard touched.count > 1 else { return "in \(shown[0])" }
    let rest = touched.count > 3 ? " and \(touched.count - 3) more" : ""
    return "in \(touched.count) operations: \(shown.joined(separator: ", "))\(rest)"
  }
}

extension ContractChange {
  /// Hides values in the change. A secret value is hidden completely. In other values, the secrets
  /// are hidden.
  fileprivate mutating func mask(isSecret: Bool) {
    func shown(_ values: [String]) -> [String] {
      values.map { isSecret ? Redaction.mask(of: $0) : Redaction.shown($0, ofProperty: nil) }
    }
    func shown(_ pattern: String?) -> String? {
      pattern.map { Redaction.shown(pattern: $0, ofSecret: isSecret) }
    }
    switch kind {
    case .valuesAdded(let values): kind = .valuesAdded(shown(values))
    case .valuesRemoved(let values): kind = .valuesRemoved(shown(values))
    case .bound("pattern", let isTighter, let old, let new):
      kind = .bound("pattern", isTighter: isTighter, from: shown(old), to: shown(new))
    case .serverRemoved(let urls): kind = .serverRemoved(urls.map(URLRedaction.redact))
    default: break
    }
  }
}
