@_spi(Engine) internal import ContractCaptures
internal import JSONSchema
@_spi(Engine) public import JSONTape

/// A place in the responses of one operation. Values at this place are usable as parameters of
/// another operation.
@_spi(Engine) public struct ParameterSource: Hashable, Sendable {
  /// Why the values are expected at this place.
  public enum Reason: Hashable, Sendable {
    /// The `x-schemacheck.from` of the parameter.
    case from
    /// An OpenAPI link of this name.
    case link(String)
    /// The name of the parameter, because it fits the names of a list and of a property.
    case list
  }

  /// Where to find a value.
  enum Place: Hashable, Sendable {
    /// At a pointer in the body. An index in the pointer means all elements of its array.
    case body(JSONPointer)
    /// In a parameter of the request's path or query.
    case request(String)
    /// The constant in the contract.
    case constant(String)
    /// In the items of a list.
    case items(ListNames)
  }

  /// The names that identify a list and the ids of its items.
  struct ListNames: Hashable, Sendable {
    /// Properties of the body that may be the list, the best first.
    let lists: [String]
    /// Properties of an item that may be the value, the best first.
    let ids: [String]
    /// Whether the path segment directly before the parameter names the list. If so, items may be
    /// plain values.
    let isAbove: Bool
  }

  /// Why the values are expected at this place.
  public let reason: Reason
  /// The index of the operation in the contract.
  public let operation: Int
  /// The places by the names of parameters.
  let places: [String: Place]
  /// The parameters in the common beginning of both paths, by their names in the other path.
  let shared: [String: String]
}

extension Contract {
  /// The possible sources of a parameter's values. The best source is first. Only responses to GET
  /// requests are sources.
  @_spi(Engine) public func sources(
    of parameter: String, in operation: Operation
  ) -> [ParameterSource] {
    // A path parameter need not have a description.
    let target = operation.parameters.first { $0.name == parameter && $0.location != .header }
    var sources: [ParameterSource] = []
    if let from = target?.from, let source = self.operation(named: from.operation),
      source.method == "GET", source.position != operation.position
    {
      sources.append(
        ParameterSource(
          reason: .from, operation: source.position, places: [parameter: .body(from.pointer)],
          shared: operation.path.shared(with: source.path)))
    }
    for source in operations where source.method == "GET" && source.position != operation.position {
      for link in source.responses.flatMap(\.links) where link.leads(to: operation) {
        let places = link.places(for: operation)
        guard places[parameter] != nil else { continue }
        sources.append(
          ParameterSource(
            reason: .link(link.name), operation: source.position, places: places,
            shared: operation.path.shared(with: source.path)))
      }
    }
    return sources + lists(for: parameter, in: operation)
  }

  /// The lists in the path before the parameter, the nearest first.
  private func lists(for parameter: String, in operation: Operation) -> [ParameterSource] {
    let segments = operation.path.rawSegments
    guard let own = segments.firstIndex(where: { $0 == "{\(parameter)}" }), own > 0 else {
      return []
    }
    let name = segments[own - 1]
    return (1...own).reversed().compactMap { count in
      let above = segments[..<count].map(PathTemplate.withoutName)
      let source = operations.first {
        $0.method == "GET" && $0.path.rawSegments.map(PathTemplate.withoutName) == above
      }
      guard let source, source.position != operation.position else { return nil }
      let shared = operation.path.shared(with: source.path)
      // Without this, the values of several parameters would not belong together.
      let isWhole = operation.path.parameterNames.prefix { $0 != parameter }
        .allSatisfy { shared[$0] != nil }
      guard isWhole else { return nil }
      let names = ParameterSource.ListNames(
        lists: count == own || !PathTemplate.isParameter(name) ? [name] : [],
        ids: Self.idNames(of: parameter, below: name, isAbove: count == own),
        isAbove: count == own)
      return ParameterSource(
        reason: .list, operation: source.position, places: [parameter: .items(names)],
        shared: shared)
    }
  }

  /// The properties that may contain the value: `thingId`, then `id`.
  private static func idNames(
    of parameter: String, below list: String, isAbove: Bool
  ) -> [String] {
    var names = [parameter]
    guard isAbove else { return names }
    let words = SecretName.words(of: parameter.utf8)
    let item = singular(list)
    // A `slug` or a `username` is not an id.
    let isID = ["id", "ids", "uuid", "guid", "key", "no", "nr", "number", "ref"]
      .contains(words.last ?? "")
    if isID, words.count == 1 { names.append(item + parameter) }
    if isID || ParameterSource.folded(parameter) == ParameterSource.folded(item) {
      names.append("id")
    }
    return names
  }

