@_spi(Engine) internal import JSONTape

/// A URL in Postman's form: a text, or an object with `raw` or the parts of the URL.
struct PostmanURL {
  let text: String
  let place: CapturedValue
  /// Whether a part of the URL stands for a value. If so, the URL's parameters are not the
  /// parameters of a request.
  let isOpen: Bool
  /// Whether the URL begins with a variable for the server. The value of such a variable may have a
  /// base path.
  let hasOpenServer: Bool

  /// - Parameter variables: The values of `{{name}}`.
  init?(_ url: CapturedValue, _ variables: [String: String]) {
    let raw = url.string != nil ? url : url["raw"]
    var text = raw?.string ?? ""
    if let raw, url.string != nil || !text.isEmpty {
      place = raw
    } else if let path = url["path"] {
      place = path
      text = Self.text(ofParts: url, path)
    } else {
      return nil
    }
    text = String(text.drop(while: \.isWhitespace))
    while text.last?.isWhitespace ?? false { text.removeLast() }
    var isOpen = false
    if text.hasPrefix("{{"), text.hasSuffix("}}"),
      let whole = variables[String(text.dropFirst(2).dropLast(2))]
    {
      text = whole
      isOpen = true
    }
    hasOpenServer = text.hasPrefix("{{")
    let (server, rest) = Self.split(text)
    // An import of an OpenAPI document writes `<integer>`.
    isOpen = isOpen || rest.contains("{{") || rest.contains("=<")
    let target = Self.withSegments(Self.filled(rest[...], variables), url["variable"], &isOpen)
    self.text = server + (target.isEmpty ? "/" : target)
    self.isOpen = isOpen
  }

  /// The values of a collection's variables, without leading and trailing slashes. Secret values,
  /// and values that contain other variables, are ignored.
  static func values(of variables: CapturedValue?) -> [String: String] {
    var values: [String: String] = [:]
    guard let variables, variables.kind == .array else { return values }
    variables.forEachChild { variable in
      guard let name = (variable["key"] ?? variable["id"])?.string, let value = variable["value"],
        value.kind == .string || value.kind == .number,
        variable["disabled"]?.isTrue != true, variable["type"]?.string != "secret",
        !Redaction.isSecret(name)
      else { return }
      var text = CapturedText.value(value).string[...]
      while text.first == "/" { text.removeFirst() }
      while text.last == "/" { text.removeLast() }
      if !text.isEmpty, text.utf8.count <= mostLength, !text.contains("{{") {
        values[name] = String(text)
      }
    }
    return values
  }

  /// The maximum length of a value, and of a text in which values are replaced, in bytes.
  private static let mostLength = 4096

  private static func text(ofParts url: CapturedValue, _ path: CapturedValue) -> String {
    var text = joined(path, "/")
    if text.utf8.first != UInt8(ascii: "/") { text = "/" + text }
    if let host = url["host"] {
      let scheme = url["protocol"]?.string.map { "\($0)://" } ?? ""
      let port = url["port"]?.string.map { ":\($0)" } ?? ""
      text = scheme + joined(host, ".") + port + text
    }
    return text + query(url["query"])
  }

  /// The text before the path, and the rest. A server with a variable may be any server. A server
  /// may also have no scheme, because Postman adds `http://`.
  private static func split(_ text: String) -> (server: String, rest: String) {
    let isDelimiter = { (character: Character) in "/?#".contains(character) }
    var start = text.startIndex
    if let slash = text.firstIndex(where: isDelimiter), text[slash...].hasPrefix("//"),
      slash == start || text[..<slash].hasSuffix(":")
    {
      start = text.index(slash, offsetBy: 2)
    }
    let end = text[start...].firstIndex(where: isDelimiter) ?? text.endIndex
    let host = text[start..<end]
    let rest = text[end...]
    if let close = host.firstRange(of: "}}"), host.contains("{{") {
      // In `{{baseUrl}}users`, text that is not a port or a domain belongs to the path.
      let tail = host[close.upperBound...]
      let isPath = tail.first.map { $0.isLetter || $0.isNumber || $0 == "{" } ?? false
      guard start == text.startIndex, host.hasPrefix("{{"), isPath else {
        return ("", rest.first == "/" ? String(rest) : "/\(rest)")
      }
      return ("", "/\(tail)\(rest)")
    }
    if host.isEmpty { return ("", start == text.startIndex ? text : String(rest)) }
    let hasScheme = start > text.startIndex && !text[..<start].contains("{{")
    return (hasScheme ? String(text[..<end]) : "//\(host)", String(rest))
  }

  /// Replaces `{{name}}` by its value, if it has one.
  private static func filled(_ text: Substring, _ variables: [String: String]) -> String {
    var filled = ""
    var rest = text
    while filled.utf8.count < mostLength, let open = rest.firstRange(of: "{{"),
      let close = rest[open.upperBound...].firstRange(of: "}}")
    {
      let name = String(rest[open.upperBound..<close.lowerBound])
      filled += rest[..<open.lowerBound]
      filled += variables[name] ?? String(rest[open.lowerBound..<close.upperBound])
      rest = rest[close.upperBound...]
    }
    return filled + rest
  }

  /// Replaces segments such as `:id` by their values, or by `{id}` if there is none.
  private static func withSegments(
    _ url: String, _ variables: CapturedValue?, _ isOpen: inout Bool
  ) -> String {
    guard url.contains("/:") else { return url }
    var values: [String: String] = [:]
    variables?.forEachChild { variable in
      guard let name = (variable["key"] ?? variable["id"])?.string, let value = variable["value"]
      else { return }
      values[name] = CapturedText.value(value).string
    }
    let mark = url.firstIndex(of: "?") ?? url.endIndex
    let segments = url[..<mark].split(separator: "/", omittingEmptySubsequences: false).map {
      segment -> Substring in
      guard segment.utf8.first == UInt8(ascii: ":"), segment.utf8.count > 1 else { return segment }
      let name = String(segment.dropFirst())
      if let value = values[name], !value.isEmpty, value != "null", !value.contains("{{"),
        value.first != "<"
      {
        return Substring(PercentEncoding.encode(Array(value.utf8)))
      }
      isOpen = true
      return "{\(name)}"
    }
    return segments.joined(separator: "/") + url[mark...]
  }

  private static func joined(_ list: CapturedValue, _ separator: String) -> String {
    var parts: [String] = []
    list.forEachChild { part in
      parts.append(part.string ?? part["value"]?.string ?? "")
    }
    return list.string ?? parts.joined(separator: separator)
  }

  private static func query(_ list: CapturedValue?) -> String {
    var text = ""
    list?.forEachChild { field in
      guard let key = field["key"]?.string, field["disabled"]?.isTrue != true else { return }
      text += (text.isEmpty ? "?" : "&") + key
      if let value = field["value"]?.string { text += "=" + value }
    }
    return text
  }
}
