@_spi(Engine) internal import ContractCheck
@_spi(Engine) internal import ContractCaptures
@_spi(Engine) internal import JSONTape

/// An OpenAPI 3.1 contract that is inferred from traffic.
@_spi(Engine) public struct ContractDraft: Sendable {
  /// The decisions of the user.
  public struct Settings: Sendable {
    /// Whether rare values also become part of the contract.
    public var acceptsAll = false
    /// The ids of rules that the traffic does not follow, with reasons.
    public var rulesOff: [String: String] = [:]
    /// The rare properties that are part of the contract.
    public var accepted = Accepted()

    /// Creates settings without rare values.
    public init() {}
  }

  /// The minimum number of values that is needed for a statement about all values.
  public static let fewestSamples = Evidence.fewest

  /// The document as YAML. A comment beside each statement gives the evidence.
  public let yaml: [UInt8]
  /// The document as JSON.
  public let json: [UInt8]
  /// The number of operations.
  public let operationCount: Int
  /// The number of component schemas.
  public let schemaCount: Int
  /// The parts that are missing in the document, with one line for each part.
  public let remarks: [String]
  /// The rules that are off, with the reasons.
  public let rulesOff: [String: String]
  /// The component schemas of bare bodies, by the names of their groups.
  public let schemaNames: [String: String]

  /// Whether a property `platform` in the traffic has the values `ios` or `android`. The rule
  /// `device-platform` is about such a property.
  public let hasDevicePlatforms: Bool

  /// Creates the contract from a learner. Call this only after all threads have stopped learning.
  public init(_ learner: TrafficLearner, _ settings: Settings = Settings()) {
    let tally = learner.tally()
    hasDevicePlatforms = tally.values.hasValue(["ios", "android"], of: "platform")
    let writer = ContractDraftWriter(tally, settings)
    let document = writer.document
    yaml = document.yaml
    json = document.json
    operationCount = writer.operationCount
    schemaCount = writer.schemaCount
    remarks = writer.remarks
    rulesOff = settings.rulesOff
    schemaNames = writer.schemaNames
  }
}

/// Writes the document except for its schemas.
private struct ContractDraftWriter {
  private let tally: TrafficTally
  private let settings: ContractDraft.Settings
  private let evidence: Evidence
  private let operations: [TrafficTally.Operation]
  private let bodies: [(name: String, message: TrafficTally.Message)]
  /// The number of groups of bare bodies with the same folder and properties.
  private var alike: [[String]: Int] = [:]
  private let gapNames: GapNames
  private let origins: [String]
  private(set) var operationCount = 0
  private(set) var schemaCount = 0
  private(set) var schemaNames: [String: String] = [:]
  let remarks: [String]
  private(set) var document = DraftNode.object([])

  init(_ tally: TrafficTally, _ settings: ContractDraft.Settings) {
    self.tally = tally
    self.settings = settings
    evidence = Evidence(acceptsAll: settings.acceptsAll)
    let folded = PathFolding(tally, evidence).operations
    let api = folded.filter(Self.isOfAPI)
    // A file below things, such as `/policies/download`, would be taken for one of the things.
    let kept = folded.filter { other in
      Self.isOfAPI(other)
        || api.contains { $0.method == other.method && $0.path.hides(other.path) }
    }
    remarks = Self.remarks(on: tally, folded, kept)
    operations = Self.united(kept, tally).sorted {
      ($0.path.description, Self.rank($0.method)) < ($1.path.description, Self.rank($1.method))
    }
    bodies = tally.bodies.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    for operation in operations { tally.settleStatuses(of: operation) }
    gapNames = GapNames(operations)
    origins = Self.origins(of: operations)
    for body in bodies {
      let kind = kind(ofGroup: body)
      if !kind.isEmpty { alike[kind, default: 0] += 1 }
    }
    document = draft()
  }

