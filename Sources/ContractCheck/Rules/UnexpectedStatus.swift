@_spi(Engine) internal import ContractCaptures
internal import JSONTape

extension Rule {
  /// Checks only responses to requests that the tool itself sent, because a recorded error may be a
  /// test of errors.
  static let unexpectedStatus = Rule(
    id: "unexpected-status", summary: "a live response with an unexpected status",
    rationale: "such a response does not have the data that the app decodes",
    source: "the statuses of `--expect`",
    link: "https://www.rfc-editor.org/rfc/rfc9110#section-15",
    problems: [
      "a capture has this finding only if `check --record` wrote it"
    ],
    form: .exchange,
    exchanges: (
      wrong: "GET /api/v1/locations/public → 401",
      right: "GET /api/v1/locations/public → 200, or 401 with `--expect 401`"
    ))
}

extension SentRequest {
  /// The problem with a status, the server's message about it, and a hint.
  ///
  /// - Parameter parameters: The values of the operation's path parameters.
  func text(
    _ status: Int, _ body: Body?, _ operation: Operation?, _ parameters: [PathParameter]
  ) -> FindingText {
    guard status >= 300 else {
      return FindingText(
        message: "the server sent \(status), not \(expected)",
        label:
          "send a request that gets \(expected), or allow this status with `--expect \(status)`")
    }
    let said = body.flatMap { Self.firstLine(of: $0, parameters) }.map { ": \($0)" } ?? ""
    return FindingText(
      message: "the server sent \(status), not \(expected)\(said)",
      label: "\(advice(status, operation)), or test the error with `--expect \(status)`")
  }

  private func advice(_ status: Int, _ operation: Operation?) -> String {
    switch (status, credentials) {
    case (401, .none), (403, .none):
      return operation?.security.first { !$0.isEmpty }?.first?.advice
        ?? "send a token with `--bearer-env VARIABLE`"
    case (401, .sent): return "use a valid token or password"
    case (403, .sent): return "use a token or password that may read this"
    case (401, .dropped), (403, .dropped):
      return "the token is not sent to the server of the redirect; check that server's URL"
    case (401, .withheld(let server)), (403, .withheld(let server)):
      return "\(server) gets no credentials, because the command line does not name it: add it to "
        + "`allowedOrigins`, or use `--server \(server)`"
    case (404, _) where isOfSweep:
      guard let names = operation?.path.parameterNames, let name = names.first else {
        return "correct the base URL (`--server`, `--base-path`)"
      }
      if let giver {
        return "correct the server: this `\(names.last ?? name)` comes from the response of "
          + "`\(giver)`"
      }
      return "give a value that the server knows with `--param \(name)=VALUE`"
    case (404, _): return "correct the URL"
    case (300..<400, _): return "use the URL that the server redirects to"
    case (400..<500, _): return "correct the request"
    default: return "correct the server"
    }
  }

  /// The message in an error body, or the first line of its text. Nil if there is no message and no
  /// text.
  private static func firstLine(of body: Body, _ parameters: [PathParameter]) -> String? {
    var text = String(decoding: body.bytes, as: UTF8.self)
    var property: String?
    if let root = (try? JSONDocument(body.bytes))?.root {
      guard let said = said(by: root) else { return nil }
      text = said.text
      property = said.property
    } else if text.contains("\u{FFFD}") || text.first(where: { !$0.isWhitespace }) == "<" {
      // Bytes and web pages have no line to read.
      return nil
    }
    let lines = text.split(whereSeparator: \.isNewline).lazy.map {
      String(ASCIIByte.trimmed($0))
    }
    guard var line = lines.first(where: { !$0.isEmpty }) else { return nil }
    for parameter in parameters where Redaction.isSecret(parameter.name) {
      line = line.replacing(parameter.value, with: Redaction.mask(of: parameter.value))
    }
    let bytes = Array(line.utf8)
    let masked = Redaction(bytes, isMalformed: true).applied(to: bytes)
    let shown = Redaction.shown(String(decoding: masked, as: UTF8.self), ofProperty: property)
    return SafeText.line(FailureContext.cut(shown))
  }

  /// Properties of error bodies with text for people, the best first.
  private static let properties = [
    "message", "error_description", "detail", "title", "error", "errors", "msg", "reason",
  ]

  /// Searches the object under one of these properties, or the first element of an array. The
  /// search goes only a few levels deep.
  private static func said(
    by node: JSONNode, in property: String? = nil, depth: Int = 0
  ) -> (text: String, property: String?)? {
    if let text = node.string { return text.isEmpty ? nil : (text, property) }
    guard depth < 4 else { return nil }
    if node.kind == .array {
      return node.elements.first { _ in true }
        .flatMap { said(by: $0, in: property, depth: depth + 1) }
    }
    guard node.kind == .object else { return nil }
    for name in properties {
      if let value = node[name], let found = said(by: value, in: name, depth: depth + 1) {
        return found
      }
    }
    return nil
  }
}
