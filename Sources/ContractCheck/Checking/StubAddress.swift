@_spi(Engine) internal import ContractCaptures
@_spi(Engine) internal import JSONSchema
internal import JSONTape

/// Finds the operations of stubs. The address of a stub may be a regular expression, have variables
/// in its path, or allow any method.
extension Checker {
  /// Gives a stub the address of the only operation that it matches.
  ///
  /// - Returns: False if the stub matches several operations. Then a note reports this.
  func resolve(_ exchange: inout Exchange, _ run: inout CheckRun) -> Bool {
    guard exchange.origin == .stub, exchange.status != 0 else { return true }
    let method = exchange.method?.uppercased()
    let isAnyMethod = method == nil || method == "ANY"
    let text = exchange.address?.string ?? ""
    let hasQuery = exchange.addressForm == .urlPattern
    var (source, ignoresCase) = JavaPattern.translated(text)
    if !exchange.isPattern {
      if isAnyMethod { return setMethod(of: &exchange, &run) }
      // A variable may also stand for a fixed segment of the contract.
      guard exchange.addressForm == .open, let open = Self.openPath(text),
        match(method: method ?? "", url: URLParts(text)) == nil
      else { return true }
      (source, ignoresCase) = (open, false)
    } else if let path = JavaPattern.literal(source), !ignoresCase {
      exchange.address = .read(path, exchange.urlRange)
      return isAnyMethod ? setMethod(of: &exchange, &run) : true
    }
    guard let reach = PatternReach(source, ignoresCase: ignoresCase) else {
      note(
        exchange, "its pattern `\(SafeText.line(URLRedaction.redact(text)))` cannot be read", &run)
      return false
    }
    let found = contracts.flatMap { contract in
      contract.routes.flatMap { route in
        route.operations.compactMap { operation -> (operation: Operation, path: String)? in
          guard isAnyMethod || operation.method == method else { return nil }
          return reach.path(of: operation, route.servers, hasQuery: hasQuery).map {
            (operation, $0)
          }
        }
      }
    }
    // No operation matches: the route is unknown, and the pattern is its path.
    guard !found.isEmpty else { return true }
    let best = Self.named(found, by: source)
    guard let first = best.first, Set(best.map(\.operation.name)).count == 1 else {
      let names = Set(found.map(\.operation.name)).sorted().prefix(3).joined(separator: "`, `")
      let more = Set(found.map(\.operation.name)).count > 3 ? " …" : ""
      note(
        exchange,
        "`\(SafeText.line(URLRedaction.redact(text)))` fits several operations: `\(names)`\(more); "
          + "write a path that fits only one operation",
        &run)
      return false
    }
    exchange.methodText = .read(first.operation.method, nil)
    exchange.addressDetails = AddressDetails(pattern: exchange.address)
    exchange.address = .read(first.path, exchange.urlRange)
    return true
  }

  /// A pattern for the path of a URL. A segment with variables matches any segment. Nil if there is
  /// no path.
  private static func openPath(_ url: String) -> String? {
    let path = URLParts(url).path
    guard path.contains("{{") else { return nil }
    let segments = path.split(separator: "/", omittingEmptySubsequences: false).map {
      segment -> String in
      if segment.contains("{{") { return "[^/]+" }
      return segment.reduce(into: "") { text, character in
        if "^$\\.*+?()[]{}|/".contains(character) { text += "\\" }
        text.append(character)
      }
    }
    return segments.joined(separator: "/")
  }

  /// The operations that share the most segments with the pattern. Other operations are excluded
  /// because a parameter may also stand for such a segment.
  private static func named(
    _ found: [(operation: Operation, path: String)], by pattern: String
  ) -> [(operation: Operation, path: String)] {
    let names = Set(pattern.split { !$0.isLetter && !$0.isNumber && !"-_".contains($0) })
    let counts = found.map { operation, _ in
      operation.path.description.split(separator: "/").count { names.contains($0) }
    }
    return zip(found, counts).filter { $0.1 == counts.max() }.map(\.0)
  }