  /// Combines operations so that there is one for each method and path, on all servers. The
  /// operations are sorted by name.
  private static func united(
    _ operations: [TrafficTally.Operation], _ tally: TrafficTally
  ) -> [TrafficTally.Operation] {
    var first: [String: TrafficTally.Operation] = [:]
    var united: [TrafficTally.Operation] = []
    for operation in operations {
      let key = "\(operation.method) \(operation.path)"
      if let known = first[key] {
        known.otherOrigins.append(operation.origin)
        tally.merge(operation, of: tally, into: known)
      } else {
        first[key] = operation
        united.append(operation)
      }
    }
    return united
  }

  /// Whether the exchanges contain JSON, or a changing method without a body, or with a form, gets
  /// a response without a body.
  private static func isOfAPI(_ operation: TrafficTally.Operation) -> Bool {
    guard methods.contains(operation.method) else { return false }
    let requests = operation.requests.messages
    let responses = operation.statuses.values.flatMap(\.bodies.messages.values)
    if (requests.values + responses).contains(where: { $0.shape != nil }) { return true }
    return operation.method != "GET" && !operation.statuses.isEmpty && responses.isEmpty
      && requests.keys.allSatisfy(forms.contains)
  }

  private static let forms = ["application/x-www-form-urlencoded", "multipart/form-data"]

  /// The methods without those that any server supports.
  private static let methods = ["GET", "POST", "PUT", "PATCH", "DELETE"]

  private static func rank(_ method: String) -> Int { methods.firstIndex(of: method) ?? 0 }

  /// The origins. The origins with the most exchanges are first.
  private static func origins(of operations: [TrafficTally.Operation]) -> [String] {
    var counts: [String: Int] = [:]
    for operation in operations {
      for origin in [operation.origin] + operation.otherOrigins where !origin.isEmpty {
        counts[origin, default: 0] += operation.exchanges
      }
    }
    return counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map(\.key)
  }

  private static func remarks(
    on tally: TrafficTally, _ all: [TrafficTally.Operation], _ kept: [TrafficTally.Operation]
  ) -> [String] {
    var remarks: [String] = []
    let others = all.reduce(0) { $0 + $1.exchanges } - kept.reduce(0) { $0 + $1.exchanges }
    if others > 0 {
      remarks.append(
        "\(Plural.count(others, "exchange")) without JSON \(others == 1 ? "is" : "are") not in the contract"
      )
    }
    if tally.leftOut > 0 {
      remarks.append(
        "\(Plural.count(tally.leftOut, "exchange is", "exchanges are")) not in the contract: there "
          + "are more than \(TrafficTally.mostOperations) different paths, or a path has more than "
          + "\(TrafficTally.mostSegments) segments")
    }
    if tally.malformed > 0 {
      remarks.append(
        "\(Plural.count(tally.malformed, "body is", "bodies are")) not JSON; `schemacheck check` says where"
      )
    }
    if tally.values.uncounted > 0 {
      remarks.append(
        "some values are not described: they are nested too deeply, or they differ "
          + "too much")
    }
    return remarks
  }

  // MARK: The document

