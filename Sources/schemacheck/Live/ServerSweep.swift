@_spi(Engine) internal import ContractCaptures
@_spi(Engine) import ContractCheck
import ContractRuns
import JSONTape

/// The requests of `--server SERVER --all`: one for every GET and HEAD operation of the contracts.
///
/// The request waits until all operations that can give values for its parameters have responses.
/// So requests are sent in rounds. Requests for lists are first. Then come the operations that use
/// values from the lists.
struct ServerSweep {
  /// An operation with its known values.
  final class Step {
    let contract: Contract
    /// The index of the contract.
    let number: Int
    /// The index of the operation in the contract.
    let position: Int
    let operation: Operation
    /// The base path before the operation's path.
    let base: String
    let checker: Checker
    /// The values from the options, by parameter.
    let given: [String: String]
    /// The sources of each parameter that has no value from the options, the best first.
    let sources: [String: [ParameterSource]]
    var isPlanned = false
    /// The values for the operation's parameters in the responses so far, for each of ``sources``.
    var found: [String: [Int: [ParameterSource.Found]]] = [:]
    /// For each parameter: the sources with an empty list, and the sources with a list that is not
    /// empty.
    var empty: [String: Set<Int>] = [:]
    var filled: [String: Set<Int>] = [:]
    /// The first value that violates the schema of a parameter, and the operation whose response
    /// contained it.
    var refused: [String: (value: String, giver: String)] = [:]
    /// Whether a text may be the value of a parameter.
    private var checks: [String: (String) -> Bool] = [:]
    /// The first status of the operation's own responses that is no success. It is kept as long as
    /// there is no success.
    var failure: Int?
    var hasAnswered = false
    var isSent = false

    init(
      _ contract: Contract, _ number: Int, at position: Int, base: String, _ checker: Checker,
      given: [String: String]
    ) {
      self.contract = contract
      self.number = number
      self.position = position
      operation = contract.operations[position]
      self.base = base
      self.checker = checker
      self.given = given
      var sources: [String: [ParameterSource]] = [:]
      for name in operation.neededParameters where given[name] == nil {
        sources[name] = contract.sources(of: name, in: operation)
      }
      self.sources = sources
    }

    func accepts(_ value: String, for name: String) -> Bool {
      if let check = checks[name] { return check(value) }
      let check = checker.valueCheck(of: name, in: operation)
      checks[name] = check
      return check(value)
    }

    /// The indexes of the operations whose responses may have values for the operation's
    /// parameters.
    var needs: Set<Int> { Set(sources.values.joined().map(\.operation)) }
  }

  /// The steps in the order of the contracts.
  let steps: [[Int: Step]]
  /// For each contract: the indexes of operations whose responses have values for other operations.
  private let givers: [Set<Int>]
  private let samples: Int
  private let headers: [String]

  /// - Parameters:
  ///   - checker: The checker. Its base path is between the server and each path.
  ///   - server: A base URL, or the name of a server in the contract.
  ///   - parameters: Values by parameter, `username` or `listUserLocations.username`.
  ///   - samples: The number of values from each list for a parameter.
  ///   - headers: The names of the headers that are sent.
  init(
    _ checker: Checker, server: String, parameters: [(name: String, value: String)],
    samples: Int = 3, headers: [String] = []
  ) throws(RunError) {
    self.samples = samples
    self.headers = headers
    try Self.refuseUnknown(parameters.map(\.name), checker.contracts)
    var steps: [[Int: Step]] = []
    for (number, contract) in checker.contracts.enumerated() {
      let base = try Self.base(of: contract, server) + (checker.basePath?.description ?? "")
      var own: [Int: Step] = [:]
      for (position, operation) in contract.operations.enumerated()
      where Self.methods.contains(operation.method) {
        own[position] = Step(
          contract, number, at: position, base: base,
          try Self.checker(for: operation, of: contract, like: checker),
          given: Self.values(parameters, for: operation))
      }
      steps.append(own)
    }
    self.steps = steps
    givers = steps.map { own in own.values.reduce(into: []) { $0.formUnion($1.needs) } }
  }

  static let methods: Set<String> = ["GET", "HEAD"]

  /// The base URLs of the contracts.
  var bases: Set<String> { Set(steps.flatMap { $0.values.map(\.base) }) }