  private static func singular(_ name: String) -> String {
    if name.hasSuffix("ies") { return name.dropLast(3) + "y" }
    return name.hasSuffix("s") ? String(name.dropLast()) : name
  }
}

extension ParameterSource {
  /// A name's letters and digits in lower case. So `thing_id` and `thingId` are the same name.
  static func folded(_ name: String) -> [UInt8] {
    name.utf8.filter { ASCIIByte.isLetter($0) || ASCIIByte.isDigit($0) || $0 >= 0x80 }
      .map { ASCIIByte.lowercased($0) }
  }

  /// The values that were found, and the place of the values, such as `/things/*/thingId`.
  public struct Found: Hashable, Sendable {
    /// The unencoded values by the names of their parameters.
    public var values: [String: String]
    /// The pattern of the value's pointer, or a text about another source.
    public var place: String
  }

  /// The first values in a response that can be used for a parameter. There are at most `most`
  /// different values.
  ///
  /// - Parameters:
  ///   - request: The parameter values of the request.
  ///   - body: The body of the response.
  ///   - accepts: Whether a text may be a value of the parameter.
  /// - Returns: The values. `refused` is the first value that was not accepted. In a list, an item
  ///   that also has an accepted value does not count.
  public func values(
    of parameter: String, in body: JSONNode, of request: [String: String], most: Int,
    accepts: (String) -> Bool
  ) -> (found: [Found], refused: String?) {
    guard let place = places[parameter] else { return ([], nil) }
    var found: [Found] = []
    var refused: String?
    func take(_ value: String?, _ place: String, at position: Int?) {
      guard let value else { return }
      guard accepts(value) else {
        refused = refused ?? value
        return
      }
      var values = [parameter: value]
      for (name, other) in places where name != parameter {
        values[name] = self.value(other, at: position, in: body, of: request)
      }
      for (name, theirs) in shared where values[name] == nil { values[name] = request[theirs] }
      if !found.contains(where: { $0.values == values }) {
        found.append(Found(values: values, place: place))
      }
    }
    switch place {
    case .constant(let text): take(text, "a constant", at: nil)
    case .request(let name): take(request[name], "the parameter `\(name)`", at: nil)
    case .body(let pointer):
      guard let (list, index) = body.list(along: pointer) else {
        take(body.node(at: pointer)?.plainValue, "\(pointer)", at: nil)
        break
      }
      var pattern = pointer
      pattern.tokens[index] = "*"
      for position in 0..<list.count {
        guard found.count < most else { break }
        take(
          value(.body(pointer), at: position, in: body, of: request), "\(pattern)", at: position)
      }
    case .items(let names):
      guard let (list, path) = body.list(named: names) else { break }
      var ids: [[UInt8]]?
      for (position, item) in list.elements.enumerated() {
        guard found.count < most else { break }
        let known = refused
        if item.kind != .object {
          if names.isAbove { take(item.plainValue, "\(path.appending("*"))", at: position) }
          continue
        }
        let wanted = ids ?? names.ids.map(Self.folded)
        ids = wanted
        let properties = item.properties.map { (name: $0.name, value: $0.value) }
        for id in wanted {
          guard let property = properties.first(where: { Self.folded($0.name) == id }) else {
            continue
          }
          let count = found.count
          take(
            property.value.plainValue, "\(path.appending("*").appending(property.name))",
            at: position)
          if found.count > count {
            refused = known
            break
          }
        }
      }
    }
    return (found, refused)
  }

  /// Whether a response contains the list of the values, but the list is empty.
  public func isEmpty(of parameter: String, in body: JSONNode) -> Bool {
    switch places[parameter] {
    case .items(let names)?: body.list(named: names)?.list.count == 0
    case .body(let pointer)?: body.list(along: pointer)?.list.count == 0
    case .request?, .constant?, nil: false
    }
  }

  /// The place in the body if the contract itself gives a place. Nil if the place follows from the
  /// names of properties.
  public func namedPlace(of parameter: String) -> String? {
    guard case .body(let pointer)? = places[parameter] else { return nil }
    return "\(pointer)"
  }

  private func value(
    _ place: Place, at position: Int?, in body: JSONNode, of request: [String: String]
  ) -> String? {
    switch place {
    case .constant(let text): return text
    case .request(let name): return request[name]
    case .items: return nil
    case .body(var pointer):
      if let position, let (_, index) = body.list(along: pointer) {
        pointer.tokens[index] = "\(position)"
      }
      return body.node(at: pointer)?.plainValue
    }
  }
}

