@_spi(Engine) internal import JSONTape

/// Counts the values of bodies.
extension ValueTally {
  /// Counts a value and everything in it.
  func add(_ cursor: TapeCursor, _ index: Int, to shape: Int32, depth: Int = 0) {
    switch cursor.rawTag(index) {
    case TapeTag.null.rawValue: shapes[shape].nulls &+= 1
    case TapeTag.false.rawValue: shapes[shape].booleans &+= 1
    case TapeTag.true.rawValue:
      shapes[shape].booleans &+= 1
      shapes[shape].trues &+= 1
    case TapeTag.integer.rawValue: shapes[shape].integers &+= 1
    case TapeTag.number.rawValue: shapes[shape].fractions &+= 1
    case TapeTag.string.rawValue: addString(cursor, index, to: shape)
    case TapeTag.array.rawValue: addArray(cursor, index, to: shape, depth)
    default: addObject(cursor, index, to: shape, depth)
    }
  }

  private func addString(_ cursor: TapeCursor, _ index: Int, to shape: Int32) {
    if !unknown.isEmpty, unknown.contains(cursor.offset(index) - 1) { return }
    shapes[shape].strings &+= 1
    if shapes[shape].texts < 0 { shapes[shape].texts = newTexts() }
    if cursor.isEscaped(index) {
      if TextForm.isProse(cursor.rawBytes(index)) {
        formCounts[texts[shapes[shape].texts].forms &+ Int32(TextForm.other.rawValue)] &+= 1
        return
      }
      var decoded = scratch
      cursor.decodedBytes(index, into: &decoded)
      decoded.withByteView { add($0, to: shape) }
      scratch = decoded
    } else {
      add(cursor.rawBytes(index), to: shape)
    }
  }

  func newTexts() -> Int32 {
    let forms = Int32(truncatingIfNeeded: formCounts.count)
    for _ in TextForm.allCases { formCounts.append(0) }
    return texts.append(Texts(forms: forms))
  }

  func add(_ text: ByteView, to shape: Int32) {
    let form = TextForm.of(text)
    let number = shapes[shape].texts
    formCounts[texts[number].forms &+ Int32(form.rawValue)] &+= 1
    guard form == .word, shapes[shape].mayEnumerate, !texts[number].isOpen else { return }
    var at = texts[number].words
    while at >= 0 {
      let name = names[words[at].name]
      if name.length == text.count, nameBytes(words[at].name).elementsEqual(text) {
        words[at].count &+= 1
        if words[at].last != exchange {
          words[at].last = exchange
          words[at].exchanges &+= 1
        }
        return
      }
      at = words[at].next
    }
    add(word: self.number(of: text), count: 1, exchanges: 1, last: exchange, to: number)
  }

  func add(word name: Int32, count: Int, exchanges: Int, last: Int, to number: Int32) {
    guard texts[number].wordCount < Self.mostWords, words.count < Self.mostShapes else {
      texts[number].isOpen = true
      texts[number].words = -1
      return
    }
    texts[number].wordCount += 1
    texts[number].words = words.append(
      Word(
        name: name, next: texts[number].words, count: count, exchanges: exchanges, last: last))
  }

  private func addArray(_ cursor: TapeCursor, _ index: Int, to shape: Int32, _ depth: Int) {
    shapes[shape].arrays &+= 1
    let end = cursor.next(index)
    var element = cursor.firstChild(index)
    guard element < end else {
      shapes[shape].emptyArrays &+= 1
      return
    }
    guard let elements = elements(of: shape, depth) else { return }
    while element < end {
      add(cursor, element, to: elements, depth: depth &+ 1)
      element = cursor.next(element)
    }
  }

  func elements(of shape: Int32, _ depth: Int) -> Int32? {
    if shapes[shape].elements >= 0 { return shapes[shape].elements }
    guard hasRoom(depth) else { return nil }
    let elements = newShape(mayEnumerate: shapes[shape].mayEnumerate)
    shapes[shape].elements = elements
    return elements
  }

  func hasRoom(_ depth: Int) -> Bool {
    let hasRoom = depth < Self.deepest && shapes.count < Self.mostShapes
    if !hasRoom { uncounted += 1 }
    return hasRoom
  }

  private func addObject(_ cursor: TapeCursor, _ index: Int, to shape: Int32, _ depth: Int) {
    let first = found.count
    defer { found.cut(to: first) }
    let object = objects[0]
    objects[0] = object &+ 1
    findProperties(of: index, cursor, in: shape, depth)
    var shape = shape
    if shapes[shape].hasDiscriminator, let kind = kind(of: index, cursor, in: shape, first, depth) {
      shapes[shape].objects &+= 1
      findSameProperties(in: kind, from: first, depth)
      shape = kind
    }
    shapes[shape].objects &+= 1
    var key = cursor.firstChild(index)
    let end = cursor.next(index)
    var position = 0
    var isKeyed = false
    while key < end {
      let value = key &+ 1
      let property = found[Int32(truncatingIfNeeded: first &+ position)]
      if property >= 0 {
        guard properties[property].last != object else {
          position &+= 1
          key = cursor.next(value)
          continue
        }
        properties[property].last = object
        properties[property].objects &+= 1
        properties[property].positions &+= position
        if isNamed(value, as: key, cursor) { properties[property].named &+= 1 }
        add(cursor, value, to: properties[property].shape, depth: depth &+ 1)
      } else if property == Self.isData {
        isKeyed = true
        add(cursor, value, to: shapes[shape].keyed, depth: depth &+ 1)
      }
      position &+= 1
      key = cursor.next(value)
    }
    if isKeyed { shapes[shape].keyedObjects &+= 1 }
  }

