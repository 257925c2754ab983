@_spi(Engine) internal import JSONTape

/// A value that looks like an exchange. Such a value has a method beside a path or a URL, a request
/// line beside a status, or `request` with `response`. If its shape is not known, the value is not
/// treated as a body.
struct ExchangeLook {
  /// The evidence in words: `` `verb` is GET beside `target` ``.
  let evidence: String

  /// The deepest level of nested objects that is searched.
  private static let mostLevels = 3

  /// - Parameter isWhole: Whether the exchange must have a status or a response. Then errors, which
  ///   may name the request of another program, do not count.
  /// - Complexity: O(*n*) in the properties of small objects at the first three levels.
  init?(_ root: CapturedValue, isWhole: Bool = false) {
    let start = root.kind == .array ? root.first ?? root : root
    var open = [(value: start, path: "", level: 1)]
    while let (value, path, level) = open.popLast() {
      guard value.kind == .object, value.count <= UnsupportedCapture.mostProperties else {
        continue
      }
      if let evidence = Self.evidence(in: value, path, isWhole) {
        self.evidence = evidence
        return
      }
      guard level < Self.mostLevels else { continue }
      value.forEachChild { name in
        if level == 1, let first = name.propertyValue.first, first.kind == .object,
          first["request"] != nil, first["response"] != nil
        {
          open.append((first, "\(path)\(Self.shown(name.string)).", Self.mostLevels))
        }
        guard name.propertyValue.kind == .object, !isWhole || !Self.isOfError(name.string) else {
          return
        }
        open.append((name.propertyValue, "\(path)\(Self.shown(name.string)).", level + 1))
      }
    }
    return nil
  }

  static func isMethod(_ text: String) -> Bool {
    ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"].contains(text)
  }

  private static func isOfError(_ name: String?) -> Bool {
    let name = ASCIIByte.lowercased(name ?? "")
    return ["err", "exception", "cause"].contains(where: name.hasPrefix)
  }

  /// Whether a request has a text with the name of an address.
  private static func hasAddress(_ request: CapturedValue) -> Bool {
    var found = false
    request.forEachChild { name in
      let key = ASCIIByte.lowercased(name.string ?? "")
      found =
        found || name.propertyValue.kind == .string && addressWords.contains(where: key.hasSuffix)
    }
    return found
  }

  private static func evidence(
    in object: CapturedValue, _ path: String, _ isWhole: Bool
  ) -> String? {
    if let request = object["request"], request.kind == .object,
      object["response"]?.kind == .object, !isWhole || hasAddress(request)
    {
      return "`\(path)request` beside `\(path)response`"
    }
    if let line = object["request"]?.string, CaptureFormat.isRequestLine(line),
      object["response"].map({ $0.cursor.isContainer($0.index) }) ?? false
    {
      return "`\(path)request` is a request line beside `\(path)response`, without a `status`"
    }
    var method: (name: String, text: String)?
    var address: String?
    var line: String?
    var status: String?
    object.forEachChild { name in
      let value = name.propertyValue
      guard value.kind == .string || value.kind == .number else { return }
      let bytes = value.cursor.rawBytes(value.index)
      switch bytes.first ?? 0 {
      case UInt8(ascii: "/"), UInt8(ascii: "h"):
        let key = ASCIIByte.lowercased(name.string ?? "")
        let isURL = bytes.first == UInt8(ascii: "/") || bytes.starts(with: "http".utf8)
        if isURL, addressWords.contains(where: key.hasSuffix) { address = address ?? name.string }
      case UInt8(ascii: "*"), UInt8(ascii: "<"), UInt8(ascii: "{"), UInt8(ascii: "$"):
        let key = ASCIIByte.lowercased(name.string ?? "")
        guard addressWords.contains(where: key.hasSuffix) else { return }
        if URLParts(value.string ?? "").hasOpenServer { address = address ?? name.string }
      case UInt8(ascii: "D")...UInt8(ascii: "P") where bytes.count <= 7:
        if let text = value.string, isMethod(text) { method = method ?? (name.string ?? "", text) }
      case UInt8(ascii: "D")...UInt8(ascii: "P"):
        let (key, text) = (ASCIIByte.lowercased(name.string ?? ""), value.string ?? "")
        guard lineWords.contains(where: key.hasSuffix), CaptureFormat.isRequestLine(text),
          isMethod(String(text.prefix { $0 != " " }))
        else { return }
        line = line ?? name.string
      case UInt8(ascii: "1")...UInt8(ascii: "5") where bytes.count == 3:
        // An id may have three digits, too.
        let key = ASCIIByte.lowercased(name.string ?? "")
        if bytes.allSatisfy(ASCIIByte.isDigit), !key.hasSuffix("id"),
          !isWhole || statusWords.contains(where: key.hasSuffix)
        {
          status = status ?? name.string
        }
      default: break
      }
    }
    if let line, let status {
      return "`\(path)\(shown(line))` is a request line beside `\(path)\(shown(status))`"
    }
    // Many bodies contain a link with its method.
    guard let method, let address, object["rel"] == nil, !isWhole || status != nil else {
      return nil
    }
    return "`\(path)\(shown(method.name))` is \(method.text) beside `\(path)\(shown(address))`"
  }

  /// The name of a property as a text to show. It is masked because a name may be a secret.
  private static func shown(_ name: String?) -> String {
    SafeText.line(Redaction.shown(name ?? "", ofProperty: nil))
  }

  /// The last words of names of paths and URLs.
  private static let addressWords = [
    "url", "uri", "path", "endpoint", "route", "target", "resource", "request",
  ]

  /// The last words of names of statuses. A time may be a number of three digits, too.
  private static let statusWords = ["status", "code", "rc", "sc", "result"]

  /// The last words of names of request lines.
  private static let lineWords = addressWords + ["routekey", "line", "call"]
}

extension CaptureProblem.Kind {
  /// The problem of a value that looks like an exchange but has no known shape. Nil for other
  /// values.
  static func unknownShape(_ root: CapturedValue, _ isWhole: Bool) -> CaptureProblem.Kind? {
    guard let look = ExchangeLook(root, isWhole: isWhole) else { return nil }
    var names: [String] = []
    (root.kind == .array ? root.first ?? root : root).forEachChild { names.append($0.string ?? "") }
    return .unknownShape(evidence: look.evidence, names: names)
  }
}
