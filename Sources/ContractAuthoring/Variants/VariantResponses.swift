@_spi(Engine) internal import ContractCheck
@_spi(Engine) internal import ContractCaptures
@_spi(Engine) internal import JSONSchema
@_spi(Engine) internal import JSONTape

/// Makes the variants of responses. The variants are bodies that are checked against the contract,
/// and the exchanges around these bodies.
final class VariantResponses {
  private let contract: Contract
  private let outlines: SchemaOutlines
  private let maker: VariantMaker
  private let places = ContractPlaces()
  /// The numbers of documents.
  private var documents: [ObjectIdentifier: Int] = [:]

  /// The maximum number of bytes for one response.
  private static let mostBytes = 64 << 20
  /// The number of tried freedoms for each wanted variant.
  private static let mostTries = 4
  /// The number of branches that are tried for the complete body.
  private static let mostTurns = 4
  /// The maximum number of optional properties that are left out of a body because no value is
  /// found for them.
  private static let mostOmitted = 64

  init(_ contract: Contract) {
    self.contract = contract
    outlines = SchemaOutlines(contract.registry)
    maker = VariantMaker(contract.name, outlines)
    for (number, source) in contract.registry.contents.enumerated() {
      documents[source.document.identity] = number
    }
  }

  /// Which bodies are made.
  enum Choice {
    case allowed
    /// A body without a required property.
    case lacking
    /// A body with one mistake.
    case wrong
  }

  /// A response whose body is being made.
  private struct Target {
    let operation: Operation
    let status: Int
    let entry: Operation.Content.Entry
    let settings: RuleSettings
    var head = VariantRequest()
    var title: String { "\(operation.name) → \(status)" }
  }

  /// The status in an exchange for a documented status: `404`, `4XX`, `default`.
  static func status(of response: Operation.Response, in operation: Operation) -> Int {
    let own = response.status.uppercased()
    if let status = Int(own) { return status }
    let candidates =
      own.hasSuffix("XX") ? (0..<100).map { response.leastStatus + $0 } : [500, 400, 200, 404, 503]
    let hasSuccess = operation.responses.contains { $0.status.hasPrefix("2") }
    let fitting = candidates.filter { own != "DEFAULT" || hasSuccess == ($0 >= 400) } + candidates
    return fitting.first { operation.response(for: $0)?.status == response.status }
      ?? response.leastStatus
  }

  func make(
    _ operation: Operation, _ status: Int?, _ choice: Choice, _ limit: Int,
    _ tally: inout VariantTally, _ yield: (Variant) -> Void
  ) {
    var targets: [(target: Target, schema: JSONNode)] = []
    let responses = status.map { operation.response(for: $0).map { [$0] } ?? [] }
    for response in responses ?? operation.responses {
      let code = status ?? Self.status(of: response, in: operation)
      for entry in response.content.entries
      where entry.mediaType.isJSON || entry.mediaType.isOpen {
        var target = Target(
          operation: operation, status: code, entry: entry, settings: response.content.settings)
        guard hasBody(code), let schema = entry.schema, entry.root != nil else { continue }
        target.head = VariantRequest(operation, response, entry, contract, maker, site)
        targets.append((target, schema))
      }
    }
    let share = limit / max(targets.count, 1)
    var end = tally.variants
    for (target, schema) in targets {
      end += share
      make(target, schema, choice, upTo: end, &tally, yield)
    }
  }

  private func hasBody(_ status: Int) -> Bool {
    status >= 200 && status != 204 && status != 205 && status != 304
  }

  private func site(_ schema: JSONNode) -> SchemaSite? {
    documents[schema.document.identity].flatMap { try? outlines.site(of: schema, in: $0) }
  }

