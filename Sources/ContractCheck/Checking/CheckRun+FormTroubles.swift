@_spi(Engine) internal import ContractCaptures
@_spi(Engine) internal import JSONSchema
@_spi(Engine) internal import JSONTape

/// Reports parts of forms that cannot be read, and parts that differ from the contract.
extension CheckRun {
  mutating func report(
    _ troubles: [FormReader.Trouble], of read: FormParts, _ form: Form, _ settings: RuleSettings
  ) {
    var troubles = troubles
    limit(&troubles)
    let ranges = places(
      of: troubles.map { trouble in
        guard case .syntax(let error, _, let text) = trouble else { return [] }
        return [
          FormInstance.Origin(segment: .json(text), inner: error.offset..<error.offset + 1)
        ]
      }, read)
    for (trouble, range) in zip(troubles, ranges) {
      let rule = trouble.rule
      guard let severity = settings[rule].severity else { continue }
      let part = read.parts[trouble.part]
      let (text, shape) = trouble.words(part)
      var violation = Violation(
        rule: rule, severity: severity, kind: .told(text, shape: shape), range: range)
      violation.instance = JSONPointer().appending(trouble.property).shown
      let shown: CodeFrame
      switch trouble {
      case .syntax(let error, _, let text):
        var known: PartText?
        shown = frame(
          ofJSON: text, marking: error.offset..<error.offset + 1, part, in: read.body,
          isMalformed: true, &known, at: range)
      case .style:
        violation.keyword = "style"
        violation.range = part.valueRange
        shown = frame(of: part, in: read.body, marksName: false, part.valueRange)
      case .mediaType(let type, _, _):
        violation.range = part.typeRange ?? part.nameRange
        let lead = Array("Content-Type: ".utf8)
        let line = lead + Array(type.shownKey.utf8)
        shown = frame(
          of: line, marking: lead.count..<line.count, at: violation.range, in: read.body)
      }
      add(violation, prefix: "\(form.prefix): ", in: read.body, frame: shown)
    }
  }

  /// A form adds one level of nesting. So a part with the maximum depth of a body is too deep.
  mutating func report(
    _ error: JSONParseError, of read: FormParts, _ form: Form, _ settings: RuleSettings
  ) -> Checker.Outcome {
    guard let severity = settings[.jsonSyntax].severity else { return .checked }
    let place = Self.extent(of: read.parts.map(\.valueRange))
    add(
      Violation(
        rule: .jsonSyntax, severity: severity, kind: .syntax(error), range: place),
      prefix: "\(form.prefix): ", in: read.body, frame: nil)
    return .checked
  }

  mutating func report(
    _ trouble: FormParts.Trouble, of message: Message, _ type: MediaType, _ form: Form,
    _ settings: RuleSettings
  ) -> Checker.Outcome {
    if case .absent = trouble { return skip(message.absence ?? .nonJSON) }
    explain(.checked)
    guard let severity = settings[.jsonSyntax].severity, let body = message.body else {
      return .checked
    }
    var range: ByteRange?
    switch trouble {
    case .absent, .noBoundary: break
    case .fault(let fault, _): range = fault.range
    case .nameless(_, let head): range = head
    }
    let inBody = range.map { body.fileRanges(inAnyOrder: [$0], in: source)[0] }
    let start = body.fileRanges(inAnyOrder: [ByteRange(offset: 0, length: 0)], in: source)[0]
    // A media type outside the body gives no place in the body.
    let place = inBody ?? message.mediaTypeRange ?? start
    let (text, shape) = trouble.words(type, body.bytes)
    add(
      Violation(
        rule: .jsonSyntax, severity: severity, kind: .told(text, shape: shape), range: place),
      prefix: "\(form.prefix): ", in: inBody == nil ? nil : body,
      frame: nil)
    return .checked
  }

  /// Says which parts were not checked, and why; the first ones by name.
  mutating func noteUnread(_ parts: [FormPart]) {
    let request = reference?.request.map { " of `\($0)`" } ?? ""
    let told = parts.prefix(8).map { part in
      let reason = part.unread.map { "its encoding \($0) cannot be read" } ?? "it is not UTF-8"
      return (name: "`\(part.shownName)`", reason: reason)
    }
    var text = "\(parts.count) parts\(request) were not checked: "
    if told.count == 1 {
      text = "the part \(told[0].name)\(request) was not checked: \(told[0].reason)"
    } else {
      text += told.map { "\($0.name): \($0.reason)" }.joined(separator: "; ")
      text += parts.count > told.count ? "; …" : ""
    }
    notes.append("\(source.name): \(text)")
  }

