@_spi(Engine) package import ContractCaptures
package import JSONSchema

/// How a summary counts an exchange. The findings of the exchange are counted separately.
public struct ExchangeCount: Hashable, Sendable {
  /// The outcome of the check.
  package var outcome: Checker.Outcome
  /// Whether the exchange's body was checked against the nearest schema.
  package var isAssumed = false
  /// Whether the server refused the request with a documented error, so that the request was not
  /// checked.
  package var isRefused = false
  /// Whether templates stand for some values of the exchange.
  package var isTemplated = false
  /// The number of properties that were valid only by a leniency. Empty for most exchanges.
  package var leniencies: [Leniency: Int] = [:]
  /// The count of the request. Nil if there is no request, or if no contract describes it.
  package var request: MessageCount?
  /// The count of the response. Nil if the response was not checked, or if no contract describes
  /// it.
  package var response: MessageCount?
  /// The number of findings that were dropped because the wrong value stands for a secret.
  package var masked = 0
  /// Whether the request has credentials. This is known only for captures from which all
  /// credentials may be missing.
  package var showsCredentials = false
  /// The host, if the contracts' servers exclude this host.
  package var foreign: ForeignHost?
  /// The number of checked items in messages that are sequences; empty for other messages.
  package private(set) var items: [Exchange.Part: Int] = [:]
  /// The number of items that were cut off at the end of their message.
  package private(set) var cutItems = 0
  /// The operation; nil if no operation is known.
  package var operation: OperationCount.Name?
  /// The status, if the capture or the caller gives a status.
  package var status: Int?
  /// The messages that were checked or have findings.
  package var evaluated: EvaluatedParts = []
  /// The status in the findings of the exchange. It may be assumed.
  var evaluatedStatus: Int?
  /// The value that splits the counts; nil without a split.
  var split: String?
  /// The start of the hour in which the exchange began. Nil if the capture does not contain the
  /// time.
  var hour: Timestamp?

  /// A count by the outcome alone.
  package init(_ outcome: Checker.Outcome) { self.outcome = outcome }

  mutating func addItems(_ number: Int, isCut: Bool, _ part: Exchange.Part) {
    items[part] = number
    if isCut { cutItems += 1 }
  }

  mutating func add(_ leniencies: [Leniency: Int]) {
    if leniencies.isEmpty { return }
    self.leniencies.merge(leniencies, uniquingKeysWith: +)
  }
}

/// Messages of an exchange.
package struct EvaluatedParts: OptionSet, Hashable, Sendable {
  /// A bit for each message.
  package let rawValue: UInt8

  /// Creates a set of messages from its bits.
  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The client's request.
  package static let request = EvaluatedParts(rawValue: 1)
  /// The server's response.
  package static let response = EvaluatedParts(rawValue: 2)

  init(_ part: Exchange.Part) { self = part == .request ? .request : .response }
}

