@_spi(Engine) internal import JSONTape
@_spi(Engine) internal import ContractCaptures
@_spi(Engine) import ContractCheck
import ContractRuns
import JSONSchema

/// Requests the pages of one list, one after the other, for `--pages`.
struct PageWalk {
  private let limit: Int
  private var operation: Operation?
  private var sequence: PageSequence?
  private var targets: [LiveTarget] = []
  /// The reason why a link is not followed. Nil if all links are followed.
  private(set) var note: String?

  /// - Parameter limit: The maximum number of pages to request.
  init(limit: Int) { self.limit = limit }

  /// The next page to request. Nil at the end.
  mutating func next(after answer: LiveAnswer) -> LiveTarget? {
    if targets.isEmpty { begin(answer) }
    guard let response = answer.response, 200..<300 ~= response.status,
      let result = answer.result,
      sequence?.add(
        answer.target.url, response.body, linkHeader: Self.links(response),
        isPastEnd: answer.target.outlook == .pastEnd, result.findings) == true
    else { return nil }
    targets.append(answer.target)
    guard targets.count < limit else { return nil }
    guard let request = sequence?.next else {
      if sequence?.isUnfollowed == true {
        note =
          "\(result.exchange?.file ?? ""): there is a next page, but neither the response nor the "
          + "contract says how to request it"
      }
      return nil
    }
    let url =
      request.isLink
      ? linked(request.url, from: response.url, result.exchange?.file ?? "") : request.url
    return url.map { targets[0].with(url: $0, outlook: request.outlook) }
  }

  /// Begins with a response. Only GET has pages. The URL of a user belongs to the operation that it
  /// matched.
  private mutating func begin(_ answer: LiveAnswer) {
    let target = answer.target
    let exchange = answer.result?.exchange
    guard let name = exchange?.reference?.operation,
      let contract = target.checker.contracts.first(where: { $0.name == exchange?.contract }),
      let found = target.operation ?? contract.operation(named: name), found.method == "GET"
    else { return }
    operation = found
    sequence = PageSequence(found, in: contract)
  }

  /// A server may send the header more than once.
  private static func links(_ response: LiveResponse) -> String {
    response.headers.filter { $0.name.lowercased() == "link" }.map(\.value).joined(separator: ", ")
  }

  /// The URL of a link, which must be within the origin and the base path of the first page.
  private mutating func linked(_ link: String, from page: String, _ name: String) -> String? {
    guard let start = try? LiveURL(targets[0].url) else { return nil }
    let url: LiveURL
    do throws(LiveError.Cause) {
      url = try LiveURL(page).resolving(link)
    } catch {
      note = "\(name): the link to the next page is not followed: it is not the URL of a page"
      return nil
    }
    guard url.origin == start.origin else {
      note =
        "\(name): the link to the next page is not followed: it leads to \(url.origin), not "
        + "\(start.origin)"
      return nil
    }
    let base = basePath
    let segments = Self.segments(url.text)
    guard segments.starts(with: base), !RequestPath.mayLeadUp(URLParts(url.text).path.utf8) else {
      note =
        "\(name): the link to the next page is not followed: it leads to a URL outside of the base "
        + "path `/\(base.joined(separator: "/"))`"
      return nil
    }
    guard start.credentials != nil, let userinfo = Self.userinfo(of: targets[0].url) else {
      return url.text
    }
    return url.text.replacing("://", with: "://\(userinfo)@", maxReplacements: 1)
  }

  /// The path segments before the operation's path.
  private var basePath: [String] {
    let own = operation?.path.description.split(separator: "/").count ?? 0
    return Self.segments(targets[0].url).dropLast(own)
  }

  /// The decoded segments, because a segment can be written in several ways.
  private static func segments(_ url: String) -> [String] {
    URLParts(url).path.split(separator: "/").map {
      String(decoding: PercentEncoding.decode($0.utf8), as: UTF8.self)
    }
  }

  private static func userinfo(of url: String) -> Substring? {
    guard let start = url.firstRange(of: "://")?.upperBound else { return nil }
    let authority = url[start...].prefix { !"/?#".contains($0) }
    return authority.lastIndex(of: "@").map { authority[..<$0] }
  }

  /// Adds the findings from the comparison of the pages. Each finding is added to the response that
  /// contains its place.
  ///
  /// - Parameter again: Requests a page a second time, because data may have changed.
  func check(_ answers: inout [LiveAnswer], again: (LiveTarget) -> LiveAnswer) {
    guard let findings = findings(in: answers, again: again) else {
      let name = answers[0].result?.exchange?.file ?? ""
      answers[answers.count - 1].notes.append(
        "\(name): the pages of this list may not fit together, but the pages could not be "
          + "requested again to make sure")
      return
    }
    for (page, finding) in findings {
      answers[page].result?.findings.append(finding)
      answers[page].result?.findings.sort(by: Finding.inReportOrder)
    }
  }

  /// The findings. Nil if a page could not be requested a second time.
  private func findings(
    in answers: [LiveAnswer], again: (LiveTarget) -> LiveAnswer
  ) -> [(page: Int, finding: Finding)]? {
    guard let sequence else { return [] }
    let suspicions = sequence.suspicions
    guard !suspicions.isEmpty else { return [] }
    var second = sequence
    for page in Set(suspicions.flatMap(\.pages)).sorted() {
      guard let response = again(targets[page]).response, 200..<300 ~= response.status,
        second.replace(
          page, response.body, linkHeader: Self.links(response))
      else { return nil }
    }
    return sequence.findings(of: suspicions, confirmedBy: second) { page in
      let answer = answers[page]
      let name = answer.result?.exchange?.file ?? ""
      return (
        CaptureSource(name: name, bytes: answer.response?.body ?? []), answer.result?.exchange
      )
    }
  }
}
