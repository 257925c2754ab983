@_spi(Engine) internal import JSONSchema
internal import JSONTape

/// Checking one body: syntax, keys, schema, relations.
extension CheckRun {
  /// Judges a body by a node of the contract's plan.
  mutating func check(
    _ body: Body, root: Int32, settings: RuleSettings, pagination: PaginationPlace?,
    query: URLParts?
  ) {
    guard let contract, let document = document(of: body, settings) else { return }
    let keys = document.duplicateKeys()
    let list = contract.schema.failureList(in: document, root: root)
    var reader: ViolationReader?
    if list.count > 0 {
      reader = ViolationReader(
        FailureReading(document: document, contract: contract, settings: settings), list,
        hasRepeatedKeys: !keys.isEmpty)
    }
    var arithmetic: [Violation] = []
    if let pagination, settings.isOn(.paginationArithmetic) {
      arithmetic = PaginationFigures(
        root: document.root, place: pagination, query: query,
        broken: reader.map { Self.figures(of: pagination, in: document, at: $0) } ?? []
      ).faults(severity: settings[.paginationArithmetic].severity ?? .error)
    }
    report(
      BodyViolations(
        arithmetic, reader: reader,
        duplicates: BodyViolations.Duplicates(
          document: document, keys: keys, severity: settings[.duplicateKey].severity)), of: body)
  }

  /// The pagination figures that faults are about.
  private static func figures(
    of place: PaginationPlace, in document: JSONDocument, at reader: ViolationReader
  ) -> Set<JSONPointer> {
    var (object, pointer) = (document.root, JSONPointer())
    if case .member(let name, _, _) = place {
      guard let node = object[name] else { return [] }
      (object, pointer) = (node, pointer.appending(name))
    }
    return Set(
      object.members.lazy.filter { reader.concerns($0.value.tapeIndex) }
        .map { pointer.appending($0.name) })
  }

  /// Parses a body, with findings for what is not JSON and for repeated keys; nil when it is not
  /// JSON.
  @discardableResult
  mutating func checkSyntax(_ body: Body, _ settings: RuleSettings) -> JSONDocument? {
    guard let document = document(of: body, settings) else { return nil }
    if let severity = settings[.duplicateKey].severity {
      report(
        BodyViolations(
          [],
          duplicates: BodyViolations.Duplicates(
            document: document, keys: document.duplicateKeys(), severity: severity)), of: body)
    }
    return document
  }

  /// Parses a body, with a finding for what is not JSON.
  private mutating func document(of body: Body, _ settings: RuleSettings) -> JSONDocument? {
    do {
      return try JSONDocument(body.bytes)
    } catch {
      guard let severity = settings[.jsonSyntax].severity else { return nil }
      let length = error.offset < body.bytes.count ? 1 : 0
      let violation = Violation(
        rule: .jsonSyntax, severity: severity, kind: .syntax(error),
        range: ByteRange(offset: error.offset, length: length))
      report([violation], of: body, isMalformed: true)
      return nil
    }
  }
}