  private mutating func draft() -> DraftNode {
    var roots: [SchemaInference.Body] = []
    for operation in operations {
      for message in operation.requests.sorted.compactMap(\.message.shape) {
        let name = operation.requestName
        roots.append(SchemaInference.Body(shape: message, name: name, thing: name))
      }
      for (status, response) in operation.statuses.sorted(by: { $0.key < $1.key }) {
        for shape in response.bodies.sorted.compactMap(\.message.shape) {
          roots.append(
            SchemaInference.Body(
              shape: shape, name: name(ofBody: shape, status, operation),
              thing: status < 400 ? operation.thing : "Error",
              isDetail: operation.endsInGap && status < 400))
        }
      }
    }
    for body in bodies {
      if let shape = body.message.shape {
        let name = name(ofGroup: body)
        roots.append(SchemaInference.Body(shape: shape, name: name, thing: name))
      }
    }
    var schemas = SchemaInference(tally.values, evidence, roots, accepted: settings.accepted)
    let paths = paths(&schemas)
    for body in bodies {
      guard let shape = body.message.shape else { continue }
      let isList = tally.values.shapes[shape].arrays > 0
      schemaNames[body.name] = schemas.addComponent(
        name(ofGroup: body) + (isList ? "List" : ""), ofBody: shape)
    }
    schemaCount = schemas.components.count
    var properties = [
      DraftProperty("openapi", "3.1.0"),
      DraftProperty(
        "info",
        .object([
          DraftProperty("title", origins.first.map { "API of \(Self.host(of: $0))" } ?? "API"),
          DraftProperty("version", .string("1")),
        ])),
    ]
    if let main = origins.first {
      properties.append(DraftProperty("servers", .array([.object([DraftProperty("url", main)])])))
    }
    let rules = ContractHints(schemas, settings.rulesOff)
    if let extensions = rules.node { properties.append(DraftProperty("x-schemacheck", extensions)) }
    properties.append(DraftProperty("paths", paths))
    if !schemas.components.isEmpty {
      let sorted = schemas.components.sorted { $0.name < $1.name }
      properties.append(
        DraftProperty(
          "components",
          .object([
            DraftProperty(
              "schemas", .object(sorted.map { DraftProperty($0.name, $0.schema) }))
          ])))
    }
    return .object(properties)
  }

  private static func host(of origin: String) -> String {
    origin.split(separator: "/", maxSplits: 1).last.map { String($0.drop { $0 == "/" }) } ?? origin
  }

  private func name(
    ofBody shape: Int32, _ status: Int, _ operation: TrafficTally.Operation
  ) -> String {
    if status >= 400 { return "Error" }
    if !operation.endsInGap, tally.values.shapes[shape].elements < 0, hasList(shape) {
      return operation.thing + "List"
    }
    return operation.thing + (hasWrapper(shape) ? "Response" : "")
  }

  /// Whether an object contains another object under a general name.
  private func hasWrapper(_ shape: Int32) -> Bool {
    tally.values.properties(of: shape).contains { property in
      SchemaSharing.isWrapper(property.name) && tally.values.shapes[property.shape].objects > 0
    }
  }

  /// The name of bare bodies. If other files in their folder have the same properties, it is the
  /// name of the folder. Examples are `users/ann.json` and `users/bob.json`. Otherwise it is the
  /// name of the files.
  private func name(ofGroup body: (name: String, message: TrafficTally.Message)) -> String {
    let isOneOfMany = alike[kind(ofGroup: body)] ?? 0 > 1
    return DraftNames.typeName(isOneOfMany ? Self.folder(of: body.name) : body.name)
  }

  private static func folder(of name: String) -> String {
    name.split(separator: "/").dropLast().joined(separator: "/")
  }

  /// The folder of a group, and the properties of its bodies.
  private func kind(ofGroup body: (name: String, message: TrafficTally.Message)) -> [String] {
    let folder = Self.folder(of: body.name)
    let properties = body.message.shape.map { tally.values.propertyNames(of: $0, evidence) } ?? []
    return folder.isEmpty || properties.isEmpty ? [] : [folder] + properties
  }

  /// Whether an object contains a list of objects.
  private func hasList(_ shape: Int32) -> Bool {
    tally.values.properties(of: shape).contains { property in
      let elements = tally.values.shapes[property.shape].elements
      return elements >= 0 && tally.values.shapes[elements].objects > 0
    }
  }

  private mutating func paths(_ schemas: inout SchemaInference) -> DraftNode {
    var paths: [(path: String, properties: [DraftProperty])] = []
    var ids: Set<String> = []
    for operation in operations {
      let path = operation.template(gapNames[operation])
      let property = DraftProperty(
        operation.method.lowercased(), node(of: operation, &schemas, &ids),
        remark: Plural.count(operation.exchanges, "exchange"))
      operationCount += 1
      if let last = paths.indices.last, paths[last].path == path {
        paths[last].properties.append(property)
      } else {
        paths.append((path, servers(ofPath: operation.path) + [property]))
      }
    }
    return .object(paths.map { DraftProperty($0.path, .object($0.properties)) })
  }