/// A run's counts for an operation.
package struct OperationCount: Hashable, Sendable {
  /// An operation of a contract. Names are in the order of contracts, then of operations.
  package struct Name: Hashable, Comparable, Sendable {
    /// The contract's name.
    package let contract: String
    /// The operation: `GET /users/{id}`.
    package let operation: String

    /// Creates a name from its parts.
    package init(contract: String, operation: String) {
      self.contract = contract
      self.operation = operation
    }

    /// Orders by contract first.
    package static func < (left: Name, right: Name) -> Bool {
      (left.contract, left.operation) < (right.contract, right.operation)
    }
  }

  /// The number of exchanges that were checked.
  package var checked = 0
  /// The number of exchanges with findings.
  package var withFindings = 0
  /// The number of exchanges by status.
  package var statuses: [Int: Int] = [:]
  /// The number of exchanges by the message that was checked. Shares of findings are computed from
  /// it.
  package var evaluated: [Evaluated: Int] = [:]
  /// How long the responses to the caller's own requests took, in milliseconds; empty for captures.
  package var latencies: [Int] = []
  /// The counts of ``evaluated``, split by the values of an ``ExchangeSplit``.
  package var evaluatedBy: [Evaluated: [String: Int]] = [:]
  /// The counts of ``evaluated`` by hour, without exchanges whose time is not known.
  package private(set) var hours: [Evaluated: [Hour: Int]] = [:]

  /// The median and the longest of ``latencies``; nil for captures.
  package var latency: (median: Int, worst: Int)? {
    let sorted = latencies.sorted()
    guard let worst = sorted.last else { return nil }
    return (sorted[(sorted.count - 1) / 2], worst)
  }

  /// A message with the status of the response.
  package struct Evaluated: Hashable, Sendable {
    /// Which message.
    package let part: Exchange.Part
    /// The status; nil if it is unknown or not one of HTTP.
    package let status: Int?
    /// Whether the count is of items, not of messages.
    package let isOfItems: Bool

    /// A message by its parts.
    package init(_ part: Exchange.Part, status: Int?, isOfItems: Bool = false) {
      self.part = part
      self.isOfItems = isOfItems
      self.status = status.flatMap { 100..<600 ~= $0 ? $0 : nil }
    }
  }

  /// An hour with the value of an ``ExchangeSplit``.
  package struct Hour: Hashable, Sendable {
    /// When the hour begins.
    package let start: Timestamp
    /// The value; nil if counts are not split.
    package let value: String?

    /// An hour by its parts.
    package init(start: Timestamp, value: String?) { (self.start, self.value) = (start, value) }
  }

  /// The maximum number of hours and values that are counted, to limit memory. It is enough for
  /// more than a year.
  static let mostHours = 10_000

  /// Creates counts of 0.
  package init() {}

  mutating func add(_ exchange: ExchangeCount, hasFindings: Bool, times number: Int) {
    if exchange.outcome == .checked { checked += number }
    if hasFindings { withFindings += number }
    // A capture may contain any number as a status.
    if let status = exchange.status, 100..<600 ~= status { statuses[status, default: 0] += number }
    if exchange.evaluated.contains(.request) { addEvaluated(exchange, .request, number) }
    if exchange.evaluated.contains(.response) { addEvaluated(exchange, .response, number) }
  }

  private mutating func addEvaluated(
    _ exchange: ExchangeCount, _ part: Exchange.Part, _ number: Int
  ) {
    add(number, as: Evaluated(part, status: exchange.evaluatedStatus), exchange)
    if let items = exchange.items[part] {
      add(
        Summary.product(items, number),
        as: Evaluated(part, status: exchange.evaluatedStatus, isOfItems: true), exchange)
    }
  }

  private mutating func add(_ number: Int, as key: Evaluated, _ exchange: ExchangeCount) {
    evaluated[key] = Summary.sum(evaluated[key] ?? 0, number)
    if let split = exchange.split {
      evaluatedBy[key, default: [:]].add(number, for: split, Summary.sum)
    }
    if let hour = exchange.hour {
      add(number, in: Hour(start: hour, value: exchange.split), as: key)
    }
  }

  /// Adds checked exchanges of an hour.
  package mutating func add(_ number: Int, in hour: Hour, as key: Evaluated) {
    let known = hours[key]?[hour]
    guard known != nil || hours[key]?.count ?? 0 < Self.mostHours else { return }
    hours[key, default: [:]][hour] = Summary.sum(known ?? 0, number)
  }

  /// Combines the counts of all other values into one count. If `values` is nil, the split is
  /// removed.
  package mutating func keep(_ values: Set<String>?) {
    evaluatedBy =
      values.map { values in
        evaluatedBy.mapValues { $0.keeping(values, Summary.sum) }
      } ?? [:]
    hours = hours.mapValues { counts in
      var kept: [Hour: Int] = [:]
      for (hour, count) in counts {
        let value = values.flatMap { values in
          hour.value.map { values.contains($0) ? $0 : ExchangeSplit.other }
        }
        let key = Hour(start: hour.start, value: value)
        kept[key] = Summary.sum(kept[key] ?? 0, count)
      }
      return kept
    }
  }

  /// Adds the counts of another part of the run.
  static func += (left: inout OperationCount, right: OperationCount) {
    left.checked = Summary.sum(left.checked, right.checked)
    left.withFindings = Summary.sum(left.withFindings, right.withFindings)
    left.statuses.merge(right.statuses, uniquingKeysWith: Summary.sum)
    left.evaluated.merge(right.evaluated, uniquingKeysWith: Summary.sum)
    left.latencies += right.latencies
    for (key, counts) in right.evaluatedBy {
      for (value, number) in counts {
        left.evaluatedBy[key, default: [:]].add(number, for: value, Summary.sum)
      }
    }
    for (key, counts) in right.hours {
      for (hour, number) in counts { left.add(number, in: hour, as: key) }
    }
  }
}

extension Summary {
  /// The same counts without a split.
  package var unsplit: Summary {
    var summary = self
    for name in operations.keys { summary.operations[name]?.keep(nil) }
    return summary
  }
}
