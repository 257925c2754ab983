@_spi(Engine) internal import ContractCaptures
@_spi(Engine) internal import JSONTape

/// The operations that a text matches. The text is an operationId, a path, or a method and a path
/// template. `*` matches any text.
package struct OperationPattern: Hashable, Sendable {
  /// The text as it is written.
  package let text: String
  private let names: Wildcard
  /// The pattern for paths as they are sent. A parameter of the template stands for any text in a
  /// segment.
  private let addresses: Wildcard

  /// Every text is a pattern.
  package init(_ text: String) {
    self.text = text
    var name = text.hasPrefix("/") ? "* " + text : text
    if let space = name.firstIndex(of: " ") {
      name = name[..<space].uppercased() + name[space...]
    }
    names = Wildcard(name)
    var address = ""
    var depth = 0
    for character in name {
      if character == "{" { depth += 1 }
      if depth == 0 { address.append(character) }
      guard character == "}", depth > 0 else { continue }
      depth -= 1
      if depth == 0 { address += "*" }
    }
    addresses = Wildcard(depth == 0 ? address : name)
  }

  /// Whether the pattern fits an operation.
  package func fits(_ operation: Operation) -> Bool {
    fits(name: operation.name) || operation.id.map(names.matches) ?? false
  }

  /// Whether the pattern fits a name such as `GET /users/{id}`.
  package func fits(name: String) -> Bool { names.matches(name) }

  /// Whether the pattern fits a request without a known operation.
  ///
  /// - Parameter path: The path without the query.
  package func fits(method: String, path: String) -> Bool {
    let isOfSegments = !text.contains("*")
    if isOfSegments, text.count(where: { $0 == "/" }) != path.count(where: { $0 == "/" }) {
      return false
    }
    return addresses.matches("\(method.uppercased()) \(path)")
  }
}

extension Checker {
  /// Whether the operation is none of ``onlyOperations``.
  func leavesOut(_ operation: Operation?) -> Bool {
    guard !onlyOperations.isEmpty else { return false }
    return !(operation.map { operation in onlyOperations.contains { $0.fits(operation) } } ?? false)
  }

  /// Whether a request without an operation is left out.
  func leavesOut(method: String, _ url: URLParts) -> Bool {
    let paths = [url.path] + contracts.map { path(of: url, below: $0).description }
    return !onlyOperations.isEmpty
      && !paths.contains { path in
        onlyOperations.contains { $0.fits(method: method, path: path) }
      }
  }

  /// - Throws: if no operation fits one of ``onlyOperations``.
  package func verifyOnlyOperations() throws(UnknownName) {
    let operations = contracts.flatMap { $0.operations + $0.webhooks }
    for pattern in onlyOperations where !operations.contains(where: pattern.fits) {
      let isPath = pattern.text.hasPrefix("/")
      let known = operations.flatMap {
        isPath ? [$0.path.description] : [$0.name, $0.id ?? $0.name]
      }
      throw UnknownName(
        message: "no contract here has an operation that fits `\(SafeText.line(pattern.text))`"
          + NearestName.suggestion(for: pattern.text, among: known))
    }
  }
}
