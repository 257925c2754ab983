internal import JSONTape

/// Turns changes into findings: one a change, however many operations and directions it is found in.
struct ChangeFindings {
  private let old: SchemaReader
  private let new: SchemaReader
  private let names: [String]
  private let contract: String
  private let overrides: [String: Severity?]
  private let showsLines: Bool
  /// How many changes were past the bound.
  private(set) var leftOut = 0
  private var oldLines: [Int: LineIndex] = [:]
  private var newSources: [Int: Source] = [:]

  /// A file of the new document, with what it takes to point into it.
  private struct Source {
    let bytes: [UInt8]
    var lines: LineIndex
    let redaction: Redaction
  }

  init(
    old: SchemaReader, new: SchemaReader, names: [String], contract: String,
    overrides: [String: Severity?], showsLines: Bool
  ) {
    self.old = old
    self.new = new
    self.names = names
    self.contract = contract
    self.overrides = overrides
    self.showsLines = showsLines
  }

  private struct Key: Hashable {
    let aspect: ContractChange.Aspect
    let place: UInt64
  }

  mutating func findings(of changes: [ContractChange], atMost most: Int) -> [Finding] {
    var order: [Key] = []
    var chosen: [Key: (change: ContractChange, severity: Severity)] = [:]
    var touched: [Key: (response: Set<Int>, request: Set<Int>)] = [:]
    for change in changes {
      guard let severity = severity(of: change.rule) else { continue }
      let key = Key(aspect: change.kind.aspect, place: new.id(of: change.new))
      if change.isResponse {
        touched[key, default: ([], [])].response.formUnion(change.operations)
      } else {
        touched[key, default: ([], [])].request.formUnion(change.operations)
      }
      guard let other = chosen[key] else {
        order.append(key)
        chosen[key] = (change, severity)
        continue
      }
      // In two directions, the more severe one is told; of equals, the response.
      if severity > other.severity
        || severity == other.severity && change.isResponse && !other.change.isResponse
      {
        chosen[key] = (change, severity)
      }
    }
    var byFile: [Int: [Finding]] = [:]
    leftOut = max(0, order.count - most)
    for key in order.prefix(most) {
      guard let (found, severity) = chosen[key], let operations = touched[key] else { continue }
      var change = found
      change.operations = change.isResponse ? operations.response : operations.request
      let file = new.files.number(of: change.new)
      byFile[file, default: []].append(finding(of: change, severity, in: file))
    }
    return byFile.sorted { $0.key < $1.key }
      .flatMap { $0.value.sorted(by: Finding.inReportOrder) }
  }

  private func severity(of rule: ChangeRule) -> Severity? {
    overrides[rule.id] ?? rule.severity
  }

  private mutating func finding(
    of found: ContractChange, _ severity: Severity, in file: Int
  ) -> Finding {
    var change = found
    let place = Self.shown(change.new)
    let pointer = change.new.document.pointer(to: change.new.tapeIndex)
    change.mask(isSecret: SecretsOfSchemas.isSecret(pointer))
    let words = change.words(
      subject: ChangeSubject.text(pointer, isResponse: change.isResponse))
    let notes = [
      change.isOperation ? nil : operations(change.operations),
      change.old.map { "before: \(position(inOld: $0))" },
    ].compactMap { $0 }
    let range = place.sourceRange
    var source = self.source(file)
    let bytes = ByteRange(offset: range.offset, length: max(range.length, 1))
    let region = Region(
      start: source.lines.position(of: bytes.offset), end: source.lines.position(of: bytes.end),
      bytes: bytes)
    newSources[file] = source
    let frame =
      showsLines
      ? CodeFrame.cut(
        bytes, line: region.start.line, from: source.bytes, redaction: source.redaction) : nil
    return Finding(
      rule: change.rule.id, severity: severity, keyword: change.keyword,
      message: words.message + (notes.isEmpty ? "" : " (\(notes.joined(separator: "; ")))"),
      label: words.advice, why: change.rule.rationale,
      file: Redaction.fileName(new.files.files[file].name),
      region: region, instance: pointer.shown,
      member: change.member.map { Redaction.shown($0, ofMember: nil) },
      schema: "\(Redaction.fileName(new.files.files[file].path))#\(pointer.shown)",
      contract: contract, frame: frame)
  }

