@_spi(Engine) internal import ContractCaptures
@_spi(Engine) import ContractCheck
import ContractRuns
import JSONTape

/// Explains why no request is sent for an operation. The text says which parameter has no value,
/// and where the value was expected.
extension ServerSweep {
  /// The operation whose list for a parameter was empty.
  func emptyGiver(of name: String, for step: Step) -> String? {
    let empty = (step.empty[name] ?? []).subtracting(step.filled[name] ?? []).min()
    return empty.flatMap { step.sources[name]?[$0] }.map {
      step.contract.operations[$0.operation].name
    }
  }

  /// The reason why a parameter has no value, if responses show this.
  func cause(of name: String, for step: Step) -> String? {
    if let (value, giver) = step.refused[name] {
      return "`\(Self.shown(value, name))` of \(giver) breaks its schema"
    }
    if let giver = emptyGiver(of: name, for: step) { return "the list of \(giver) is empty" }
    let givers = (step.sources[name] ?? []).compactMap { steps[step.number][$0.operation] }
    guard !givers.contains(where: \.hasAnswered) else { return nil }
    return givers.lazy.compactMap { giver in
      giver.failure.map { "\(giver.operation.name) had the status \($0)" }
    }.first
  }

  /// Says which response is missing, or which part of a response that should contain the value.
  func absence(of name: String, for step: Step) -> String? {
    let sources = step.sources[name] ?? []
    for source in sources {
      guard let giver = steps[step.number][source.operation], giver.hasAnswered,
        let place = source.namedPlace(of: name)
      else { continue }
      return "\(giver.operation.name) has no string or integer at `\(SafeText.line(place))`"
    }
    let givers = sources.compactMap { steps[step.number][$0.operation] }
    guard !givers.contains(where: \.hasAnswered) else { return nil }
    return givers.first(where: \.isPlanned).map {
      "\($0.operation.name) \($0.isSent ? "had no response" : "was not sent")"
    }
  }

  /// A value that a server chose, in a safe form.
  static func shown(_ value: String, _ name: String) -> String {
    let shown = SafeText.line(Redaction.shown(value, ofProperty: name))
    return shown.count > 60 ? "\(shown.prefix(60))…" : shown
  }

  static func reason(
    _ operation: Operation, _ missing: [String], since cause: String?
  ) -> String {
    let names = missing.map { "`\($0)`" }.joined(separator: ", ")
    let options = missing.map { name in
      operation.requestParameters.contains(name)
        ? "--param \(name)=VALUE" : "--header \(name):VALUE"
    }
    return
      "\(operation.name) is not sent: no value for \(names)\(cause.map { ", since \($0)" } ?? "") "
      + "(\(options.joined(separator: " ")))"
  }
}