  private static func checker(
    for operation: Operation, of contract: Contract, like checker: Checker
  ) throws(RunError) -> Checker {
    do {
      var own = try Checker(
        contracts: [contract], assumption: Checker.Assumption(operation: operation.name))
      own.explainsMatches = checker.explainsMatches
      own.split = checker.split
      own.observers = checker.observers
      return own
    } catch {
      throw RunError(error.message)
    }
  }

  // MARK: Rounds

  /// The result of planning a round.
  struct Round {
    /// The targets, sorted by URL.
    fileprivate(set) var targets: [LiveTarget] = []
    /// A line with the reason for each operation that is not sent.
    fileprivate(set) var skipped: [String] = []
    /// A line for each operation whose parameters are filled.
    fileprivate(set) var notes: [String] = []
  }

  /// The next requests. Nil if there are none.
  func nextRound() -> Round? {
    let open = steps.flatMap { own in
      own.sorted { $0.key < $1.key }.map(\.value).filter { !$0.isPlanned }
    }
    guard !open.isEmpty else { return nil }
    var ready = open.filter { step in !isWaiting(step) }
    // If operations need each other, the first one is sent without the others' values.
    if ready.isEmpty { ready = [open[0]] }
    var round = Round()
    for step in ready { plan(step, &round) }
    round.targets.sort(by: LiveTarget.inOrder)
    return round
  }

  private func isWaiting(_ step: Step) -> Bool {
    step.needs.contains { steps[step.number][$0]?.isPlanned == false }
  }

  /// The number of operations that were not planned yet.
  var unplanned: Int { steps.reduce(0) { $0 + $1.values.count { !$0.isPlanned } } }

  /// Stops planning requests to a server that could not be reached.
  ///
  /// - Returns: The number of operations that are not planned.
  func giveUp(_ origin: LiveURL.Origin) -> Int {
    let open = steps.flatMap(\.values).filter {
      !$0.isPlanned && (try? LiveURL($0.base))?.origin == origin
    }
    for step in open { step.isPlanned = true }
    return open.count
  }

  /// Keeps the values of a response for the parameters of other operations.
  func take(_ answer: LiveAnswer) {
    let target = answer.target
    guard let response = answer.response,
      let own = steps.first(where: { $0.values.first?.contract.name == target.contract?.name }),
      let (position, giver) = own.first(where: {
        $0.value.operation.name == target.operation?.name
      })
    else { return }
    guard 200...299 ~= response.status else {
      giver.failure = giver.failure ?? response.status
      return
    }
    giver.hasAnswered = true
    var document: JSONDocument?
    for step in own.values {
      for (name, sources) in step.sources {
        for (number, source) in sources.enumerated() where source.operation == position {
          guard let body = document ?? (try? JSONDocument(response.body)) else { return }
          document = body
          let (found, refused) = source.values(
            of: name, in: body.root, of: target.values, most: samples
          ) { step.accepts($0, for: name) }
          step.found[name, default: [:]][number, default: []] += found
          if let refused, step.refused[name] == nil {
            step.refused[name] = (refused, giver.operation.name)
          }
          if source.isEmpty(of: name, in: body.root) {
            step.empty[name, default: []].insert(number)
          } else {
            step.filled[name, default: []].insert(number)
          }
        }
      }
    }
  }

