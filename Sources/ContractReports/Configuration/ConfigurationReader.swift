@_spi(Engine) internal import ContractCheck
@_spi(Engine) internal import ContractCaptures
internal import JSONTape

/// Reads a configuration and reports the first error with its place.
struct ConfigurationReader {
  let file: String
  let root: JSONNode
  private let places: Places

  /// Finds positions and counts lines only once.
  private final class Places {
    private var lines: LineIndex

    init(_ bytes: some Collection<UInt8>) { lines = LineIndex(bytes) }

    subscript(offset: Int) -> TextPosition { lines.position(of: offset) }
  }

  init(_ bytes: some Collection<UInt8>, file: String) throws(ConfigurationError) {
    self.file = file
    places = Places(bytes)
    do throws(ContractError) {
      root = try ContractText.json(bytes, name: file).root
    } catch {
      throw ConfigurationError(error)
    }
  }

  private static let properties = [
    "$schema", "contracts", "inputs", "bodies", "basePath", "hosts", "rules", "suppressions",
    "expectedBroken", "failOn", "strict", "minChecked", "formats", "baseline", "failOnGrowth",
    "server",
    "allowedOrigins", "parameters", "extends", "customRules", "leniencies", "clients", "records",
    "placeholders",
  ]

  func configuration(
    _ companions: Contract.Companions
  ) throws(ConfigurationError) -> Configuration {
    var configuration = Configuration()
    if root.kind == .object { configuration.rules.own = try ownRules(companions) }
    let own = configuration.rules.own
    let mayAdd =
      root["contracts"]?.kind == .array
      && root["contracts"]?.elements.contains {
        $0.string.map { !Contract.bundledNames.contains($0) } ?? false
      } ?? false
    for (name, node) in try properties(of: root, "a configuration", known: Self.properties) {
      switch name {
      case "contracts": configuration.contracts = try entries(node, name)
      case "inputs": configuration.inputs = try entries(node, name)
      case "bodies": configuration.bodies = try elements(node, name, of: "objects").map(bodies)
      case "basePath":
        guard let path = BasePath(try text(node, "`\(name)`")) else {
          throw error("`\(name)` must be a path such as `/api/v1`, without `?` and `#`", node)
        }
        configuration.basePath = path
      case "hosts":
        guard let choice = HostUse.Choice(rawValue: try text(node, "`\(name)`")) else {
          throw error("`\(name)` must be `all` or `documented`", node)
        }
        configuration.hosts = choice
      case "rules":
        do throws(ContractError) {
          configuration.rules = try RuleOverrides(
            node, file: file, own: own, defersUnknown: mayAdd)
          for property in node.properties where own.named(property.name) == nil {
            configuration.unknownRules.append(
              Configuration.PlacedName(id: property.name, position: place(property.key)))
          }
        } catch {
          throw ConfigurationError(error)
        }
      case "suppressions":
        configuration.suppressions = try elements(node, name, of: "objects").map {
          (element) throws(ConfigurationError) in
          let suppression = try suppression(element, own, mayAdd: mayAdd)
          if let id = suppression.rule, !suppression.isOfChanges, own.named(id) == nil,
            let value = element["rule"]
          {
            configuration.unknownRules.append(
              Configuration.PlacedName(id: id, position: place(value)))
          }
          return suppression
        }
      case "expectedBroken":
        configuration.expectedBroken = try elements(node, name, of: "globs").map {
          (element) throws(ConfigurationError) in
          Configuration.ExpectedBroken(
            files: try glob(element, "an element of `\(name)`"), position: place(element))
        }
      case "failOn": configuration.failOn = try severity(node, name)
      case "strict": configuration.isStrict = try flag(node, name)
      case "minChecked":
        guard let number = node.int, number > 0 else {
          throw error("`\(name)` must be a whole number of at least 1", node)
        }
        configuration.minimumChecked = number
      case "formats": configuration.formats = try formats(node, name)
      case "baseline": configuration.baseline = try entry(node, "`\(name)`")
      case "failOnGrowth": configuration.failsOnGrowth = try flag(node, name)
      case "server": configuration.server = try entry(node, "`\(name)`")
      case "allowedOrigins":
        configuration.allowedOrigins = try entries(node, name)
        for (entry, element) in zip(configuration.allowedOrigins, node.elements)
        where !Self.isOrigin(entry.text) {
          throw error(
            "an element of `\(name)` must be an origin such as `https://api.example.com`", element)
        }
      case "parameters": configuration.parameters = try parameters(node, name)
      case "records":
        configuration.records =
          node.kind == .array
          ? try elements(node, name, of: "objects").map(record) : [try record(node)]
      case "placeholders":
        configuration.placeholders = Placeholders(added: try entries(node, name).map(\.text))
      case "extends", "customRules", "leniencies", "clients": break
      default: _ = try text(node, "`\(name)`")
      }
    }
    if let node = root["leniencies"] {
      do throws(ContractError) {
        configuration.rules.isLenient = try RuleSettings.leniencies(node, file)
      } catch {
        throw ConfigurationError(error)
      }
    }
    if let node = root["clients"] {
      do throws(ContractError) {
        try Clients.verify(node, file)
      } catch {
        throw ConfigurationError(error)
      }
      configuration.rules.clients = node
      configuration.clientContracts = node.properties.map {
        Configuration.PlacedName(id: $0.name, position: place($0.key))
      }
    }
    return configuration
  }

