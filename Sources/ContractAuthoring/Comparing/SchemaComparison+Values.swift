@_spi(Engine) internal import ContractCheck
@_spi(Engine) internal import JSONSchema
internal import JSONTape

extension SchemaComparison {
  /// Whether the types still match. If not, there is nothing more to compare.
  mutating func compareTypes(_ step: SchemaStep) -> Bool {
    let old = step.oldTypes.subtracting(.null)
    let new = step.newTypes.subtracting(.null)
    guard old != new else { return true }
    // An empty set means that only null is allowed.
    let fits = step.isResponse ? new.isSubset(of: old) : old.isSubset(of: new)
    let (from, to) = (old.wordNames, new.wordNames)
    note(
      fits ? .typeFits(from: from, to: to) : .type(from: from, to: to), in: step,
      old: step.old.place(of: "type"), new: step.new.place(of: "type"))
    return fits
  }

  mutating func compareNull(_ step: SchemaStep) {
    let (old, new) = (step.oldTypes, step.newTypes)
    // A value of any type was never documented as non-null.
    if old.contains(.null), !new.contains(.null), old != .all || !step.isResponse {
      guard old != .all else { return }
      note(.notNull, in: step, old: step.old.nullPlace, new: step.new.place(of: "type"))
    } else if !old.contains(.null), new.contains(.null), new != .all {
      note(
        .nullable(wasAlways: step.pair.context.wasAlways), in: step,
        old: step.old.place(of: "type"), new: step.new.nullPlace)
    }
  }

  mutating func compareValues(_ step: SchemaStep) {
    let (old, new) = (step.old.values, step.new.values)
    guard let old, let new else {
      if let new { note(.valuesClosed, in: step, old: step.old.place, new: new.key) }
      if let old { note(.valuesOpened, in: step, old: old.key) }
      return
    }
    let (oldSet, newSet) = (Set(old.allowed), Set(new.allowed))
    let added = new.allowed.filter { !oldSet.contains($0) }
    let gone = old.allowed.filter { !newSet.contains($0) }
    // If values were both added and removed, only the breaking change is reported.
    if !added.isEmpty, step.isResponse || gone.isEmpty {
      note(.valuesAdded(added.map(\.shownValue)), in: step, old: old.key, new: added[0])
    } else if !gone.isEmpty {
      note(.valuesRemoved(gone.map(\.shownValue)), in: step, old: gone[0], new: new.key)
    }
  }

  mutating func compareFormats(_ step: SchemaStep) {
    let old = DateForm(step.old, step.oldTypes, step.inner.oldDates, self.old)
    let new = DateForm(step.new, step.newTypes, step.inner.newDates, self.new)
    guard old == nil, new == nil else {
      guard old?.name != new?.name else { return }
      // If the scope has changed, the change is at the place of the scope.
      let isSameFormat = step.old.format?.string == step.new.format?.string
      let isScoped = isSameFormat && old != nil && new != nil
      var place = new?.format ?? step.place
      if isScoped { place = new?.setting ?? self.new.files.files[0].document.root }
      note(
        .date(from: old?.name, to: new?.name), in: step,
        old: (isScoped ? old?.setting : nil) ?? old?.format ?? step.old.place, new: place)
      return
    }
    let from = step.old.isFile ? "binary" : step.old.format?.string
    let to = step.new.isFile ? "binary" : step.new.format?.string
    let floating: Set<String?> = ["float", "double"]
    if from == to || floating.contains(from) && floating.contains(to) { return }
    // A reader of the wider integer type can read the narrower one.
    let (given, read) = step.isResponse ? (to, from) : (from, to)
    if given == "int32", read == "int64" { return }
    note(
      .format(from: from, to: to), in: step, old: step.old.format ?? step.old.place,
      new: step.new.format)
  }

  mutating func compareBounds(_ step: SchemaStep) {
    for restriction in Restriction.all {
      let old = Self.bound(restriction, of: step.old, step.oldTypes)
      let new = Self.bound(restriction, of: step.new, step.newTypes)
      guard old != new else { continue }
      note(
        .bound(
          restriction.keyword, isTighter: Self.isTighter(restriction, old, new),
          from: old?.shownValue, to: new?.shownValue),
        in: step, old: old ?? step.old.place, new: new)
    }
  }

  /// The bound. Nil if it excludes nothing.
  private static func bound(
    _ restriction: Restriction, of outline: SchemaOutline, _ types: TypeSet
  ) -> JSONNode? {
    guard !restriction.types.isDisjoint(with: types),
      let value = outline.values(of: restriction.keyword).first, value.bool != false
    else { return nil }
    let isNoMinimum = restriction.counts && restriction.sense == .atLeast && value.int == 0
    return isNoMinimum ? nil : value
  }

  private static func isTighter(
    _ restriction: Restriction, _ old: JSONNode?, _ new: JSONNode?
  ) -> Bool {
    guard let new else { return false }
    guard let from = old?.number, let to = new.number else { return true }
    switch restriction.sense {
    case .atLeast: return to > from
    case .atMost: return to < from
    case .multiple: return !from.isMultiple(of: to)
    case .none: return true
    }
  }
}

/// The form of dates at a place, and the setting that decides it.
struct DateScope: Hashable {
  var profile = DateProfile.rfc3339.rawValue
  /// The value of the setting. Nil for the default.
  var place: UInt64?

  static func profile(in settings: JSONNode) -> JSONNode? {
    settings["rules"]?[Rule.isoDates.id]?["profile"]
  }

  /// The scope inside objects that may have settings, given from the outermost on.
  func inside(_ nodes: [JSONNode], _ reader: SchemaReader) -> DateScope {
    let settings = nodes.compactMap { $0["x-schemacheck"].flatMap(Self.profile) }
    guard let profile = settings.last(where: { $0.string != nil }), let text = profile.string
    else { return self }
    return DateScope(profile: text, place: reader.id(of: profile))
  }
}

/// The date format of a schema. Nil if the schema is not about dates.
private struct DateForm {
  let name: String
  /// The `format`, or the schema's own profile.
  let format: JSONNode
  /// The setting of the profile.
  let setting: JSONNode?

  init?(_ outline: SchemaOutline, _ types: TypeSet, _ scope: DateScope, _ reader: SchemaReader) {
    guard types.contains(.string) else { return nil }
    let own = outline.values(of: "x-schemacheck").lazy.compactMap(DateScope.profile).first
    if let own, let name = own.string, types != .all {
      (self.name, format, setting) = (name, outline.format ?? own, own)
      return
    }
    guard let format = outline.format else { return nil }
    switch format.string {
    case "date": (name, self.format, setting) = ("date", format, nil)
    case "date-time":
      (name, self.format, setting) = (scope.profile, format, scope.place.map(reader.node))
    default: return nil
    }
  }
}

extension TypeSet {
  /// The types as messages name them. If all types are allowed, `anything`.
  var wordNames: [String] {
    if union(.null) == .all { return ["anything"] }
    return isEmpty ? ["null"] : names
  }
}

extension JSONNode {
  var shownValue: String {
    FailureContext.shownName(string ?? text)
  }
}
