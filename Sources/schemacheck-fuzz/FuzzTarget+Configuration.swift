import JSONSchema
import ContractCheck
import JSONTape

extension FuzzTarget {
  /// The readers of configurations and baselines: what they refuse has a place and words, what a
  /// baseline holds survives being written.
  static let configuration = FuzzTarget(
    name: "configuration", weight: 10, seeds: \.configurations
  ) { input, _, _ in
    let isJSON = (try? JSONDocument(input)) != nil
    var outcome = FuzzOutcome.refused
    do throws(ConfigurationError) {
      let configuration = try Configuration(input, name: "c")
      outcome = FuzzOutcome(isJSON ? complaint(about: configuration) : "what is no JSON is read")
    } catch {
      if let wrong = complaint(about: error) { return .wrong(wrong) }
    }
    do throws(ConfigurationError) {
      let baseline = try Baseline(input, name: "b")
      guard isJSON else { return .wrong("what is no JSON is read") }
      let again = try? Baseline(baseline.json.utf8, name: "b")
      if again?.json != baseline.json { return .wrong("a baseline does not survive being written") }
      return .accepted
    } catch {
      if let wrong = complaint(about: error) { return .wrong(wrong) }
    }
    return outcome
  }

  private static func complaint(about error: ConfigurationError) -> String? {
    if error.message.isEmpty { return "an error without words" }
    let place = error.position
    return place.line < 1 || place.column < 1 ? "an error at \(place)" : nil
  }

  /// Globs match whatever paths in time that is bounded, and suppressions are named by their place.
  private static func complaint(about configuration: Configuration) -> String? {
    let paths = ["a/b/c/d/e/f/g.json", "", "../x", ".a/.b"]
    let globs = configuration.bodies.map(\.files) + configuration.expectedBroken.map(\.files)
    for glob in globs {
      _ = paths.map { glob.matches($0.utf8) }
      if PathGlob(glob.description) != glob { return "a glob is not what it says" }
    }
    var filter = FindingFilter(
      suppressions: configuration.suppressions, expectedBroken: configuration.expectedBroken,
      today: CalendarDate("2026-01-01"))
    for path in paths { filter.begin(Array(path.utf8)) }
    let count = filter.expiredSuppressions.count + filter.unusedSuppressions.count
    return count == configuration.suppressions.count ? nil : "a suppression is lost"
  }
}