  /// Whether a text is a scheme and a host, with or without a port.
  private static func isOrigin(_ text: String) -> Bool {
    let parts = URLParts(text)
    guard parts.scheme == "https" || parts.scheme == "http", parts.host != nil else { return false }
    return (parts.path.isEmpty || parts.path == "/") && parts.query == nil
      && !["@", "#", "*"].contains { text.contains($0) }
  }

  /// The rules of `extends`, followed by the rules of the file itself.
  private func ownRules(
    _ companions: Contract.Companions
  ) throws(ConfigurationError) -> OwnRules {
    var own = OwnRules()
    let slash = file.lastIndex(of: "/").map { file.index(after: $0) } ?? file.startIndex
    do throws(ContractError) {
      if let node = root["extends"] {
        try own.extend(
          node, of: file, in: "", home: String(file[..<slash]),
          open: [String(file[slash...])], companions)
      }
      if let node = root["customRules"] { try own.read(node, of: file) }
    } catch {
      throw ConfigurationError(error)
    }
    return own
  }

  // MARK: Parts

  private func bodies(_ node: JSONNode) throws(ConfigurationError) -> Configuration.Bodies {
    var files: PathGlob?
    var assumption = Checker.Assumption()
    let known = ["file", "operation", "status", "request", "schema"]
    for (name, value) in try properties(of: node, "an element of `bodies`", known: known) {
      switch name {
      case "file": files = try glob(value, "`file`")
      case "operation": assumption.operation = try text(value, "`\(name)`")
      case "status":
        guard let status = value.int, (100...599).contains(status) else {
          throw error("`status` must be a number from 100 to 599", value)
        }
        assumption.status = status
      case "request":
        assumption.isRequest = try flag(value, name)
      default: assumption.schema = try text(value, "`\(name)`")
      }
    }
    guard let files else {
      throw error("an element of `bodies` needs `file`, a glob of files", node)
    }
    if (assumption.operation == nil) == (assumption.schema == nil) {
      throw error("an element of `bodies` needs `operation` or `schema`, and not both", node)
    }
    if let status = node["status"], assumption.operation == nil || assumption.isRequest {
      throw error("`status` needs `operation`, and cannot be used with `request`", status)
    }
    return Configuration.Bodies(files: files, assumption: assumption, position: place(node))
  }