  /// What to underline: a scalar, the name of an object or an array, or else its bracket.
  private static func shown(_ node: JSONNode) -> JSONNode {
    guard node.kind == .object || node.kind == .array, node.tapeIndex > 0 else { return node }
    var pointer = node.document.pointer(to: node.tapeIndex)
    pointer.tokens.removeLast()
    guard node.document.node(at: pointer)?.kind == .object else { return node }
    // A member's name is the word before its value.
    return node.document.node(at: node.tapeIndex - 1)
  }

  private mutating func source(_ file: Int) -> Source {
    // Taken out while it is counted on, so that it is not copied.
    if let known = newSources.removeValue(forKey: file) { return known }
    let document = new.files.files[file].document
    let bytes = Array(document.sourceBytes)
    return Source(
      bytes: bytes, lines: LineIndex(bytes),
      redaction: showsLines
        ? Redaction(looksOf: bytes, ranges: SecretsOfSchemas.ranges(in: document)) : Redaction())
  }

  /// `schemas/old.json:12:9`.
  private mutating func position(inOld node: JSONNode) -> String {
    let file = old.files.number(of: node)
    var lines =
      oldLines.removeValue(forKey: file) ?? LineIndex(old.files.files[file].document.sourceBytes)
    let position = lines.position(of: Self.shown(node).sourceRange.offset)
    oldLines[file] = lines
    return "\(old.files.files[file].name):\(position.line):\(position.column)"
  }

  /// `in GET /a`, `in 5 operations: GET /a, GET /b, GET /c and 2 more`.
  private func operations(_ touched: Set<Int>) -> String? {
    guard !touched.isEmpty else { return nil }
    let shown = touched.sorted().prefix(3).map { names[$0] }
    guard touched.count > 1 else { return "in \(shown[0])" }
    let rest = touched.count > 3 ? " and \(touched.count - 3) more" : ""
    return "in \(touched.count) operations: \(shown.joined(separator: ", "))\(rest)"
  }
}

extension ContractChange {
  /// Hides the values that the change names, all of them or those that look like secrets.
  fileprivate mutating func mask(isSecret: Bool) {
    func shown(_ values: [String]) -> [String] {
      values.map {
        isSecret ? Redaction.masked($0.unicodeScalars.count) : Redaction.shown($0, ofMember: nil)
      }
    }
    switch kind {
    case .valuesAdded(let values): kind = .valuesAdded(shown(values))
    case .valuesRemoved(let values): kind = .valuesRemoved(shown(values))
    default: break
    }
  }

  /// Whether the change is that of an operation itself, which the message names.
  fileprivate var isOperation: Bool { kind.aspect.facet == "operation" }

  /// What is not at the place any more.
  fileprivate var member: String? {
    switch kind {
    case .dropped(let name, _, nil, _), .operationRemoved(let name, nil), .schemaRemoved(let name),
      .statusRemoved(let name, _), .mediaTypeRemoved(let name), .parameterRemoved(let name),
      .variantRemoved(let name):
      name
    default: nil
    }
  }

  /// The keyword of a schema that has changed.
  fileprivate var keyword: String? {
    switch kind {
    case .type, .typeFits, .nullable, .notNull: "type"
    case .optional, .always: "required"
    case .dropped, .added, .coordinates: "properties"
    case .closed, .opened: "additionalProperties"
    case .valuesAdded, .valuesRemoved, .valuesOpened, .valuesClosed: "enum"
    case .date, .format: "format"
    case .bound(let name, _, _, _), .conditions(let name): name
    case .variantAdded, .variantRemoved: "oneOf"
    case .discriminator: "discriminator"
    default: nil
    }
  }
}