  /// Checks a stub for any method as the only operation of its path.
  private func setMethod(of exchange: inout Exchange, _ run: inout CheckRun) -> Bool {
    let url = URLParts(exchange.url ?? "")
    let found = contracts.flatMap { contract in
      contract.operations(at: url, path(of: url, below: contract)).map(\.operation)
    }
    let methods = Set(found.map(\.method))
    guard methods.count > 1 else {
      exchange.methodText = .read(methods.first ?? "GET", nil)
      return true
    }
    let names = methods.sorted().joined(separator: ", ")
    note(
      exchange,
      "`\(URLRedaction.redact(exchange.url ?? ""))` fits several methods (\(names)); write one "
        + "method",
      &run)
    return false
  }

  private func note(_ exchange: Exchange, _ reason: String, _ run: inout CheckRun) {
    var source = run.source
    let place = source.position(of: (exchange.urlRange ?? exchange.start).offset)
    run.reference = ExchangeReference(exchange, method: exchange.method)
    run.notes.append(
      "\(run.source.name):\(place.line):\(place.column): the stub is not checked: \(reason)")
  }
}

extension PatternReach {
  /// A path of an operation that the pattern matches. It may have a query. Nil if there is no such
  /// path.
  fileprivate func path(
    of operation: Operation, _ servers: [Server], hasQuery: Bool
  ) -> String? {
    let bases = servers.flatMap(\.patterns).compactMap { pattern -> String? in
      guard pattern.base.allSatisfy({ !$0.hasGaps }) else { return nil }
      return pattern.base.reduce("") {
        $0 + "/" + String(decoding: $1.literals[0], as: UTF8.self)
      }
    }
    for base in Set(bases + [""]).sorted(by: { $0.utf8.count > $1.utf8.count }) {
      var text = OpenText()
      var path = base
      text.append(base)
      for (position, part) in operation.path.description.split(
        separator: "{", omittingEmptySubsequences: false
      ).enumerated() {
        var literal = part
        if position > 0 {
          text.appendAnything(except: ["/", "?", "#"])
          path += "1"
          literal = literal.drop { $0 != "}" }.dropFirst()
        }
        text.append(literal)
        path += literal
      }
      if accepts(text) { return path }
      guard hasQuery else { continue }
      text.append("?")
      text.appendAnything(except: [])
      if accepts(text) { return path }
    }
    return nil
  }
}

/// Regular expressions in Java's syntax, which WireMock uses.
private enum JavaPattern {
  private static let classes = [
    "Digit": "[0-9]", "Alpha": "[A-Za-z]", "Alnum": "[A-Za-z0-9]", "Lower": "[a-z]",
    "Upper": "[A-Z]", "XDigit": "[0-9A-Fa-f]", "ASCII": "[\\x00-\\x7F]",
  ]

  /// The same expression in ECMAScript, without leading flags, possessive quantifiers and Java's
  /// names.
  static func translated(_ java: String) -> (source: String, ignoresCase: Bool) {
    var rest = java[...]
    var ignoresCase = false
    for (flags, isOfCase) in [("(?i)", true), ("(?s)", false), ("(?is)", true), ("(?si)", true)]
    where rest.hasPrefix(flags) {
      rest = rest.dropFirst(flags.count)
      ignoresCase = isOfCase
    }
    var source = ""
    var isInSet = false
    while let character = rest.popFirst() {
      if character == "\\", let next = rest.popFirst() {
        if next == "p", rest.first == "{", let end = rest.firstIndex(of: "}"),
          let found = classes[String(rest[rest.index(after: rest.startIndex)..<end])]
        {
          source += isInSet ? String(found.dropFirst().dropLast()) : found
          rest = rest[rest.index(after: end)...]
        } else {
          source += "\\\(next)"
        }
        continue
      }
      source.append(character)
      if character == "[" { isInSet = true }
      if character == "]" { isInSet = false }
      // A second plus makes a quantifier possessive.
      if !isInSet, "*+?}".contains(character), rest.first == "+" { rest.removeFirst() }
    }
    return (source, ignoresCase)
  }

  /// The only path that a pattern matches; nil if it may match several.
  static func literal(_ pattern: String) -> String? {
    var rest = pattern[...]
    if rest.first == "^" { rest.removeFirst() }
    if rest.last == "$" { rest.removeLast() }
    var path = ""
    while let character = rest.popFirst() {
      if character == "\\" {
        guard let next = rest.popFirst(), !next.isLetter, !next.isNumber else { return nil }
        path.append(next)
      } else if "^$|?*+()[]{}.".contains(character) {
        return nil
      } else {
        path.append(character)
      }
    }
    return path
  }
}
