@_spi(Engine) public import ContractCaptures
@_spi(Engine) package import JSONSchema
package import JSONTape

/// The description of an API, compiled from an OpenAPI document. A contract never changes, and any
/// thread can use it. Compile a contract only once, because this takes a few milliseconds.
public struct Contract: Sendable {
  /// The name of a bundled contract, or the file that the contract was read from.
  public let name: String
  /// The document's `info.title`.
  public let title: String
  /// The document's `info.version`.
  public let version: String
  /// The documented base URLs. If the list is empty, the API may be on any host.
  public let servers: [Server]
  /// Small mistakes in the document that do not make its meaning unclear.
  public let warnings: [ContractWarning]
  /// Every operation, in the order of the document.
  public let operations: [Operation]
  /// The names of `components/schemas`, in the order of the document.
  public let schemaNames: [String]

  /// Whether the contract is part of the library.
  @_spi(Engine) public internal(set) var isBundled = false
  let schema: CompiledSchema
  let answers: [RulePlan.Answer]
  package let settings: RuleSettings
  /// The rules that the contract and the configuration add to the catalogue.
  public var ownRules: OwnRules { settings.own }
  /// The requests that the API sends on its own.
  package let webhooks: [Operation]
  let components: [String: Component]
  let routes: [Route]
  /// The documents with the schemas of the contract.
  package let registry: SchemaRegistry

  struct Route: Sendable {
    let servers: [Server]
    private(set) var operations: [Operation] = []
    private var paths = PathIndex()

    init(_ servers: [Server]) { self.servers = servers }

    mutating func add(_ operation: Operation) {
      paths.add(operation.path, operations.count)
      operations.append(operation)
    }

    /// The operations whose template fits a path, in order, with the path's parameters.
    func operations(
      at path: RequestPath, method: String? = nil
    ) -> [(operation: Operation, parameters: [PathParameter])] {
      paths.candidates(for: path).compactMap { position in
        let operation = operations[position]
        guard method == nil || operation.method == method else { return nil }
        return operation.path.match(path).map { (operation, $0) }
      }
    }
  }

  /// Reads another file in the contract's folder. The path is relative to this folder and never
  /// leads out of the folder. If there is no such file, the result is nil.
  public typealias Companions = (_ path: String) throws(CompanionError) -> [UInt8]?

  /// Why another file of a contract cannot be read.
  public struct CompanionError: Error, Hashable, Sendable {
    /// The reason as the end of a sentence, such as the operating system's message.
    public let reason: String

    /// Creates an error with a reason.
    public init(_ reason: String) { self.reason = reason }
  }

  package struct Component: Sendable {
    let response: Int32
    let request: Int32
    let listed: ListedProperties
    let settings: RuleSettings
    let schema: JSONNode
  }
}

extension Contract {
  /// Reads and compiles a contract.
  ///
  /// - Parameters:
  ///   - bytes: An OpenAPI 3.0 or 3.1 document in JSON or YAML.
  ///   - name: The contract's name in findings and errors, usually a file's path. If the name ends
  ///     with `.json`, `.yaml` or `.yml`, this decides the format.
  ///   - rules: Rule settings that replace the settings at the top of the document.
  ///   - overrides: Severities that replace the severities of the document and of `rules`. Nil
  ///     turns a rule off.
  ///   - companions: Reads the other files that `$ref` refers to. Without this function, the
  ///     contract has no other files.
  /// - Throws: ``ContractError`` with the place of the first error.
  /// - Complexity: O(*n*) in the size of the document and its companions.
  public init(
    _ bytes: some Collection<UInt8>, name: String, rules: RuleOverrides = RuleOverrides(),
    overrides: [String: Severity?] = [:],
    companions: Companions = { _ throws(CompanionError) in nil }
  ) throws(ContractError) {
    let document = try ContractText.document(bytes, name: name)
    let files = try ContractFiles(document, name: name, companions: companions)
    var reader = try OpenAPIReader(files, name: name, rules: rules, overrides: overrides)
    self = try reader.contract()
  }

  /// The operations by their servers. If an operation has no servers of its own, the contract's
  /// servers are used.
  static func routes(_ operations: [Operation], _ servers: [Server]) -> [Route] {
    var routes: [Route] = []
    for operation in operations {
      let own = operation.servers ?? servers
      if let position = routes.firstIndex(where: { $0.servers == own }) {
        routes[position].add(operation)
      } else {
        var route = Route(own)
        route.add(operation)
        routes.append(route)
      }
    }
    return routes
  }