  private func make(
    _ target: Target, _ schema: JSONNode, _ choice: Choice, upTo end: Int,
    _ tally: inout VariantTally, _ yield: (Variant) -> Void
  ) {
    guard let site = site(schema),
      let judge = VariantJudge(contract, target.operation, target.status)
    else { return }
    let samples = target.entry.examples.compactMap { try? JSONDocument($0.text).root }
    let figures = VariantFigures(target.entry.pagination)
    var reason = "no value was found for a part that is required"
    let turns = (0..<Self.mostTurns).map {
      (samples: [JSONNode](), turn: $0, leavesOut: false, isSmall: false)
    }
    var tries = samples.isEmpty ? turns : [(samples, 0, false, false)] + turns
    // Properties without a value are left out only if no body has all properties.
    tries += (turns + (samples.isEmpty ? [] : [(samples, 0, false, false)]))
      .map { ($0.0, $0.1, true, false) }
    if choice == .allowed { tries.append(([], 0, false, true)) }
    var (isTried, isExhausted) = (false, false)
    for (samples, turn, leavesOut, isSmall) in tries {
      if leavesOut && !isTried || turn > 0 && isExhausted { continue }
      let context = VariantMaker.Context(
        settings: target.settings, samples: samples, isSmall: isSmall)
      var omitted: [[String]: String] = [:]
      var found: VariantValue?
      repeat {
        let made = maker.make(
          site, context, figures: figures?.known ?? [:], turn: turn, without: Set(omitted.keys))
        tally.steps += maker.steps
        for limit in maker.limits where !tally.limits.contains(limit) {
          tally.limits.append(limit)
        }
        guard let made else {
          // Another branch would need the same amount of work.
          isExhausted = isExhausted || turn > 0 || maker.steps >= VariantMaker.mostSteps
          break
        }
        isTried = true
        let base = figures?.settle(made, after: []) ?? made
        guard let finding = judge.finding(in: record(target, base, nil, JSONPointer(), nil)) else {
          found = base
          break
        }
        if turn == 0, !leavesOut { reason = finding.words }
        guard leavesOut, omitted.count < Self.mostOmitted,
          let path = maker.optionalPath(holding: finding.instance.tokens), omitted[path] == nil
        else { break }
        omitted = omitted.filter { !$0.key.starts(with: path) }
        omitted[path] = finding.words
      } while true
      guard let base = found else { continue }
      var target = target
      if let finding = judge.wholeFinding(in: record(target, base, nil, JSONPointer(), nil)) {
        target.head.requestBody = .none
        let rest = judge.wholeFinding(in: record(target, base, nil, JSONPointer(), nil))
        let title = target.operation.name
        tally.omit("\(title): no request found: \((rest ?? finding).words)", of: title)
      }
      if isSmall {
        tally.omit(
          "\(target.title): no complete body found: \(reason)", of: self.schema(of: schema, target))
        yield(variant(target, absence(target), base, &tally))
        return
      }
      omit(omitted, target, &tally)
      switch choice {
      case .lacking:
        for freedom in maker.mistakes where freedom.kind == .lacking {
          yield(variant(target, freedom, base.applying(freedom.ways[0]), &tally))
        }
      case .wrong:
        yieldWrong(target, base, judge, upTo: end, &tally, yield)
      case .allowed:
        let freedoms = maker.freedoms
        let isOptional = maker.optional.count > 1
        let bare = isOptional ? bare(target, site, samples, figures, judge) : nil
        yieldAll(target, base, bare, freedoms, figures, judge, upTo: end, &tally, yield)
      }
      return
    }
    tally.omit(
      "\(target.title): no valid body found: \(reason)", of: self.schema(of: schema, target))
  }

  /// The body without optional properties. Nil if the contract refuses this body.
  private func bare(
    _ target: Target, _ site: SchemaSite, _ samples: [JSONNode], _ figures: VariantFigures?,
    _ judge: VariantJudge
  ) -> VariantValue? {
    let context = VariantMaker.Context(
      settings: target.settings, samples: samples, isSmall: true)
    let made = maker.make(site, context, figures: figures?.known ?? [:])
    return made.map { figures?.settle($0, after: []) ?? $0 }.flatMap { body in
      judge.finding(in: record(target, body, nil, JSONPointer(), nil)) == nil ? body : nil
    }
  }

  private func absence(_ target: Target) -> VariantMaker.Freedom {
    VariantMaker.Freedom(
      kind: .absent, words: "every optional property missing", node: target.entry.schema,
      instance: JSONPointer(), ways: [[]])
  }

  /// The name of a place's schema. It is the component that contains the place or that the place
  /// refers to. If there is none, it is the response.
  private func schema(of node: JSONNode?, _ target: Target) -> String {
    guard let node else { return target.title }
    if let reference = node["$ref"]?.string { return reference }
    let tokens = node.document.pointer(to: node.tapeIndex).tokens
    guard let first = tokens.first, ["components", "definitions"].contains(first) else {
      return target.title
    }
    return "#/" + tokens.prefix(first == "components" ? 3 : 2).joined(separator: "/")
  }