extension JSONNode {
  /// The last array on the path of a pointer, and the position of the array's index in the pointer.
  fileprivate func list(along pointer: JSONPointer) -> (list: JSONNode, index: Int)? {
    var node = self
    var found: (JSONNode, Int)?
    for (index, token) in pointer.tokens.enumerated() {
      if node.kind == .array { found = (node, index) }
      guard let next = node.child(token) else {
        // An empty list also counts as a list.
        return node.kind == .array ? found : nil
      }
      node = next
    }
    return found
  }

  /// The list: the body itself, the property with a known name, or the only list. The list may also
  /// be one level below, for example under `data`.
  fileprivate func list(
    named names: ParameterSource.ListNames
  ) -> (list: JSONNode, path: JSONPointer)? {
    if kind == .array { return (self, JSONPointer()) }
    guard kind == .object else { return nil }
    let outer = properties.map { (path: JSONPointer(tokens: [$0.name]), value: $0.value) }
    let inner = outer.flatMap { property in
      property.value.kind == .object
        ? property.value.properties.map {
          (path: property.path.appending($0.name), value: $0.value)
        } : []
    }
    for level in [outer, inner] {
      let lists = level.filter { $0.value.kind == .array }
      for name in names.lists.map(ParameterSource.folded) {
        if let list = lists.first(where: {
          ParameterSource.folded($0.path.tokens.last ?? "") == name
        }) {
          return (list.value, list.path)
        }
      }
      guard names.isAbove else { continue }
      let ofObjects = lists.filter { $0.value[0]?.kind == .object }
      if ofObjects.count == 1 { return (ofObjects[0].value, ofObjects[0].path) }
      if lists.count == 1 { return (lists[0].value, lists[0].path) }
    }
    return nil
  }

  /// The value as a text that may be sent in a URL: a string, or an integer as it is written.
  fileprivate var plainValue: String? {
    switch kind {
    case .string:
      // Half a surrogate pair has no UTF-8.
      guard let text = string, !text.contains("\u{FFFD}"), text.utf8.count <= 1024 else {
        return nil
      }
      return ["", "."].contains(text) || RequestPath.mayLeadUp(text.utf8) ? nil : text
    case .number:
      let digits = text.utf8.first == UInt8(ascii: "-") ? text.utf8.dropFirst() : text.utf8[...]
      return digits.count <= 40 && digits.allSatisfy(ASCIIByte.isDigit) ? text : nil
    case .null, .boolean, .array, .object: return nil
    }
  }
}

/// A link of a response to another operation (OpenAPI Specification 3.1.0, section 4.8.20).
package struct OperationLink: Hashable, Sendable {
  let name: String
  /// An operationId, or the pointer of an `operationRef` inside the document.
  let target: Target
  /// The expressions by the names of parameters. A name may contain a location: `path.id`.
  let parameters: [String: String]

  enum Target: Hashable, Sendable {
    case id(String)
    case place(path: String, method: String)
  }

  func leads(to operation: Operation) -> Bool {
    switch target {
    case .id(let id): operation.id == id
    case .place(let path, let method):
      operation.method == method && operation.path.description == path
    }
  }

  func places(for operation: Operation) -> [String: ParameterSource.Place] {
    var places: [String: ParameterSource.Place] = [:]
    for (name, expression) in parameters {
      let parts = name.split(separator: ".", maxSplits: 1).map(String.init)
      let isLocated =
        parts.count == 2 && Operation.Parameter.Location(rawValue: parts[0]) != nil
      places[isLocated ? parts[1] : name] = Self.place(expression)
    }
    return places
  }

  /// The place of an expression. Nil if the expression needs more than a body and a request's
  /// values.
  private static func place(_ expression: String) -> ParameterSource.Place? {
    var text = expression[...]
    if text.hasPrefix("{"), text.hasSuffix("}") { text = text.dropFirst().dropLast() }
    guard text.hasPrefix("$") else { return .constant(expression) }
    for location in ["path", "query"] {
      let start = "$request.\(location)."
      if text.hasPrefix(start) { return .request(String(text.dropFirst(start.count))) }
    }
    let start = "$response.body#"
    guard text.hasPrefix(start) else { return nil }
    return JSONPointer(String(text.dropFirst(start.count))).map { .body($0) }
  }
}

/// The place that `x-schemacheck.from` gives for the values of a parameter.
struct SourceReference: Hashable, Sendable {
  /// The operation. It is a name such as `GET /collections`, or an operationId.
  let operation: String
  let pointer: JSONPointer

  init?(_ text: String) {
    guard let hash = text.firstIndex(of: "#"),
      let pointer = JSONPointer(String(text[text.index(after: hash)...]))
    else { return nil }
    operation = String(text[..<hash])
    self.pointer = pointer
  }
}