  private func plan(_ step: Step, _ round: inout Round) {
    step.isPlanned = true
    var fillings: [[String: String]] = [[:]]
    var told: [String: String] = [:]
    var givers: [String: String] = [:]
    // Responses show that there are no values, so an example of the contract would not help.
    let empty = Set(
      step.operation.neededParameters.filter {
        step.given[$0] == nil && values(of: $0, for: step) == nil && cause(of: $0, for: step) != nil
      })
    let own = step.operation.exampleHeaders(besides: headers)
    // The source of the last parameter usually also has values for the earlier parameters.
    for name in step.operation.neededParameters.reversed() {
      if let value = step.given[name] {
        let fitting = fillings.filter { $0[name] == nil || $0[name] == value }
        fillings = (fitting.isEmpty ? fillings : fitting).map {
          $0.merging([name: value]) { $1 }
        }
        told[name] = "the options"
        continue
      }
      guard fillings.contains(where: { $0[name] == nil }) else { continue }
      guard let (values, giver, place) = values(of: name, for: step) else { continue }
      fillings = Self.joined(fillings, values.map(\.values))
      for filled in values.first?.values.keys.sorted() ?? [] where told[filled] == nil {
        told[filled] = "\(giver) (\(place))"
        givers[filled] = giver
      }
    }
    var urls: Set<String> = []
    var missing: [String]?
    for values in fillings {
      let empty = step.operation.neededParameters.filter {
        empty.contains($0) && values[$0] == nil
      }
      guard empty.isEmpty else {
        missing = missing ?? empty
        continue
      }
      do throws(Operation.MissingParameters) {
        let url =
          step.base
          + (try step.operation.requestPath(
            values: step.given.merging(values) { $1 }, headers: headers))
        guard urls.insert(url).inserted else { continue }
        round.targets.append(
          LiveTarget(
            url: url, checker: step.checker, contract: step.contract, operation: step.operation,
            values: step.given.merging(values) { $1 }, method: step.operation.method,
            headers: own.map {
              LiveHeader(name: $0.name, value: $0.value, isSecret: Redaction.isSecret($0.name))
            },
            isGiver: self.givers[step.number].contains(step.position),
            giver: step.operation.path.parameterNames.last.flatMap { givers[$0] }))
      } catch {
        missing = missing ?? error.names
      }
    }
    guard !urls.isEmpty else {
      let unfilled = missing ?? []
      round.skipped.append(
        missing == nil
          ? "\(step.operation.name) is not sent: no single response has values for all its "
            + "parameters"
          : Self.reason(
            step.operation, unfilled,
            since: unfilled.lazy.compactMap {
              cause(of: $0, for: step) ?? absence(of: $0, for: step)
            }.first))
      return
    }
    step.isSent = true
    if fillings.count == Self.mostRequests {
      round.skipped.append(
        "\(step.operation.name) is sent with only \(Self.mostRequests) combinations of its values")
    }
    for name in step.operation.neededParameters {
      if told[name] == nil, fillings.contains(where: { $0[name] == nil }) {
        told[name] = "the contract"
      }
      guard let (value, giver) = step.refused[name], step.given[name] == nil else { continue }
      round.skipped.append(
        "\(step.operation.name) is not sent with the value `\(Self.shown(value, name))` of "
          + "\(giver): this value breaks the schema of `\(name)`")
    }
    let inHeaders = own.flatMap(\.parameters)
    for name in inHeaders { told[name] = "the contract" }
    let needed = step.operation.neededParameters + inHeaders
    if !needed.isEmpty {
      round.notes.append("\(step.operation.name): \(Self.note(of: needed, told))")
    }
  }

  /// A note such as `` `id` and `no` are from GET /things (/*/id) ``.
  private static func note(of parameters: [String], _ places: [String: String]) -> String {
    var parts: [(names: [String], place: String)] = []
    for name in parameters {
      guard let place = places[name] else { continue }
      if let same = parts.firstIndex(where: { $0.place == place }) {
        parts[same].names.append("`\(name)`")
      } else {
        parts.append((["`\(name)`"], place))
      }
    }
    return parts.map { part in
      let last = part.names.count - 1
      let names =
        part.names[..<last].joined(separator: ", ") + (last > 0 ? " and " : "") + part.names[last]
      return "\(names) \(Plural.noun(last + 1, "is", "are")) from \(part.place)"
    }.joined(separator: "; ")
  }

  /// Combines each set of values with each of the new values, if they do not contradict each other.
  private static func joined(
    _ fillings: [[String: String]], _ values: [[String: String]]
  ) -> [[String: String]] {
    var joined: [[String: String]] = []
    for filling in fillings {
      for values in values where joined.count < mostRequests {
        let fits = values.allSatisfy { filling[$0.key] == nil || filling[$0.key] == $0.value }
        if fits { joined.append(filling.merging(values) { $1 }) }
      }
    }
    return joined
  }

  /// The maximum number of requests of one operation.
  private static let mostRequests = 1000

  /// The values of the best source that has values. Also the source's operation, and the place of
  /// the values in the response.
  private func values(
    of name: String, for step: Step
  ) -> (values: [ParameterSource.Found], giver: String, place: String)? {
    for (number, source) in (step.sources[name] ?? []).enumerated() {
      guard let found = step.found[name]?[number], let first = found.first else { continue }
      return (found, step.contract.operations[source.operation].name, first.place)
    }
    return nil
  }
}
