@_spi(Engine) internal import JSONTape
@_spi(Engine) public import ContractCaptures
internal import JSONSchema

extension Operation {
  /// The error for parameters without a known value.
  package struct MissingParameters: Error, Hashable, Sendable {
    /// The names of the parameters, in the order of the contract.
    package let names: [String]
  }

  /// The names of the parameters in a request's path and query.
  package var requestParameters: [String] {
    let names = parameters.filter { $0.location == .path || $0.location == .query }.map(\.name)
    return path.parameterNames.filter { !names.contains($0) } + names
  }

  /// The names of the parameters that the URL of a request needs. First come the path parameters in
  /// order, then the required query parameters.
  @_spi(Engine) public var neededParameters: [String] {
    path.parameterNames
      + parameters.filter { $0.location == .query && $0.isRequired }.map(\.name)
  }

  /// A value for a parameter: the documented example, the default or the first allowed value. Nil
  /// if the contract gives no value that can be sent.
  @_spi(Engine) public func example(of parameter: String) -> String? {
    let example = parameters.first {
      $0.name == parameter && [.path, .query].contains($0.location)
    }?.example
    return example.flatMap { Self.unusable.contains($0) ? nil : $0 }
  }

  /// The headers that a request needs, in the order of the contract. Only headers with a value in
  /// the contract are included. Cookies are combined in one header.
  ///
  /// - Parameter headers: The names of the headers that the request already has.
  @_spi(Engine) public func exampleHeaders(
    besides headers: [String]
  ) -> [(name: String, value: String, parameters: [String])] {
    var filled: [(name: String, value: String, parameters: [String])] = []
    for parameter in parameters where parameter.isRequired {
      guard let header = parameter.header, !Self.isSent(header, headers),
        let value = parameter.headerValue
      else { continue }
      if header == Self.cookie, let cookie = filled.firstIndex(where: { $0.name == header }) {
        filled[cookie].value += "; \(value)"
        filled[cookie].parameters.append(parameter.name)
      } else {
        filled.append((header, value, [parameter.name]))
      }
    }
    return filled
  }

  fileprivate static let cookie = "Cookie"

  /// OpenAPI 3.1.0, section 4.8.12.1: the first three headers are described elsewhere.
  private static func isSent(_ header: String, _ headers: [String]) -> Bool {
    (["accept", "authorization", "content-type"] + headers)
      .contains { ASCIIByte.equalIgnoringCase($0, header) }
  }

  /// Values that would lead to another resource if they were in a path.
  private static let unusable: Set<String> = ["", ".", ".."]

  /// The path and the query of a request, percent-encoded: `/users/alice/locations?page=2`.
  ///
  /// A required parameter without a value gets its documented example. An optional parameter
  /// without a value is left out.
  ///
  /// - Parameters:
  ///   - values: Values by the parameters' names.
  ///   - headers: The names of the headers that are sent with the request.
  /// - Throws: ``MissingParameters`` if a required parameter has neither a value nor an example.
  ///   Also if a value would change the path: an empty value, `.` or `..`.
  package func requestPath(
    values: [String: String], headers: [String] = []
  ) throws(MissingParameters) -> String {
    var missing: [String] = []
    var query: [String] = []
    var segments: [String: String] = [:]
    for name in path.parameterNames {
      let value = values[name] ?? example(of: name) ?? ""
      if Self.unusable.contains(value) { missing.append(name) }
      segments[name] = PercentEncoding.encode(value.utf8, allowing: path.isWide ? "/" : "")
    }
    for parameter in parameters {
      switch parameter.location {
      case .path: break
      case .query:
        let given = values[parameter.name]
        guard let value = given ?? (parameter.isRequired ? parameter.example : nil) else {
          if parameter.isRequired { missing.append(parameter.name) }
          continue
        }
        query.append(
          PercentEncoding.encode(parameter.name.utf8) + "=" + PercentEncoding.encode(value.utf8))
      case .header, .cookie:
        let isThere = parameter.header.map { Self.isSent($0, headers) } ?? false
        if parameter.isRequired, !isThere, parameter.headerValue == nil {
          missing.append(parameter.name)
        }
      }
    }
    guard missing.isEmpty else { throw MissingParameters(names: missing) }
    let path = path.description.filled { segments[String($0)] ?? "" }
    return query.isEmpty ? path : "\(path)?\(query.joined(separator: "&"))"
  }
}

extension Operation {
  /// The value of an `Accept` header for the operation. It lists the media types of the successful
  /// responses. If some of them are JSON, it lists only these. Nil if no media type is documented.
  package var accept: String? {
    var types: [MediaType] = []
    for response in responses where response.status.hasPrefix("2") || response.status == "default" {
      for entry in response.content.entries
      where !types.contains(where: { $0.isSame(as: entry.mediaType) }) {
        types.append(entry.mediaType)
      }
    }
    let closed = types.filter { !$0.isOpen && $0.type != "*" }
    let wanted = closed.contains(where: \.isJSON) ? closed.filter(\.isJSON) : closed
    guard !wanted.isEmpty else { return nil }
    return wanted.map(\.key).joined(separator: ", ")
  }
}

extension Operation.Parameter {
  /// The header with the credentials. Nil if the credentials are in the URL.
  fileprivate var header: String? {
    switch location {
    case .header: name
    case .cookie: Operation.cookie
    case .path, .query: nil
    }
  }

  /// The documented example in the form of a header, if it can be sent.
  fileprivate var headerValue: String? {
    guard let example, !example.isEmpty, example.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F })
    else { return nil }
    return location == .cookie ? "\(name)=\(PercentEncoding.encode(example.utf8))" : example
  }
}

extension Checker {
  /// Makes a URL safe to show. The result hides everything that `URLRedaction` hides. The result
  /// also hides the secret path parameters of the URL's operation.
  public func redacted(_ url: String, method: String) -> String {
    hidingSecrets {
      let shown = URLRedaction.redact(url)
      return parameters(in: url, method: method).map(shown.masking) ?? shown
    }
  }

  /// Makes a URL safe to store. Each secret is replaced by a value with the same length and the
  /// same kinds of characters.
  @_spi(Engine) public func replacingSecrets(
    in url: String, method: String, by replacement: SecretReplacement
  ) -> String {
    hidingSecrets {
      var written = replacement.url(url)
      for parameter in parameters(in: url, method: method) ?? []
      where Redaction.isSecret(parameter.name) {
        guard let range = written.segment(of: parameter) else { continue }
        written.replaceSubrange(range, with: replacement.whole(String(written[range])))
      }
      return written
    }
  }

  /// The operation of a request, and its contract.
  package func operation(of url: String, method: String) -> (Contract, Operation)? {
    match(method: method, url: URLParts(url)).map { ($0.contract, $0.operation) }
  }

  /// A secret path parameter is hidden for every method. It is also hidden if the caller named the
  /// operation and the URL's path has a prefix.
  private func parameters(in url: String, method: String) -> [PathParameter]? {
    if let name = assumption.operation,
      let template = contracts.lazy.compactMap({ $0.operation(named: name) }).first?.path,
      let found = template.match(endOf: RequestPath(URLParts(url).path))
    {
      return found
    }
    for method in [method, "GET", "POST", "PUT", "PATCH", "DELETE"] {
      if let match = match(method: method, url: URLParts(url)) { return match.parameters }
    }
    return nil
  }
}