  /// Notes the optional properties that no body has because no value was found for them.
  private func omit(
    _ omitted: [[String]: String], _ target: Target, _ tally: inout VariantTally
  ) {
    let all = omitted.merging(
      maker.unmade.map {
        (
          $0,
          "no value was found for a part that is "
            + "required"
        )
      }
    ) {
      first, _ in first
    }
    for (path, reason) in all.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
      let node = maker.optional[path] ?? nil
      let place = place(of: node).map { " (\($0))" } ?? ""
      tally.omit(
        "\(target.title): no value found for `\(path.last ?? "")`\(place): \(reason)",
        of: schema(of: node, target))
    }
  }

  private func yieldAll(
    _ target: Target, _ base: VariantValue, _ bare: VariantValue?,
    _ freedoms: [VariantMaker.Freedom], _ figures: VariantFigures?, _ judge: VariantJudge,
    upTo end: Int, _ tally: inout VariantTally, _ yield: (Variant) -> Void
  ) {
    let whole = VariantMaker.Freedom(
      kind: .none, words: "every documented property", node: target.entry.schema,
      instance: JSONPointer(), ways: [[]])
    yield(variant(target, whole, base, &tally))
    var seen: Set<VariantValue> = [base]
    if let bare, seen.insert(bare).inserted {
      yield(variant(target, absence(target), bare, &tally))
    }
    let ordered = inOrder(freedoms)
    let bytes = tally.bytes
    let mostTried = (end - tally.variants) * Self.mostTries
    for (tried, freedom) in ordered.enumerated() {
      guard tally.variants < end, tried < mostTried, tally.bytes - bytes < Self.mostBytes else {
        return tally.leaveOut(ordered.count - tried, of: target.operation.name)
      }
      var reason: VariantJudge.Objection?
      var found: VariantValue?
      for way in freedom.ways {
        let changed = base.applying(way)
        let value = figures?.settle(changed, after: way) ?? changed
        reason = judge.finding(
          in: record(target, value, freedom, freedom.instance, nil), allowing: freedom)
        if reason == nil {
          found = value
          break
        }
      }
      if let found {
        if seen.insert(found).inserted { yield(variant(target, freedom, found, &tally)) }
      } else if let reason, !freedom.isTrial, !reason.requires(freedom) {
        let place = place(of: freedom.node).map { " (\($0))" } ?? ""
        tally.omit(
          "\(target.title): no value found for \(freedom.words)\(place): \(reason.words)",
          of: schema(of: freedom.node, target))
      }
    }
  }

  /// The freedoms by depth. Freedoms of equal depth have the order of the contract.
  private func inOrder(_ freedoms: [VariantMaker.Freedom]) -> [VariantMaker.Freedom] {
    freedoms.enumerated().sorted {
      ($0.element.instance.tokens.count, $0.offset)
        < ($1.element.instance.tokens.count, $1.offset)
    }.map(\.element)
  }

  /// Yields the bodies with a mistake for which a check reports one error and nothing else.
  private func yieldWrong(
    _ target: Target, _ base: VariantValue, _ judge: VariantJudge, upTo end: Int,
    _ tally: inout VariantTally, _ yield: (Variant) -> Void
  ) {
    var seen: Set<VariantValue> = [base]
    let ordered = inOrder(maker.mistakes)
    let mostTried = (end - tally.variants) * Self.mostTries
    for (tried, mistake) in ordered.enumerated() {
      guard tally.variants < end, tried < mostTried else {
        return tally.leaveOut(ordered.count - tried, of: target.operation.name)
      }
      let body = base.applying(mistake.ways[0])
      guard seen.insert(body).inserted,
        let finding = judge.onlyError(in: record(target, body, nil, JSONPointer(), nil))
      else { continue }
      yield(variant(target, mistake, body, &tally, finding))
    }
  }

  private func place(of node: JSONNode?) -> ContractPlace? {
    node.flatMap { places.place(of: $0, in: contract) }
  }

  private func variant(
    _ target: Target, _ freedom: VariantMaker.Freedom, _ body: VariantValue,
    _ tally: inout VariantTally, _ finding: Finding? = nil
  ) -> Variant {
    let place = place(of: freedom.node)
    let instance = finding?.instance ?? freedom.instance
    let record = record(target, body, freedom, instance, place, finding?.rule)
    tally.variants += 1
    tally.bytes += record.count + 1
    return Variant(
      operation: target.operation.name, status: target.status, freedom: freedom.kind,
      words: freedom.words, instance: instance, place: place, rule: finding?.rule,
      body: body.bytes, record: record)
  }

  /// The exchange with a body, in the form that ``NDJSONReader`` reads.
  private func record(
    _ target: Target, _ body: VariantValue, _ freedom: VariantMaker.Freedom?,
    _ instance: JSONPointer, _ place: ContractPlace?, _ rule: String? = nil
  ) -> [UInt8] {
    var writer = JSONWriter()
    writer.beginObject()
    func text(_ name: String, _ value: String) {
      writer.key(name)
      writer.string(value)
    }
    if let freedom {
      text("id", freedom.words)
      writer.key("variant")
      writer.beginObject()
      text(rule == nil ? "freedom" : "mistake", freedom.kind.rawValue)
      if let rule { text("rule", rule) }
      text("instance", instance.description)
      if let place { text("contract", place.description) }
      writer.endObject()
    }
    text("method", target.operation.method)
    text("url", target.head.url)
    writer.key("status")
    writer.integer(target.status)
    func headers(_ name: String, _ fields: [(name: String, value: String)]) {
      guard !fields.isEmpty else { return }
      writer.key(name)
      writer.beginObject()
      for field in fields { text(field.name, field.value) }
      writer.endObject()
    }
    headers("requestHeaders", target.head.requestHeaders)
    headers("responseHeaders", target.head.responseHeaders)
    func write(_ name: String, _ body: VariantValue) {
      writer.key(name)
      switch body {
      // In a record, null means that there is no body, and a string is the body's text.
      case .null, .string, .written: writer.string(utf8: body.bytes)
      default: body.write(to: &writer)
      }
    }
    switch target.head.requestBody {
    case .none: break
    case .json(let body): write("requestBody", body)
    case .text(let body): text("requestBody", body)
    }
    write("responseBody", body)
    writer.endObject()
    return writer.bytes
  }
}