  /// The servers of a path, if they differ from the contract's servers.
  private func servers(ofPath path: PathOutline) -> [DraftProperty] {
    let found = Set(
      operations.filter { $0.path == path }.flatMap { [$0.origin] + $0.otherOrigins })
    guard found.contains(where: { !$0.isEmpty }), found != [origins.first ?? ""] else { return [] }
    let urls = origins.filter(found.contains) + (found.contains("") ? ["/"] : [])
    return [DraftProperty("servers", .array(urls.map { .object([DraftProperty("url", $0)]) }))]
  }

  private func node(
    of operation: TrafficTally.Operation, _ schemas: inout SchemaInference,
    _ ids: inout Set<String>
  ) -> DraftNode {
    var properties = [
      DraftProperty(
        "operationId", DraftNames.free(operation.operationID(isList: isList(operation)), &ids))
    ]
    let parameters = operation.parameters(gapNames[operation], evidence)
    if !parameters.isEmpty { properties.append(DraftProperty("parameters", .array(parameters))) }
    if let request = request(of: operation, &schemas) {
      properties.append(DraftProperty("requestBody", request))
    }
    var responses: [DraftProperty] = []
    for (status, response) in operation.statuses.sorted(by: { $0.key < $1.key }) {
      var answer = [DraftProperty("description", "")]
      let content = content(of: response.bodies.messages, &schemas)
      if !content.isEmpty { answer.append(DraftProperty("content", .object(content))) }
      responses.append(
        DraftProperty(
          status == 0 ? "default" : "\(status)", .object(answer),
          remark: "\(response.exchanges) of \(operation.exchanges)"))
    }
    if responses.isEmpty {
      responses = [DraftProperty("default", .object([DraftProperty("description", "")]))]
    }
    properties.append(DraftProperty("responses", .object(responses)))
    return .object(properties)
  }

  private func isList(_ operation: TrafficTally.Operation) -> Bool {
    operation.statuses.contains { status, response in
      status < 300
        && response.bodies.messages.values.contains { body in
          guard let shape = body.shape else { return false }
          return tally.values.shapes[shape].arrays > 0 || !operation.endsInGap && hasList(shape)
        }
    }
  }

  private func request(
    of operation: TrafficTally.Operation, _ schemas: inout SchemaInference
  ) -> DraftNode? {
    let content = content(of: operation.requests.messages, &schemas)
    guard !content.isEmpty else { return nil }
    var properties: [DraftProperty] = []
    let count = operation.requests.messages.values.reduce(0) { $0 + $1.count }
    if count >= Evidence.fewest, operation.requestsWithoutBody == 0 {
      properties.append(
        DraftProperty("required", .literal("true"), remark: "\(count) of \(operation.sent)"))
    }
    properties.append(DraftProperty("content", .object(content)))
    return .object(properties)
  }

  private func content(
    of bodies: [String: TrafficTally.Message], _ schemas: inout SchemaInference
  ) -> [DraftProperty] {
    bodies.sorted { $0.key < $1.key }.map { type, message in
      var properties: [DraftProperty] = []
      if let shape = message.shape {
        properties.append(DraftProperty("schema", schemas.schema(ofBody: shape)))
        if let example = message.example.flatMap({
          try? JSONDocument(SecretReplacement.fixed.body($0))
        }) {
          properties.append(DraftProperty("example", DraftNode(example.root)))
        }
      } else if !message.fields.isEmpty {
        let fields = message.fields.filter { $0.value.isNamed($0.key) }.sorted { $0.key < $1.key }
        properties.append(
          DraftProperty(
            "schema",
            .object([
              DraftProperty("type", "object"),
              DraftProperty(
                "properties",
                .object(fields.map { DraftProperty($0.key, .object($0.value.type(evidence))) })),
            ])))
      }
      return DraftProperty(type, .object(properties), remark: "\(message.count)")
    }
  }
}
