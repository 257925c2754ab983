@_spi(Engine) internal import ContractReports
@_spi(Engine) internal import ContractCaptures
@_spi(Engine) import ContractCheck
import ContractRuns

/// Reads the headers that the command line adds to requests: `--header`, `--bearer-…`,
/// `--basic-env` and `--cookie-env`. Error messages never repeat a value.
enum LiveHeaders {
  static func read(
    _ arguments: Arguments, _ console: Console
  ) throws(RunError) -> [LiveHeader] {
    var headers: [LiveHeader] = []
    for argument in arguments.all(.header) {
      headers.append(try header(argument, console))
    }
    if let token = try BearerToken.read(arguments, console) { headers.append(.bearer(token)) }
    if let basic = try SecretText.variable(
      of: .basicVariable, what: "name and password", arguments, console)
    {
      guard basic.bytes.contains(UInt8(ascii: ":")) else {
        throw RunError("\(basic.name) contains no `:` between the name and the password")
      }
      guard basic.bytes.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else {
        throw RunError("\(basic.name) contains a line break or another control character")
      }
      headers.append(.basic(basic.text))
    }
    if let cookie = try SecretText.variable(
      of: .cookieVariable, what: "cookie", arguments, console)
    {
      headers.append(try LiveHeader("Cookie", cookie))
    }
    for name in ["Authorization", "Cookie"]
    where headers.count(where: { $0.isNamed(name) }) > 1 {
      throw RunError("the header `\(name)` is given twice")
    }
    return headers
  }

  /// The texts that must never be shown.
  static func secrets(_ headers: [LiveHeader]) -> [String] {
    headers.filter(\.isSecret).flatMap { header -> [String] in
      guard !header.isNamed("Cookie") else {
        return header.value.split(separator: ";").map { cookie in
          let value =
            cookie.firstIndex(of: "=").map { cookie[cookie.index(after: $0)...] } ?? cookie
          return String(value.drop { $0 == " " })
        }
      }
      // The scheme of credentials is no secret. The text after the scheme is a secret.
      let parts = header.value.split(separator: " ", maxSplits: 1).map(String.init)
      let isAuthorization = header.name.lowercased().hasSuffix("authorization")
      return (isAuthorization && parts.count > 1 ? [parts[1]] : [header.value]) + header.origins
    }
  }

  /// Reads `NAME:VALUE`, `NAME:env:VARIABLE` or `NAME:@FILE`.
  private static func header(
    _ argument: Argument, _ console: Console
  ) throws(RunError) -> LiveHeader {
    guard let colon = argument.bytes.firstIndex(of: UInt8(ascii: ":")) else {
      throw RunError("`--header` takes \(form): there is no `:`")
    }
    let name = String(decoding: argument.bytes[..<colon], as: UTF8.self)
    guard LiveHeader.isToken(name) else {
      throw RunError(
        "`--header` takes \(form): the name before the `:` has a character that is not allowed in a name"
      )
    }
    if let why = refused[name.lowercased()] { throw RunError("`--header \(name)`: \(why)") }
    let value = Array(argument.bytes[(colon + 1)...].withoutBlanksAround)
    let variable = Array("env:".utf8)
    if value.starts(with: variable) {
      let rest = String(decoding: value.dropFirst(variable.count), as: UTF8.self)
      guard !rest.isEmpty else {
        throw RunError(
          "`--header \(name):env:` needs the name of a "
            + "variable")
      }
      return try LiveHeader(
        name, try SecretText.variable(rest, of: .header, what: "value", console))
    }
    if value.first == UInt8(ascii: "@") {
      guard value.count > 1 else { throw RunError("`--header \(name):@` needs the name of a file") }
      return try LiveHeader(
        name, try SecretText.file(Array(value.dropFirst()), of: .header, what: "value"))
    }
    guard !onlyApart.contains(name.lowercased()) else {
      throw RunError(
        "`--header \(name)`: every process can see the arguments; use "
          + "`--header \(name):env:VARIABLE` or `--header \(name):@FILE`")
    }
    guard LiveHeader.isValue(value) else {
      throw RunError(
        value.isEmpty
          ? "`--header \(name)` has no value"
          : "`--header \(name)`: the value contains a line break or another control character")
    }
    let text = String(decoding: value, as: UTF8.self)
    return LiveHeader(
      name: name, value: text,
      isSecret: Redaction.isSecret(name) || Redaction.isSecret(text, ofProperty: name))
  }

  static let form = "`NAME:VALUE`, `NAME:env:VARIABLE` or `NAME:@FILE`"

  /// Headers with credentials. Their values must never be written on the command line.
  private static let onlyApart: Set<String> = ["authorization", "cookie", "proxy-authorization"]

  private static let refused: [String: String] = {
    let own = "the client writes this header itself"
    return [
      "host": own, "content-length": own, "transfer-encoding": own, "connection": own,
      "upgrade": own, "te": own, "trailer": own, "expect": own,
      "content-type": "use `--body-type`",
    ]
  }()
}

extension LiveHeader {
  fileprivate init(_ name: String, _ secret: SecretText) throws(RunError) {
    guard LiveHeader.isValue(secret.bytes) else {
      throw RunError("\(secret.name) contains a line break or another control character")
    }
    self.init(name: name, value: secret.text, isSecret: true)
  }
}

extension BidirectionalCollection<UInt8> where SubSequence == Self {
  /// The bytes without blanks and tabs at both ends. A line break stays, and it is refused later.
  fileprivate var withoutBlanksAround: Self {
    func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
    var text = drop(while: isBlank)
    while let last = text.last, isBlank(last) { text.removeLast() }
    return text
  }
}

extension Project {
  /// The origins that receive the credentials of the command line. They are the origins of its URLs
  /// and of `allowedOrigins`.
  ///
  /// - Parameter bases: More URLs that the command line selected.
  func trustedOrigins(with bases: Set<String> = []) -> Set<LiveURL.Origin> {
    var urls = given.inputs.filter(\.isURL).map(\.text)
    urls += bases
    urls += configuration.allowedOrigins.map(\.text)
    return Set(urls.compactMap { (try? LiveURL($0))?.origin })
  }
}