  mutating func notePartHeaders(of read: FormParts, _ encoding: FormEncoding) {
    guard let body = read.body else { return }
    let parts = read.parts.filter { !(encoding[$0.name]?.headers.isEmpty ?? true) }
    var places = body.fileRanges(
      inAnyOrder: parts.flatMap { $0.headers.map(\.range) }, in: source)[...]
    for part in parts {
      let own = Array(places.prefix(part.headers.count))
      places = places.dropFirst(part.headers.count)
      partHeaders.append(
        PartHeaders(
          name: part.shownName, documented: encoding[part.name]?.headers ?? [],
          fields: HeaderFields(ofPart: part.headers, at: own), place: part.nameRange))
    }
  }
}

extension FormReader.Trouble {
  fileprivate var rule: Rule {
    switch self {
    case .syntax: .jsonSyntax
    case .style: .schema
    case .mediaType: .contentType
    }
  }

  fileprivate var part: Int {
    switch self {
    case .syntax(_, _, let text), .style(_, let text): text.source
    case .mediaType(_, _, let part): part
    }
  }

  fileprivate var property: String {
    switch self {
    case .syntax(_, let property, _): property
    case .style(let property, _), .mediaType(_, let property, _): property.name
    }
  }

  /// The problem as a text, and a text without values for fingerprints.
  fileprivate func words(_ part: FormPart) -> (FindingText, String) {
    let name = part.isNamed ? "`\(part.shownName)`" : "part \(self.part + 1)"
    switch self {
    case .syntax(let error, _, _):
      // The error's message may quote the text.
      let reason = part.isSecret ? "" : ": \(error.message)"
      return (FindingText(message: "\(name) is not JSON\(reason)"), error.shape)
    case .style(let property, let text):
      let style = property.parameter.style.rawValue
      let shown = FailureContext.cut(Redaction.shown(text.decoded, of: part.name, in: .query))
      return (
        FindingText(
          message: "\(name) is \(SafeText.line(shown)), which is not in the style `\(style)`",
          label: "write it in the style `\(style)`", why: "the contract says so in `encoding`"),
        "style"
      )
    case .mediaType(let type, let property, _):
      let known = property.mediaTypes.map { "`\($0.shownKey)`" }.joined(separator: ", ")
      return (
        FindingText(
          message: "the media type of \(name) is `\(type.shownKey)`; the contract says \(known)",
          label: "send \(known)"), type.essence
      )
    }
  }
}

extension FormInstance.Segment {
  /// A text that should be JSON.
  fileprivate static func json(_ text: RawText) -> Self {
    Self(range: 0..<0, part: text.source, kind: .json(at: 0), text: text)
  }
}

extension FormParts.Trouble {
  /// The problem as a text, and a text without values for fingerprints.
  fileprivate func words(_ type: MediaType, _ body: [UInt8]) -> (FindingText, String) {
    func shown(_ text: String) -> String { SafeText.line(Redaction.text(text)) }
    switch self {
    case .absent: return (FindingText(message: ""), "")
    case .noBoundary:
      return (
        FindingText(
          message:
            "the media type `\(type.essence)` has no `boundary`, so the parts cannot be "
            + "separated", label: "add the parameter `boundary`"), "no boundary"
      )
    case .nameless(let part, _):
      return (
        FindingText(
          message: "part \(part) has no name",
          label: "send `Content-Disposition: form-data; name=\"…\"`"), "part without a name"
      )
    case .fault(.noDelimiter, let boundary):
      // A text that only looks like a boundary may be a secret.
      let found = MultipartBody.boundary(shownBy: body).flatMap { found in
        (try? MultipartBody(body, boundary: found)).map { _ in found }
      }
      let begins = found.map { "; the body begins with `--\(shown($0))`" } ?? ""
      return (
        FindingText(
          message: "no line of the body is the boundary `--\(shown(boundary))`\(begins)",
          label: "write the same boundary in the media type and in the body"), "no delimiter"
      )
    case .fault(.noEnd, let boundary):
      let end = "`--\(shown(boundary))--`"
      return (
        FindingText(
          message: "the body does not end with the line \(end)", label: "end it with \(end)"),
        "no end"
      )
    case .fault(.headerLine(let part, _), _):
      return (
        FindingText(
          message: "a header of part \(part) is not `Name: value`",
          label: "write `Name: value`, or an empty line before the content"), "header line"
      )
    case .fault(.endlessHeaders(let part, _), _):
      return (
        FindingText(
          message: "part \(part) has no empty line after its headers",
          label: "write an empty line before the content"), "no end of headers"
      )
    case .fault(.tooManyParts, _):
      return (FindingText(message: "the body has more than 100,000 parts"), "too many parts")
    }
  }
}
