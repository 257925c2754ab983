@_spi(Engine) internal import JSONSchema
internal import JSONTape

/// The documented rules of an API: an OpenAPI document, compiled.
///
/// A contract is immutable and may be used from any thread. Compilation costs a few milliseconds;
/// do it once.
public struct Contract: Sendable {
  /// The bundled name, or the file it was read from.
  public let name: String
  /// The document's `info.title`.
  public let title: String
  /// The document's `info.version`.
  public let version: String
  /// The documented base URLs; empty when any host may serve the API.
  public let servers: [Server]
  /// Every operation, in the order of the document.
  public let operations: [Operation]
  /// The names of `components/schemas`, in the order of the document.
  public let schemaNames: [String]

  let schema: CompiledSchema
  let answers: [RulePlan.Answer]
  let settings: RuleSettings
  let components: [String: Component]

  /// A component schema, compiled for both directions.
  struct Component: Sendable {
    let response: Int32
    let request: Int32
    let listed: ListedMembers
    let settings: RuleSettings
  }

  /// Reads and compiles a contract.
  ///
  /// - Parameters:
  ///   - bytes: An OpenAPI 3.1 document in JSON or YAML.
  ///   - name: What the contract is called in findings and errors; a file's path, usually. Ending in
  ///     `.json`, `.yaml` or `.yml`, it says what the document is written in.
  ///   - overrides: Severities that apply over those of the document; nil turns a rule off.
  /// - Throws: ``ContractError`` with the place of the first thing that is wrong.
  /// - Complexity: O(*n*) in the size of the document.
  public init(
    _ bytes: some Collection<UInt8>, name: String, overrides: [String: Severity?] = [:]
  ) throws(ContractError) {
    let document = try ContractText.document(bytes, name: name)
    var reader = try OpenAPIReader(document, name: name, overrides: overrides)
    self = try reader.contract()
  }

  init(
    name: String, title: String, version: String, servers: [Server], operations: [Operation],
    schemaNames: [String], schema: CompiledSchema, answers: [RulePlan.Answer],
    settings: RuleSettings, components: [String: Component]
  ) {
    self.name = name
    self.title = title
    self.version = version
    self.servers = servers
    self.operations = operations
    self.schemaNames = schemaNames
    self.schema = schema
    self.answers = answers
    self.settings = settings
    self.components = components
  }

  /// The operation with an operationId or a name such as `GET /api/v1/locations/public`.
  public func operation(named name: String) -> Operation? {
    if let operation = operations.first(where: { $0.id == name || $0.name == name }) {
      return operation
    }
    let parts = name.split(separator: " ", maxSplits: 1)
    guard parts.count == 2 else { return nil }
    let method = parts[0].uppercased()
    return operations.first { $0.method == method && $0.path.description == parts[1] }
  }
}

/// A base URL of a contract.
public struct Server: Hashable, Sendable {
  /// The URL as it is documented.
  public let url: String
  /// The document's description, such as `staging`.
  public let description: String

  let parts: URLParts
  let base: RequestPath

  init(url: String, description: String) {
    self.url = url
    self.description = description
    parts = URLParts(url)
    base = RequestPath(baseOfServer: url)
  }

  /// Whether a URL's origin is this server's; a server without a host is every host.
  func serves(_ url: URLParts) -> Bool {
    guard let host = parts.host else { return true }
    guard let other = url.host else { return false }
    return host.lowercased() == other.lowercased()
      && (parts.effectivePort == url.effectivePort || url.scheme == nil && url.port == nil)
  }
}

/// One method of one path of a contract.
public struct Operation: Sendable {
  /// The `operationId`, if there is one.
  public let id: String?
  /// The method in capitals: `GET`.
  public let method: String
  /// The path as the document has it, without the base path of a server.
  public let path: PathTemplate
  /// The document's `summary`; empty where there is none.
  public let summary: String
  /// The documented statuses, as they stand in the document: `200`, `4XX`, `default`.
  public var statuses: [String] { responses.map(\.status) }
  /// Method and path template: `GET /api/v1/locations/public`.
  public var name: String { "\(method) \(path)" }

  let parameters: [Parameter]
  let request: Content?
  let responses: [Response]
  let settings: RuleSettings

  struct Parameter: Sendable {
    enum Location: String, Sendable {
      case path, query, header, cookie
    }

    let name: String
    let location: Location
    let isRequired: Bool
    /// The schema's node, compiled with the roles of the parameter's name.
    let root: Int32?
    let types: [String]
    /// An example or default value, for live requests.
    let example: String?
  }

  /// The bodies that one message may have.
  struct Content: Sendable {
    struct Entry: Sendable {
      let mediaType: MediaType
      /// Nil where the document gives no schema.
      let root: Int32?
      let listed: ListedMembers
      /// Where the schema's values hold pagination figures.
      let pagination: PaginationPlace?
      let examples: [Example]
    }

    let entries: [Entry]
    let settings: RuleSettings
  }

  /// A documented example: its name and its place in the document.
  struct Example: Sendable {
    let name: String
    let text: String
  }

  struct Response: Sendable {
    let status: String
    let content: Content

    /// The lowest status that the response is for.
    var leastStatus: Int { Int(status) ?? Int(status.prefix(1)).map { $0 * 100 } ?? 200 }
  }

  /// The response for a status: exact, then its class, then `default`.
  func response(for status: Int) -> Response? {
    responses.first { $0.status == "\(status)" }
      ?? responses.first { $0.status.uppercased() == "\(status / 100)XX" }
      ?? responses.first { $0.status == "default" }
  }

  /// The lowest documented success: what a bare body is taken for.
  var success: Response? {
    responses.filter { $0.status.hasPrefix("2") }.min { $0.status < $1.status }
      ?? responses.first { $0.status == "default" }
  }
}

/// Where the pagination figures of a body are.
///
/// The figures go by the names that the contract lists; a look-alike that it does not list is no
/// figure. Items are the members that it documents as arrays.
enum PaginationPlace: Hashable, Sendable {
  /// In an object under a member.
  case member(String, Pagination, items: [String])
  /// Among the members of the body itself.
  case flat(Pagination, items: [String])
  /// Nowhere: the body is a bare array, bounded by this query parameter alone.
  case bareArray(pageSize: String)
}

/// The members that a schema lists for a body, or for the elements of an array.
struct ListedMembers: Hashable, Sendable {
  var names: [String] = []
  var isArray = false
}