  /// The operation with an operationId or a name such as `GET /api/v1/locations/public`.
  public func operation(named name: String) -> Operation? {
    if let operation = (operations + webhooks).first(where: { $0.id == name || $0.name == name }) {
      return operation
    }
    if name.hasPrefix("webhook ") { return webhook(named: String(name.dropFirst(8))) }
    let parts = name.split(separator: " ", maxSplits: 1)
    guard parts.count == 2 else { return nil }
    let method = parts[0].uppercased()
    return operations.first { $0.method == method && $0.path.description == parts[1] }
  }
}

extension Contract {
  /// The operation that a name probably means. The name's path may be only the end of the template,
  /// or it may have a prefix before the template. An operation with the same method comes first.
  func operation(like name: String) -> Operation? {
    let parts = name.split(separator: " ", maxSplits: 1)
    guard let path = parts.last, path.hasPrefix("/") else { return nil }
    let wanted = Self.segments(path)
    guard wanted.contains(where: { $0 != "{}" }) else { return nil }
    let near = operations.filter { operation in
      let known = Self.segments(operation.path.description)
      let count = min(wanted.count, known.count)
      return known.suffix(count) == wanted.suffix(count)
        && known.suffix(count).contains { $0 != "{}" }
    }
    let method = parts.count == 2 ? parts[0].uppercased() : nil
    return near.first { $0.method == method } ?? near.first
  }

  /// The names of parameters do not matter.
  private static func segments(_ path: some StringProtocol) -> [String] {
    path.split(separator: "/").map { $0.hasPrefix("{") && $0.hasSuffix("}") ? "{}" : String($0) }
  }
}

/// A base URL of a contract.
public struct Server: Hashable, Sendable {
  /// The URL as it is documented.
  package let url: String
  /// The document's description, such as `staging`.
  package let description: String

  /// The URL with its variables at their defaults.
  package let defaultURL: String

  let patterns: [ServerPattern]

  /// The maximum number of combinations of variable values. If there are more combinations, any
  /// value matches.
  private static let combinations = 64

  init(url: String, description: String, variables: [ServerVariable] = []) {
    self.url = url
    self.description = description
    func fill(_ url: String, _ variable: ServerVariable, _ value: String) -> String {
      url.filled { $0 == variable.name ? value : nil }
    }
    defaultURL = variables.reduce(url) { fill($0, $1, $1.standard) }
    var urls = [url]
    for variable in variables {
      let isListed =
        !variable.allowed.isEmpty && variable.allowed.count * urls.count <= Self.combinations
      let gap = String(ServerPattern.gap)
      // A variable for the whole origin has its scheme in the default.
      let isOrigin = url.hasPrefix("{\(variable.name)}") && variable.standard.contains("://")
      let values = isListed ? variable.allowed : [isOrigin ? "\(gap)://\(gap)" : gap]
      urls = urls.flatMap { url in values.map { fill(url, variable, $0) } }
      // Only the default may contain a slash, because no other value is known to span segments.
      if !isListed, variable.standard.utf8.contains(UInt8(ascii: "/")) {
        urls = urls.flatMap { [$0, fill(url, variable, variable.standard)] }
      }
    }
    patterns = urls.map { url in ServerPattern(url.filled { _ in String(ServerPattern.gap) }) }
  }

  func serves(_ url: URLParts) -> Bool { patterns.contains { $0.serves(url) } }
}

/// One method of one path of a contract.
public struct Operation: Sendable {
  /// The `operationId`, if there is one.
  package let id: String?
  /// The method in capitals: `GET`.
  package let method: String
  /// The path as it is documented, without the base path of a server.
  package let path: PathTemplate
  /// The document's `summary`; empty if there is none.
  package let summary: String
  /// The documented statuses as they are written in the document: `200`, `4XX`, `default`.
  package var statuses: [String] { responses.map(\.status) }
  /// Method and path template: `GET /api/v1/locations/public`.
  package var name: String { "\(method) \(sentAs ?? path.description)" }

  /// The servers of the operation or its path; nil if the contract's servers apply.
  package let servers: [Server]?
  package let parameters: [Parameter]
  package let request: Content?
  /// Whether requests must have a body.
  package let requiresBody: Bool
  package let responses: [Response]
  package let settings: RuleSettings
  /// The value in the document that describes the operation.
  package let node: JSONNode
  /// The accepted ways of authentication, the best first. Each way lists all schemes that it needs.
  package var security: [[SecurityScheme]] = []
  /// The possible places of the credentials that a request needs. Empty if the request needs no
  /// credentials.
  var credentials: [SecurityScheme.Place] = []
  /// The deprecated parts; nil if there are none.
  var deprecated: DeprecatedParts?
  /// The API's name for a request that it sends itself: `webhook newPet`. Nil for a request that it
  /// receives.
  package var sentAs: String?
  /// The requests that the API sends after this one.
  package var callbacks: [OutgoingRequest] = []
  /// The operation's index in the contract. It has no meaning for requests that the API sends.
  package var position = 0

