internal import JSONSchema
internal import JSONTape

/// The addresses that a stub answers: a regular expression of paths, or every method.
extension Checker {
  /// Gives a stub the address of the one operation that it stands for.
  ///
  /// - Returns: False where it stands for several; a note says so.
  func resolve(_ exchange: inout Exchange, _ run: inout CheckRun) -> Bool {
    guard exchange.origin == .stub else { return true }
    let method = exchange.method?.uppercased()
    let isAnyMethod = method == nil || method == "ANY"
    guard exchange.addressForm == .pathPattern || exchange.addressForm == .urlPattern else {
      return isAnyMethod ? setMethod(of: &exchange, &run) : true
    }
    let text = exchange.address?.string ?? ""
    let hasQuery = exchange.addressForm == .urlPattern
    guard let pattern = AddressPattern(text, hasQuery: hasQuery) else {
      note(
        exchange, "its pattern `\(SafeText.line(URLRedaction.redact(text)))` cannot be read", &run)
      return false
    }
    let found = contracts.flatMap { contract in
      contract.routes.flatMap { route in
        route.operations.compactMap { operation -> (operation: Operation, path: String)? in
          guard isAnyMethod || operation.method == method else { return nil }
          return pattern.path(of: operation, route.servers).map { (operation, $0) }
        }
      }
    }
    // Nothing accepted: an unknown route, of which the pattern is the path.
    guard let first = found.first else { return true }
    guard Set(found.map(\.operation.name)).count == 1 else {
      let names = Set(found.map(\.operation.name)).sorted().prefix(3).joined(separator: "`, `")
      let more = Set(found.map(\.operation.name)).count > 3 ? " …" : ""
      note(
        exchange,
        "`\(SafeText.line(URLRedaction.redact(text)))` stands for several operations: `\(names)`\(more)",
        &run)
      return false
    }
    exchange.methodText = .read(first.operation.method, nil)
    exchange.address = .read(first.path, exchange.urlRange)
    return true
  }

  /// A stub of any method is checked as the only operation of its path.
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
      exchange, "`\(URLRedaction.redact(exchange.url ?? ""))` is for any method: \(names)", &run)
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

/// A regular expression that accepts whole paths, perhaps with their queries.
private struct AddressPattern {
  private let pattern: Pattern
  private let hasQuery: Bool
  /// Segments without operators, by position.
  private let literals: [String?]

  /// Nil where it is no regular expression that can be read.
  init?(_ text: String, hasQuery: Bool) {
    guard let pattern = try? Pattern("^(?:\(text))$") else { return nil }
    self.pattern = pattern
    self.hasQuery = hasQuery
    let operators = Set("\\^$.|?*+()[]{}")
    literals = text.split(separator: "/").map { segment in
      segment.contains(where: operators.contains) ? nil : String(segment)
    }
  }

  /// Values that parameters usually have.
  private static let samples = [
    "1", "123", "a", "abc", "6f9619ff-8b86-4011-b42d-00c04fc964ff", "2026-01-01",
  ]

  /// A path of an operation that the pattern accepts; nil where it accepts none.
  func path(of operation: Operation, _ servers: [Server]) -> String? {
    let bases = servers.flatMap(\.patterns).compactMap { pattern -> String? in
      guard pattern.base.allSatisfy({ !$0.hasGaps }) else { return nil }
      return pattern.base.reduce("") {
        $0 + "/" + String(decoding: $1.literals[0], as: UTF8.self)
      }
    }
    for base in Set(bases + [""]).sorted(by: { $0.utf8.count > $1.utf8.count }) {
      let template = base + operation.path.description
      let segments = template.split(separator: "/").map(String.init)
      for sample in Self.samples {
        let path = segments.enumerated().reduce("") { path, segment in
          let literal = segment.offset < literals.count ? literals[segment.offset] : nil
          let isParameter = segment.element.contains("{")
          return path + "/" + (isParameter ? literal ?? sample : segment.element)
        }
        if accepts(path) || hasQuery && accepts(path + "?a=1") { return path }
        if !template.contains("{") { break }
      }
    }
    return nil
  }

  private func accepts(_ path: String) -> Bool {
    var path = path
    return path.withUTF8 { (try? pattern.matches($0)) ?? false }
  }
}