  /// Whether an object repeats its own key as its name. Then the key is data.
  private func isNamed(_ value: Int, as key: Int, _ cursor: TapeCursor) -> Bool {
    guard cursor.rawTag(value) == TapeTag.object.rawValue, !cursor.isEscaped(key) else {
      return false
    }
    var inner = cursor.firstChild(value)
    let end = cursor.next(value)
    while inner < end {
      let text = inner &+ 1
      if cursor.rawTag(text) == TapeTag.string.rawValue, cursor.length(text) == cursor.length(key),
        cursor.rawBytes(text).elementsEqual(cursor.rawBytes(key)),
        Self.ownNames.contains(String(decoding: cursor.rawBytes(inner), as: UTF8.self))
      {
        return true
      }
      inner = cursor.next(text)
    }
    return false
  }

  private static let ownNames: Set<String> = [
    "file", "filename", "id", "key", "name", "path", "slug", "title",
  ]

  static let isData: Int32 = -1
  private static let isLeftOut: Int32 = -2

  /// Appends to `found` the property for each key of an object.
  private func findProperties(of object: Int, _ cursor: TapeCursor, in shape: Int32, _ depth: Int) {
    var key = cursor.firstChild(object)
    let end = cursor.next(object)
    var hint = shapes[shape].properties
    while key < end {
      let property: Int32
      if hint >= 0, isName(properties[hint].name, cursor, key) {
        property = hint
      } else {
        property = findProperty(cursor, key, in: shape, depth)
      }
      found.append(property)
      hint = property >= 0 ? properties[property].next : shapes[shape].properties
      key = cursor.next(key &+ 1)
    }
  }

  /// Replaces the properties of an object by the properties with the same names in another shape.
  private func findSameProperties(in shape: Int32, from first: Int, _ depth: Int) {
    var hint = shapes[shape].properties
    for position in first..<found.count {
      let position = Int32(truncatingIfNeeded: position)
      let property = found[position]
      if property == Self.isData { found[position] = keyed(in: shape, depth) }
      guard property >= 0 else { continue }
      let name = properties[property].name
      if hint < 0 || properties[hint].name != name {
        hint = self.property(name, of: shape) ?? room(for: name, in: shape, depth)
      }
      found[position] = hint
      hint = hint >= 0 ? properties[hint].next : -1
    }
  }

  /// A new property. If there is no space, the shared place for values without their own property.
  private func room(for name: Int32, in shape: Int32, _ depth: Int) -> Int32 {
    guard shapes[shape].propertyCount < Self.mostProperties else { return keyed(in: shape, depth) }
    guard hasRoom(depth) else { return Self.isLeftOut }
    return newProperty(name, of: shape)
  }

  @inline(__always)
  private func isName(_ name: Int32, _ cursor: TapeCursor, _ key: Int) -> Bool {
    let length = names[name].length
    guard cursor.length(key) == length, !cursor.isEscaped(key) else { return false }
    let text = cursor.start(key)
    let own = letters.start + names[name].start
    for at in 0..<length where own[at] != text[at] { return false }
    return true
  }

  private func findProperty(
    _ cursor: TapeCursor, _ key: Int, in shape: Int32, _ depth: Int
  ) -> Int32 {
    var decoded: [UInt8] = []
    return cursor.withStringBytes(key, scratch: &decoded) { text in
      if DataLook.isKey(text) { return keyed(in: shape, depth) }
      let number = number(of: text)
      return property(number, of: shape) ?? room(for: number, in: shape, depth)
    }
  }

  func keyed(in shape: Int32, _ depth: Int) -> Int32 {
    guard shapes[shape].keyed < 0 else { return Self.isData }
    guard hasRoom(depth) else { return Self.isLeftOut }
    let keyed = newShape()
    shapes[shape].keyed = keyed
    return Self.isData
  }

  func property(_ name: Int32, of shape: Int32) -> Int32? {
    if let index = indexes[shape] { return index[name] }
    var at = shapes[shape].properties
    while at >= 0 {
      if properties[at].name == name { return at }
      at = properties[at].next
    }
    return nil
  }

  func newProperty(_ name: Int32, of shape: Int32) -> Int32 {
    let traits = traits(of: name)
    let value = newShape(mayEnumerate: traits.mayEnumerate)
    let property = properties.append(Property(name: name, shape: value, next: -1))
    // It is added at the end of the list. So the next object finds each property after the previous
    // property.
    if shapes[shape].properties < 0 {
      shapes[shape].properties = property
    } else {
      properties[lastProperty(of: shape)].next = property
    }
    shapes[shape].propertyCount += 1
    lastProperties[shape] = property
    if traits.discriminator >= 0 { shapes[shape].hasDiscriminator = true }
    if indexes[shape] != nil {
      indexes[shape]?[name] = property
    } else if shapes[shape].propertyCount > 16 {
      indexes[shape] = index(of: shape)
    }
    return property
  }

  private func lastProperty(of shape: Int32) -> Int32 {
    lastProperties[shape] ?? shapes[shape].properties
  }

  private func index(of shape: Int32) -> [Int32: Int32] {
    var index: [Int32: Int32] = [:]
    var at = shapes[shape].properties
    while at >= 0 {
      index[properties[at].name] = at
      at = properties[at].next
    }
    return index
  }
}
