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
    let fits = step.sent.isSubset(of: step.read)
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
      // A schema without types also allows null.
      guard old != .all, step.isResponse || step.new.namesTypes else { return }
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
      if let new, !Self.areAll(new.allowed, of: step.oldTypes, step) {
        note(.valuesClosed, in: step, old: step.old.place, new: new.key)
      }
      if let old, !Self.areAll(old.allowed, of: step.newTypes, step) {
        note(.valuesOpened, in: step, old: old.key)
      }
      return
    }
    func others(_ values: [JSONNode], than known: [JSONNode]) -> [JSONNode] {
      let same = Set(known)
      let texts = step.isText ? Set(known.map(\.plainText)) : []
      return values.filter { !same.contains($0) && !texts.contains($0.plainText) }
    }
    let added = others(new.allowed, than: old.allowed)
    let gone = others(old.allowed, than: new.allowed)
    // If values were both added and removed, only the breaking change is reported.
    if !added.isEmpty, step.isResponse || gone.isEmpty {
      note(.valuesAdded(added.map(\.shownValue)), in: step, old: old.key, new: added[0])
    } else if !gone.isEmpty {
      note(.valuesRemoved(gone.map(\.shownValue)), in: step, old: gone[0], new: new.key)
    }
  }

  /// Whether a list has all values of the types except null. Only booleans can be listed.
  private static func areAll(_ values: [JSONNode], of types: TypeSet, _ step: SchemaStep) -> Bool {
    let types = types.subtracting(.null)
    guard types == .boolean else { return types.isEmpty }
    return ["true", "false"].allSatisfy { word in
      values.contains { $0.kind == .boolean ? $0.text == word : step.isText && $0.string == word }
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
    let (was, now) = (step.old.values(of: "format"), step.new.values(of: "format"))
    let (before, after) = (was.first { !now.contains($0) }, now.first { !was.contains($0) })
    // Where a number is now any text, its format is no change of its own.
    let isOther = step.oldTypes.isDisjoint(with: step.newTypes)
    let from = isOther ? nil : step.old.isFile ? "binary" : before?.string
    let to = step.new.isFile ? "binary" : after?.string
    let floating: Set<String?> = ["float", "double"]
    if from == to || floating.contains(from) && floating.contains(to) { return }
    // A reader of the wider integer type can read the narrower one.
    let (given, read) = step.isResponse ? (to, from) : (from, to)
    if given == "int32", read == "int64" { return }
    note(
      .format(from: from, to: to), in: step, old: before ?? step.old.format ?? step.old.place,
      new: after ?? step.new.format)
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
  fileprivate var plainText: String { string ?? text }

  var shownValue: String {
    FailureContext.shownName(string ?? text)
  }
}
