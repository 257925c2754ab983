@_spi(Engine) import JSONTape

/// The demands of rules in addition to a schema. Such demands never decide whether a value is
/// valid. Branches are chosen, elements are counted and properties are evaluated as if there were
/// no rules. As with annotations, a demand counts only if the value is valid against each schema
/// that leads to the demand.
struct PropertySelection: Sendable {
  private let names: NamePatterns
  private let nodes: [Int32]
  /// The node for properties and elements that no schema describes; -1 for none.
  let rest: Int32

  /// - Parameter named: The demands on properties with these names that the object's schema does
  ///   not list.
  init(named: [(name: NamePattern, node: Int32)], rest: Int32) {
    names = NamePatterns(named.map(\.name))
    nodes = named.map(\.node)
    self.rest = rest
  }

  /// Whether any demand depends on names.
  var asksNames: Bool { !nodes.isEmpty }

  func nodes(for name: [UInt8]) -> [Int32] { names.positions(name).map { nodes[$0] } }
}

extension SchemaEvaluator {
  /// Checks a rule's demand on a value.
  @inline(never)
  mutating func judge<Sink: FailureSink>(demand node: Int32, _ index: Int, _ sink: inout Sink) {
    guard asks, Sink.collects || !owes else { return }
    if Sink.collects {
      var collector = Collector()
      _ = evaluate(node, index, -1, &collector)
      var failures = collector.failures + collector.asked
      for index in failures.indices where failures[index].ground == .schema {
        failures[index].ground = .rule
      }
      sink.add(asked: failures)
    } else {
      var verdict = Verdict()
      if !evaluate(node, index, -1, &verdict) { owes = true }
    }
  }

  /// Checks rules' demands on a property that the object's schema does not list.
  ///
  /// - Parameter isDescribed: Whether a schema describes the property's value.
  @inline(never)
  mutating func select<Sink: FailureSink>(
    _ index: Int32, _ key: Int, isDescribed: Bool, _ sink: inout Sink
  ) {
    guard asks, Sink.collects || !owes else { return }
    let selection = plan.tables.selections[Int(index)]
    if selection.asksNames {
      for node in selection.nodes(for: withText(at: key) { Array($0) }) {
        judge(demand: node, key &+ 1, &sink)
      }
    }
    guard !isDescribed, selection.rest >= 0 else { return }
    _ = evaluate(selection.rest, key &+ 1, -1, &sink)
  }

  /// Checks rules' demands on properties and elements that no accepting schema describes.
  @inline(never)
  mutating func walk<Sink: FailureSink>(
    _ index: Int32, _ container: Int, _ tracker: Int, _ sink: inout Sink
  ) {
    guard asks, Sink.collects || !owes else { return }
    let isObject = cursor.rawTag(container) == TapeTag.object.rawValue
    let rest = plan.tables.selections[Int(index)].rest
    var ordinal = 0
    var at = cursor.firstChild(container)
    let end = cursor.next(container)
    while at < end {
      let value = isObject ? at &+ 1 : at
      if !isDescribed(ordinal, tracker) {
        if isObject {
          select(index, at, isDescribed: false, &sink)
        } else if rest >= 0 {
          _ = evaluate(rest, value, -1, &sink)
        }
      }
      ordinal &+= 1
      at = cursor.next(value)
    }
  }
}