  package struct Parameter: Sendable {
    package enum Location: String, Sendable {
      case path, query, header, cookie
    }

    package let name: String
    package let location: Location
    package let isRequired: Bool
    /// The schema compiled with the roles of the parameter's name; nil if values are not
    /// checked.
    let root: Int32?
    let shape: ParameterShape
    let style: ParameterStyle
    let isExploded: Bool
    package let isJSON: Bool
    let allowsEmpty: Bool
    /// The styles of arrays in arrays, from the outside in.
    var inner: [ParameterStyle] = []
    package let example: String?
    /// The place that `x-schemacheck.from` gives for the values.
    let from: SourceReference?
    let schemaLocation: String
    /// The value in the document that describes it.
    let node: JSONNode
    /// The schema; nil if the document gives none.
    package let schema: JSONNode?
  }

  package struct Content: Sendable {
    package struct Entry: Sendable {
      package let mediaType: MediaType
      /// The compiled schema; nil if the document gives none.
      package let root: Int32?
      let listed: ListedProperties
      /// The place of pagination figures in the schema's values.
      package let pagination: PaginationPlace?
      package let examples: [Example]
      /// The value in the document that describes it.
      let node: JSONNode
      /// The schema; nil if the document gives none.
      package let schema: JSONNode?
      /// How the values of a form or multipart body are written; nil for other bodies.
      var encoding: FormEncoding?
      /// How the body's items are checked. Nil if the body is no sequence.
      let sequence: SequencePlan?
    }

    package let entries: [Entry]
    package let settings: RuleSettings

    /// The position of the entry for a body without a media type. It always exists.
    var likeliestPosition: Int {
      entries.firstIndex { $0.mediaType.isJSON } ?? entries.firstIndex { $0.mediaType.isOpen } ?? 0
    }
  }

  package struct Example: Sendable {
    let name: String
    package let text: String
  }

  package struct Response: Sendable {
    /// The response that the document describes for a status.
    struct Part: Sendable {
      let content: Content
      let headers: [Parameter]
    }

    package let status: String
    private(set) var part: Part
    /// The parts for statuses for which rules have other settings, by the status or its class.
    let others: [String: Part]
    package var content: Content { part.content }
    package var headers: [Parameter] { part.headers }
    let links: [OperationLink]
    /// The value of the status in the document.
    let node: JSONNode

    /// The lowest status that the response describes; 200 for `default`.
    package var leastStatus: Int { Int(status) ?? Int(status.prefix(1)).map { $0 * 100 } ?? 200 }

    fileprivate func meant(for status: Int) -> Response {
      guard let other = others["\(status)"] ?? others["\(status / 100)XX"] else { return self }
      var copy = self
      copy.part = other
      return copy
    }
  }

  /// The response for a status. The exact status comes first, then the status's class, then
  /// `default`.
  package func response(for status: Int) -> Response? {
    documentedResponse(for: status).map { $0.others.isEmpty ? $0 : $0.meant(for: status) }
  }

  private func documentedResponse(for status: Int) -> Response? {
    responses.first { $0.status == "\(status)" }
      ?? responses.first { $0.status.uppercased() == "\(status / 100)XX" }
      ?? responses.first { $0.status == "default" }
  }

  /// Whether a status means that the server refused the request, and the contract documents this
  /// status. `default` alone does not count.
  func documentsRefusal(_ status: Int?) -> Bool {
    guard let status, 400..<500 ~= status, let response = documentedResponse(for: status) else {
      return false
    }
    return response.status != "default"
  }

  /// The lowest documented success. It is used for a bare body.
  package var success: Response? {
    responses.filter { $0.status.hasPrefix("2") }.min { $0.status < $1.status }
      ?? responses.first { $0.status == "default" }
  }
}

/// The place of the pagination figures in a body. Only names that the contract lists count as
/// figures. Items are the properties that the contract documents as arrays.
package enum PaginationPlace: Hashable, Sendable {
  /// In an object that is a property of the body.
  case property(String, Pagination, items: [String])
  /// Among the properties of the body itself.
  case flat(Pagination, items: [String])
  /// The body is a bare array. Only this query parameter limits its length.
  case bareArray(pageSize: String)
}

/// The properties that a schema lists, for a body or for the elements of an array.
package struct ListedProperties: Hashable, Sendable {
  var names: [String] = []
  var isArray = false
}

extension ContractLiterals {
  /// Collects the values that these contracts publish.
  @_spi(Engine) public init(of contracts: [Contract]) {
    self.init(of: contracts.lazy.flatMap(\.registry.contents).map(\.document.root))
  }
}