  private func record(_ node: JSONNode) throws(ConfigurationError) -> RecordMapping {
    var mapping = RecordMapping()
    let known = RecordMapping.Part.allCases.map(\.rawValue)
    for (name, value) in try properties(of: node, "`records`", known: known) {
      guard let part = RecordMapping.Part(rawValue: name) else { continue }
      let pointers = value.kind == .array ? Array(value.elements) : [value]
      guard !pointers.isEmpty else {
        throw error(
          "`\(name)` is an empty list; it must have at "
            + "least one place", value)
      }
      mapping.places[part] = try pointers.map { (pointer) throws(ConfigurationError) in
        guard let found = pointer.string.flatMap(JSONPointer.init) else {
          throw error("`\(name)` must be a JSON Pointer such as `/req/url`, or a list", pointer)
        }
        return found
      }
    }
    // A response alone may have no URL.
    let ofResponse: Set<RecordMapping.Part> = [
      .status, .responseHeaders, .responseBody, .time, .id,
    ]
    let isResponse =
      mapping.places[.responseBody] != nil && ofResponse.isSuperset(of: mapping.places.keys)
    for part in [RecordMapping.Part.url, .status]
    where mapping.places[part]?.isEmpty ?? true && !(part == .url && isResponse) {
      throw error("`records` needs `\(part.rawValue)`, its place in a record", node)
    }
    return mapping
  }

  private func suppression(
    _ node: JSONNode, _ own: OwnRules, mayAdd: Bool
  ) throws(ConfigurationError) -> Suppression {
    var suppression = Suppression(reason: "", position: place(node))
    let places = ["rule", "operation", "pointer", "header", "file"]
    let known = places + ["severity", "reason", "expires"]
    for (name, value) in try properties(of: node, "a suppression", known: known) {
      switch name {
      case "rule": suppression.rule = try rule(value, own, mayAdd: mayAdd)
      case "operation": suppression.operation = try text(value, "`\(name)`")
      case "pointer":
        guard let glob = value.string.flatMap(PointerGlob.init) else {
          throw error("`pointer` must be a JSON Pointer such as `/items/*/lat`", value)
        }
        suppression.pointer = glob
      case "header": suppression.header = try text(value, "`\(name)`")
      case "severity": suppression.severity = try severity(value, name)
      case "file": suppression.file = try glob(value, "`file`")
      case "reason": suppression.reason = try text(value, "`\(name)`")
      default:
        guard let day = value.string.flatMap(CalendarDate.init) else {
          throw error("`expires` must be a day of the calendar, such as `2026-12-31`", value)
        }
        suppression.expires = day
      }
    }
    guard suppression.reason.contains(where: { !$0.isWhitespace }) else {
      throw error("a suppression needs a `reason`", node)
    }
    guard places.contains(where: { node[$0] != nil }) else {
      throw error("a suppression needs a `rule`, `operation`, `pointer`, `header` or `file`", node)
    }
    return suppression
  }

  private func rule(
    _ node: JSONNode, _ own: OwnRules, mayAdd: Bool
  ) throws(ConfigurationError) -> String {
    let id = try text(node, "`rule`")
    guard mayAdd || own.named(id) != nil || ChangeRule.named(id) != nil else {
      throw error(
        "there is no rule `\(shown(id))`", node, near: id,
        own.ids + ChangeRule.catalogue.map(\.id))
    }
    return id
  }

  private func flag(_ node: JSONNode, _ name: String) throws(ConfigurationError) -> Bool {
    guard let flag = node.bool else { throw error("`\(name)` must be `true` or `false`", node) }
    return flag
  }

  private func severity(
    _ node: JSONNode, _ name: String
  ) throws(ConfigurationError) -> Severity {
    let known = Severity.allCases.reversed().map(\.rawValue)
    guard let severity = node.string.flatMap(Severity.init) else {
      let words = known.map { "`\($0)`" }.joined(separator: ", ")
      throw error("`\(name)` must be one of \(words)", node, near: node.string, known)
    }
    return severity
  }

