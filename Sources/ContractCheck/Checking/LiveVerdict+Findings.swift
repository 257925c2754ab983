@_spi(Engine) internal import ContractCaptures
@_spi(Engine) internal import JSONSchema
@_spi(Engine) internal import JSONTape

extension LiveVerdict {
  /// The findings that only one of two checks has. Places inside secrets have other names in the
  /// second check.
  static func differences(
    _ live: [Finding], _ recorded: [Finding]
  ) -> (onlyLive: [Finding], onlyRecorded: [Finding]) {
    var rest = recorded
    let onlyLive = live.filter { finding in
      guard let same = rest.firstIndex(where: { finding.isFound(as: $0) }) else { return true }
      rest.remove(at: same)
      return false
    }
    return (onlyLive, rest)
  }

  /// Removes and counts findings about values that stand for secrets. A file may claim anything
  /// about itself. So there are two conditions: the record says that a secret was replaced, and the
  /// value is a text or a number that would be masked as a secret.
  func filter(_ result: inout Checker.Result, of exchange: Exchange, in source: CaptureSource) {
    guard !accepted.isEmpty, !replaced.isEmpty else { return }
    let range = exchange.range.moved(by: -source.offset)
    guard range.offset >= 0, range.end <= source.bytes.count else { return }
    let secrets = Redaction(Array(source.bytes[range.offset..<range.end]))
    let count = result.findings.count
    result.findings.removeAll { finding in
      guard accepted.contains(Accepted(finding)), replaced.contains(where: { $0.holds(finding) })
      else { return false }
      let place = finding.region.bytes.moved(by: -exchange.range.offset)
      let start = finding.region.bytes.offset - source.offset
      guard source.bytes.indices.contains(start), finding.property == nil else { return false }
      // A secret inside an object or a list does not excuse the object or the list.
      return !"{[".utf8.contains(source.bytes[start])
        && secrets.mask(from: place.offset, before: max(place.end, place.offset + 1)) != nil
    }
    let left = count - result.findings.count
    guard left > 0 else { return }
    result.count.masked = left
    var source = source
    let place = source.position(of: exchange.start.offset)
    let findings = Plural.count(left, "finding is", "findings are")
    result.notes.append(
      "\(source.name):\(place.line):\(place.column): \(findings) not reported: the recorder "
        + "replaced a secret there, and the live check found no mistake (`liveVerdict`)")
  }
}

extension LiveVerdict.Accepted {
  init(_ finding: Finding) {
    self.init(
      rule: finding.rule, part: finding.exchange?.part ?? .response,
      instance: "\(finding.instance)", keyword: finding.keyword, property: finding.property)
  }
}

extension LiveVerdict.PageFinding {
  init(_ finding: Finding) {
    self.init(
      mistake: finding.shape, instance: "\(finding.instance)", message: finding.message,
      label: finding.label)
  }
}

extension Finding {
  fileprivate func isFound(as recorded: Finding) -> Bool {
    let (own, other) = (instance.tokens, recorded.instance.tokens)
    return rule == recorded.rule && severity == recorded.severity && keyword == recorded.keyword
      && schema == recorded.schema && exchange?.part == recorded.exchange?.part
      && own.count == other.count && zip(own, other).allSatisfy(Self.isSame)
      && (property == recorded.property || Self.isSame(property ?? "", recorded.property ?? ""))
  }

  private static func isSame(_ own: String, _ recorded: String) -> Bool {
    own == recorded || Redaction.isMask(own.utf8)
  }
}

extension CheckRun {
  /// Reports the live check's findings from the comparison of the page with other pages.
  mutating func reportPages(_ exchange: Exchange, _ verdict: LiveVerdict) {
    guard let contract, let body = exchange.response.body,
      let document = try? JSONDocument(body.bytes)
    else { return }
    let operation = reference?.operation.flatMap { contract.operation(named: $0) }
    let settings = operation?.success?.content.settings ?? contract.settings
    guard let severity = settings[.pageSequence].severity else { return }
    reference?.part = .response
    let violations = verdict.pages.compactMap { told -> Violation? in
      guard let mistake = PageMistake(rawValue: told.mistake),
        let pointer = JSONPointer(told.instance), let node = document.node(at: pointer)
      else { return nil }
      let text = FindingText(
        message: SafeText.line(Redaction.text(told.message)),
        label: SafeText.line(Redaction.text(told.label)))
      return .pages(mistake, text, at: node, severity)
    }
    report(violations, of: body)
  }
}

extension Violation {
  /// The findings from the comparison of a page with other pages.
  static func pages(
    _ mistake: PageMistake, _ text: FindingText, at node: JSONNode, _ severity: Severity
  ) -> Violation {
    let range = node.range
    return Violation(
      rule: .pageSequence, severity: severity, kind: .told(text, shape: mistake.rawValue),
      instance: node.document.pointer(to: node.tapeIndex), range: range,
      mark: node.kind == .array ? ByteRange(offset: range.offset, length: 1) : nil)
  }
}

extension LiveVerdict.Replaced {
  /// Whether a finding is at this place or inside it.
  func holds(_ finding: Finding) -> Bool {
    guard part == finding.exchange?.part ?? .response else { return false }
    let place = finding.instance.tokens
    guard let instance else { return place.isEmpty }
    return place.starts(with: instance.tokens)
  }
}
