@_spi(Engine) internal import ContractAuthoring
@_spi(Engine) internal import ContractCaptures
@_spi(Engine) internal import ContractReports
@_spi(Engine) import ContractCheck
import ContractRuns
import JSONTape

/// Collects the parts of the inputs that their contract does not contain.
final class OutlierList: Report {
  private var findings: [Finding] = []
  private var count = 0
  private var rules: [String: Int] = [:]
  private var objects: [Place: Deviation] = [:]
  var checked = 0
  private let acceptsAll: Bool
  private let hasDevicePlatforms: Bool

  init(acceptsAll: Bool, hasDevicePlatforms: Bool) {
    self.acceptsAll = acceptsAll
    self.hasDevicePlatforms = hasDevicePlatforms
  }

  private static let mostKept = 100
  private static let mostObjects = 10_000

  func add(_ finding: Finding) {
    // Exchanges that are not in the contract are reported separately.
    if Rule.ofExchanges.contains(finding.rule) { return }
    count += 1
    rules[finding.rule, default: 0] += 1
    if findings.count < Self.mostKept { findings.append(finding) }
    note(finding)
  }

  func finish(_ summary: Summary) {}

  // MARK: Objects of other kinds

  /// An object in the inputs.
  private struct Place: Hashable {
    let file: String
    let exchange: Int?
    let part: Exchange.Part?
    let object: [String]
    let component: String
  }

  /// The properties by which an object differs from its schema.
  private struct Deviation {
    var missing: Set<String> = []
    var unlisted: Set<String> = []

    /// Whether the object is of another kind, so that this is no mistake. One property may be
    /// missing, unlisted or renamed by mistake. Several are not.
    var isKind: Bool {
      missing.count + unlisted.count > 1 && (missing.count != 1 || unlisted.count != 1)
    }
  }

  private func note(_ finding: Finding) {
    let parts = (finding.schema ?? "").split(separator: "/").map(String.init)
    guard parts.count >= 4, parts[1] == "components" else { return }
    var object = finding.instance.tokens
    let isUnlisted = finding.rule == "undocumented-field"
    let name: String
    if let missing = finding.property, finding.keyword == "required" {
      name = missing
    } else if isUnlisted
      || parts.count == 6 && parts[4] == "properties" && finding.message.contains(" is null")
    {
      guard let last = object.popLast() else { return }
      name = last
    } else {
      return
    }
    let place = Place(
      file: finding.file, exchange: finding.exchange?.index, part: finding.exchange?.part,
      object: object, component: parts[3])
    guard objects[place] != nil || objects.count < Self.mostObjects else { return }
    if isUnlisted {
      objects[place, default: Deviation()].unlisted.insert(name)
    } else {
      objects[place, default: Deviation()].missing.insert(name)
    }
  }

  // MARK: What the contract changes

  /// Makes properties optional and turns rules off, so that the contract fits the traffic.
  ///
  /// - Returns: Whether anything changed.
  func change(_ settings: inout ContractDraft.Settings) -> Bool {
    let before = settings.accepted
    for (place, deviation) in objects where deviation.isKind {
      settings.accepted.names[place.component, default: []]
        .formUnion(deviation.missing.union(deviation.unlisted))
    }
    // Without this rule, no renamed property is found. So it stays on.
    if isOften(rules["undocumented-field"] ?? 0) { settings.accepted.hasRare = true }
    let off = rulesOff
    settings.rulesOff.merge(off) { $1 }
    return !off.isEmpty || settings.accepted != before
  }

  private func isOften(_ count: Int) -> Bool { count * 20 > checked && count >= 5 }

  /// Built-in rules that more than a few exchanges do not follow, with the reason.
  private var rulesOff: [String: String] {
    let own = rules.filter { rule, count in
      !Self.kept.contains(rule)
        && (acceptsAll || rule != "undocumented-field" && isOften(count)
          || rule == "device-platform" && !hasDevicePlatforms)
    }
    return own.mapValues {
      "\(Plural.count($0, "finding")) in \(Plural.count(checked, "exchange"))"
    }
  }

  /// Rules that are never turned off. Without these rules, nothing is known about a body.
  private static let kept: Set<String> = ["schema", "json-syntax", "duplicate-key", "decodable"]

  var lines: [String] {
    guard count > 0 else { return [] }
    let first = "probable mistakes, not in the contract (`--accept-all` adds them):"
    let shown = findings.map { finding in
      "  \(finding.file):\(finding.region.start.line):\(finding.region.start.column): "
        + "\(finding.message) (\(finding.rule))"
    }
    let rest = count - findings.count
    return [first] + shown
      + (rest > 0 ? ["  and \(Plural.count(rest, "more")); `schemacheck check` lists them"] : [])
  }
}