  private func formats(
    _ node: JSONNode, _ name: String
  ) throws(ConfigurationError) -> [Configuration.Entry] {
    let entries = try entries(node, name)
    for (entry, element) in zip(entries, node.elements) {
      let parts = entry.text.split(
        separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let format = String(parts[0])
      guard ReportFormat.named(format) != nil else {
        throw error(
          "there is no format `\(shown(format))`", element, near: format,
          ReportFormat.all.map(\.name))
      }
      guard parts.count == 1 || !parts[1].isEmpty else {
        throw error("a file name is missing after `=`", element)
      }
    }
    return entries
  }

  private func parameters(
    _ node: JSONNode, _ name: String
  ) throws(ConfigurationError) -> [String: String] {
    guard node.kind == .object else { throw error("`\(name)` must be an object", node) }
    var parameters: [String: String] = [:]
    for property in node.properties {
      guard let value = property.value.string else {
        throw error("the value of a parameter must be a string", property.value)
      }
      guard !property.name.isEmpty else { throw error("a parameter needs a name", property.key) }
      parameters[property.name] = value
    }
    return parameters
  }

  // MARK: Values

  /// The properties of an object. Throws if a property is unknown.
  func properties(
    of node: JSONNode, _ what: String, known: [String]
  ) throws(ConfigurationError) -> [(name: String, value: JSONNode)] {
    guard node.kind == .object else { throw error("\(what) must be an object", node) }
    if let property = node.properties.first(where: { !known.contains($0.name) }) {
      let message = "\(what) has no property `\(shown(property.name))`"
      guard property.name != "decoder" else {
        throw error(
          "\(message); it belongs in `x-schemacheck` of a contract, or here in `clients`: "
            + #"`"clients": {"api.yaml": {"app": {"decoder": "JSONDecoder"}}}`"#, property.key)
      }
      throw error(message, property.key, near: property.name, known)
    }
    return node.properties.map { ($0.name, $0.value) }
  }

  func elements(
    _ node: JSONNode, _ name: String, of what: String
  ) throws(ConfigurationError) -> [JSONNode] {
    guard node.kind == .array else {
      throw error("`\(name)` must be an array of \(what)", node)
    }
    return Array(node.elements)
  }

  /// - Parameter what: The text's name in errors, such as `` `reason` ``.
  func text(_ node: JSONNode, _ what: String) throws(ConfigurationError) -> String {
    guard let text = node.string else { throw error("\(what) must be a string", node) }
    guard !text.isEmpty else { throw error("\(what) is empty", node) }
    return text
  }

  private func entry(
    _ node: JSONNode, _ what: String
  ) throws(ConfigurationError) -> Configuration.Entry {
    Configuration.Entry(text: try text(node, what), position: place(node))
  }

  private func entries(
    _ node: JSONNode, _ name: String
  ) throws(ConfigurationError) -> [Configuration.Entry] {
    try elements(node, name, of: "strings").map { (element) throws(ConfigurationError) in
      try entry(element, "an element of `\(name)`")
    }
  }

  private func glob(_ node: JSONNode, _ what: String) throws(ConfigurationError) -> PathGlob {
    guard let glob = PathGlob(try text(node, what)) else {
      throw error("\(what) must be relative to the folder of this file", node)
    }
    return glob
  }

  func place(_ node: JSONNode) -> TextPosition { places[node.range.offset] }

  func error(
    _ message: String, _ node: JSONNode, near wanted: String? = nil, _ known: [String] = []
  ) -> ConfigurationError {
    let near = wanted.flatMap { NearestName.of($0, among: known) }
    return ConfigurationError(
      message + NearestName.suggestion(near), file: file, position: place(node))
  }

  private func shown(_ text: String) -> String { SafeText.line(text) }
}
