@_spi(Engine) internal import JSONSchema
internal import JSONTape

/// The members of objects.
extension SchemaComparison {
  mutating func compareMembers(_ step: SchemaStep) {
    guard step.old.types.contains(.object), step.new.types.contains(.object) else { return }
    let was = MemberList(step.old, old, isResponse: step.isResponse)
    let now = MemberList(step.new, new, isResponse: step.isResponse)
    var handled: Set<String> = []
    compareCoordinates(was, now, step, &handled)
    let gone = was.names.filter { !now.has($0) && !handled.contains($0) }
    var come = now.names.filter { !was.has($0) && !handled.contains($0) }
    for name in gone {
      // What was only asked for, and is described elsewhere or nowhere, may still come.
      if was.schemas(name).isEmpty, step.new.outline.closing == nil {
        note(
          .optional(name: name, wasNullable: false), in: step, old: was.key(name), new: step.place)
        continue
      }
      // A member under a name much like it is one change.
      var successor: String?
      if gone.count * come.count <= 256 {
        successor = NearestName.of(name, among: come)
        if let successor { come.removeAll { $0 == successor } }
      }
      noteDropped(name, successor: successor, was, now, step)
    }
    for name in come {
      if now.schemas(name).isEmpty, step.old.outline.closing == nil {
        note(.always(name: name), in: step, old: step.old.outline.place, new: now.key(name))
        continue
      }
      note(
        .added(name: name, isRequired: now.isRequired(name), predecessor: nil), in: step,
        old: nil, new: now.key(name))
    }
    for name in was.names where now.has(name) {
      comparePresence(name, was, now, step)
      addInner(
        was.schemas(name), now.schemas(name), in: step, wasAlways: was.isRequired(name),
        fallback: now.key(name))
    }
    compareOthers(was, now, step)
  }

  private mutating func noteDropped(
    _ name: String, successor: String?, _ was: MemberList, _ now: MemberList, _ step: SchemaStep
  ) {
    if !step.isResponse, let successor, now.isRequired(successor) {
      note(
        .added(name: successor, isRequired: true, predecessor: name), in: step, old: was.key(name),
        new: now.key(successor))
      return
    }
    note(
      .dropped(
        name: name, wasAlways: was.isRequired(name), successor: successor,
        isRefused: step.new.outline.closing != nil),
      in: step, old: was.key(name), new: successor.flatMap { now.key($0) } ?? step.place)
  }

  private mutating func comparePresence(
    _ name: String, _ was: MemberList, _ now: MemberList, _ step: SchemaStep
  ) {
    let (before, after) = (was.isRequired(name), now.isRequired(name))
    guard before != after else { return }
    if after {
      note(
        .always(name: name), in: step, old: was.key(name),
        new: step.new.outline[name]?.requirement ?? now.key(name))
    } else {
      let types = old.types(of: was.schemas(name))
      note(
        .optional(name: name, wasNullable: types.contains(.null)), in: step,
        old: step.old.outline[name]?.requirement ?? was.key(name), new: now.key(name))
    }
  }

  /// Members that are not listed: what they may be, and whether they may.
  private mutating func compareOthers(_ was: MemberList, _ now: MemberList, _ step: SchemaStep) {
    let (old, new) = (step.old.outline, step.new.outline)
    for (pattern, schemas) in old.patterns.sorted(by: { $0.key < $1.key }) {
      if let others = new.patterns[pattern] { addInner(schemas, others, in: step) }
    }
    if old.patterns.keys != new.patterns.keys {
      note(
        .conditions("patternProperties"), in: step, old: step.old.place(of: "patternProperties"),
        new: step.new.place(of: "patternProperties"))
    }
    if !step.isResponse, (old.closing == nil) != (new.closing == nil) {
      note(
        new.closing == nil ? .opened : .closed, in: step, old: old.closing ?? old.place,
        new: new.closing ?? step.place)
      return
    }
    guard new.closing == nil, old.closing == nil else { return }
    // Members beside those of a map are its values; beside listed ones, nobody counts on them.
    let isMap = !old.map.isEmpty || was.names.isEmpty && now.names.isEmpty
    if isMap { addInner(old.map, new.map, in: step, fallback: step.place) }
  }

  // MARK: Coordinates

  /// Notes a pair of coordinates that goes by other names: one change for both.
  private mutating func compareCoordinates(
    _ was: MemberList, _ now: MemberList, _ step: SchemaStep, _ handled: inout Set<String>
  ) {
    guard let from = was.coordinates, let to = now.coordinates,
      from.latitude != to.latitude, from.longitude != to.longitude,
      !now.has(from.latitude), !now.has(from.longitude), !was.has(to.latitude),
      !was.has(to.longitude)
    else { return }
    note(
      .coordinates(from: [from.latitude, from.longitude], to: [to.latitude, to.longitude]),
      in: step, old: was.key(from.latitude), new: now.key(to.latitude))
    for (old, new) in [(from.latitude, to.latitude), (from.longitude, to.longitude)] {
      addInner(
        was.schemas(old), now.schemas(new), in: step, wasAlways: was.isRequired(old),
        fallback: now.key(new))
      handled.formUnion([old, new])
    }
  }
}

/// The members of a view that there are in one direction.
private struct MemberList {
  private let outline: SchemaOutline
  let names: [String]
  private let shown: Set<String>

  init(_ view: SchemaView, _ reader: SchemaReader, isResponse: Bool) {
    let otherDirection = isResponse ? "writeOnly" : "readOnly"
    outline = view.outline
    names = view.outline.properties.filter { !reader.outlines.marks($0, otherDirection) }
      .map(\.name)
    shown = Set(names)
  }

  func has(_ name: String) -> Bool { shown.contains(name) }

  func isRequired(_ name: String) -> Bool { outline[name]?.requirement != nil }

  func key(_ name: String) -> JSONNode? { outline[name]?.key }

  func schemas(_ name: String) -> [SchemaSite] { outline[name]?.schemas ?? [] }

  /// The members that are a latitude and a longitude by their names.
  var coordinates: CoordinateNames? {
    guard let latitude = first(of: Coordinate.latitude.spellings),
      let longitude = first(of: Coordinate.longitude.spellings)
    else { return nil }
    return CoordinateNames(latitude: latitude, longitude: longitude)
  }

  private func first(of spellings: [String]) -> String? {
    guard names.count <= 1000 else { return nil }
    return names.first { name in
      spellings.contains { ASCIIByte.equalIgnoringCase($0, name) }
    }
  }
}
