internal import JSONSchema

extension Operation {
  /// Parameters without a known value.
  public struct MissingParameters: Error, Hashable, Sendable {
    /// Their names, in the order of the contract.
    public let names: [String]
  }

  /// The names of the parameters that a request's path and query take.
  public var requestParameters: [String] {
    parameters.filter { $0.location == .path || $0.location == .query }.map(\.name)
  }

  /// The path and the query of a request, percent-encoded: `/users/alice/locations?page=2`.
  ///
  /// A parameter without a value gets that of its documented example, but an optional one is left
  /// out.
  ///
  /// - Parameter values: Values by the parameters' names.
  /// - Throws: ``MissingParameters`` where a required parameter has neither, or where its value
  ///   would change the path: an empty value, `.` or `..`.
  public func requestPath(values: [String: String]) throws(MissingParameters) -> String {
    var missing: [String] = []
    var query: [String] = []
    var segments: [String: String] = [:]
    for parameter in parameters {
      let given = values[parameter.name]
      switch parameter.location {
      case .path:
        let value = given ?? parameter.example ?? ""
        if ["", ".", ".."].contains(value) { missing.append(parameter.name) }
        segments[parameter.name] = PercentEncoding.encode(value.utf8)
      case .query:
        guard let value = given ?? (parameter.isRequired ? parameter.example : nil) else {
          if parameter.isRequired { missing.append(parameter.name) }
          continue
        }
        query.append(
          PercentEncoding.encode(parameter.name.utf8) + "=" + PercentEncoding.encode(value.utf8))
      case .header, .cookie:
        // OpenAPI 3.1.0, section 4.8.12.1: these three are described elsewhere.
        let isOurs = ["accept", "authorization", "content-type"]
          .contains(parameter.name.lowercased())
        if parameter.isRequired, !isOurs { missing.append(parameter.name) }
      }
    }
    guard missing.isEmpty else { throw MissingParameters(names: missing) }
    let path = path.description.filled { segments[String($0)] ?? "" }
    return query.isEmpty ? path : "\(path)?\(query.joined(separator: "&"))"
  }
}

extension Checker {
  /// A URL that is safe to show: without what ``URLRedaction`` hides, and without secret path
  /// parameters of the URL's operation.
  public func redacted(_ url: String, method: String) -> String {
    let shown = URLRedaction.redact(url)
    // A secret path parameter is hidden whatever the method.
    for method in [method, "GET", "POST", "PUT", "PATCH", "DELETE"] {
      if let match = match(method: method, url: URLParts(url)) {
        return shown.masking(match.parameters)
      }
    }
    return shown
  }
}
