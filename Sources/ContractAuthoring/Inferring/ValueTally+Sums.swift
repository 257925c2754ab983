@_spi(Engine) internal import JSONTape

/// Handles the kinds of objects at one place, and adds the counts of places.
extension ValueTally {
  // MARK: Kinds

  /// The shape for objects like this object. Nil if the object has no discriminator, or if there
  /// are too many kinds.
  func kind(
    of object: Int, _ cursor: TapeCursor, in shape: Int32, _ first: Int, _ depth: Int
  ) -> Int32? {
    guard shapes[shape].kindCount <= Self.mostKinds else { return nil }
    var best: (rank: Int8, property: Int32, value: Int)?
    var key = cursor.firstChild(object)
    let end = cursor.next(object)
    var position = first
    while key < end {
      let property = found[Int32(truncatingIfNeeded: position)]
      if property >= 0, cursor.rawTag(key &+ 1) == TapeTag.string.rawValue {
        let rank = names[properties[property].name].discriminator
        if rank >= 0, best.map({ rank < $0.rank }) ?? true { best = (rank, property, key &+ 1) }
      }
      position += 1
      key = cursor.next(key &+ 1)
    }
    guard let best, !cursor.isEscaped(best.value), cursor.length(best.value) <= TextForm.longestWord
    else { return nil }
    let text = cursor.rawBytes(best.value)
    guard TextForm.of(text) == .word else { return nil }
    let value = number(of: text)
    guard let kind = kind(value, of: properties[best.property].name, in: shape, depth) else {
      return nil
    }
    if kinds[kind].last != exchange {
      kinds[kind].last = exchange
      kinds[kind].exchanges &+= 1
    }
    return kinds[kind].shape
  }

  /// The number of a kind.
  func kind(_ value: Int32, of name: Int32, in shape: Int32, _ depth: Int) -> Int32? {
    var at = shapes[shape].kinds
    while at >= 0 {
      if kinds[at].value == value, kinds[at].property == name { return at }
      at = kinds[at].next
    }
    guard hasRoom(depth) else { return nil }
    shapes[shape].kindCount += 1
    guard shapes[shape].kindCount <= Self.mostKinds else {
      foldKinds(of: shape)
      return nil
    }
    let inner = newShape()
    let kind = kinds.append(
      Kind(property: name, value: value, shape: inner, next: shapes[shape].kinds))
    shapes[shape].kinds = kind
    return kind
  }

  /// Counts the objects of all kinds as properties of the place itself.
  func foldKinds(of shape: Int32) {
    let folded = kinds.list(shapes[shape].kinds)
    shapes[shape].kinds = -1
    shapes[shape].kindCount = Self.mostKinds + 1
    for kind in folded {
      // They were already counted here on arrival.
      shapes[shape].objects -= shapes[kind.shape].objects
      merge(self, kind.shape, into: shape)
    }
  }

  // MARK: Sums

  /// Adds the counts of a place in another tally or in this tally.
  func merge(_ other: ValueTally, _ source: Int32, into target: Int32, depth: Int = 0) {
    let from = other.shapes[source]
    mergeCounts(other, source, into: target)
    if from.elements >= 0, let elements = elements(of: target, depth) {
      merge(other, from.elements, into: elements, depth: depth + 1)
    }
    if from.keyed >= 0, keyed(in: target, depth) == Self.isData {
      merge(other, from.keyed, into: shapes[target].keyed, depth: depth + 1)
    }
    var at = from.properties
    while at >= 0 {
      let property = other.properties[at]
      let name = other === self ? property.name : number(of: other.nameBytes(property.name))
      let own: Int32?
      if let known = self.property(name, of: target) {
        own = known
      } else if shapes[target].propertyCount < Self.mostProperties, hasRoom(depth) {
        own = newProperty(name, of: target)
      } else {
        own = nil
      }
      if let own {
        properties[own].objects += property.objects
        properties[own].positions += property.positions
        properties[own].named += property.named
        merge(other, property.shape, into: properties[own].shape, depth: depth + 1)
      } else if keyed(in: target, depth) == Self.isData {
        merge(other, property.shape, into: shapes[target].keyed, depth: depth + 1)
      }
      at = other.properties[at].next
    }
    mergeKinds(other, from, into: target, depth)
  }

  /// Adds the counts without the parts inside the values.
  func mergeCounts(_ other: ValueTally, _ source: Int32, into target: Int32) {
    let from = other.shapes[source]
    shapes[target].nulls += from.nulls
    shapes[target].booleans += from.booleans
    shapes[target].trues += from.trues
    shapes[target].integers += from.integers
    shapes[target].fractions += from.fractions
    shapes[target].strings += from.strings
    shapes[target].arrays += from.arrays
    shapes[target].emptyArrays += from.emptyArrays
    shapes[target].objects += from.objects
    shapes[target].keyedObjects += from.keyedObjects
    if from.mayEnumerate { shapes[target].mayEnumerate = true }
    if from.texts >= 0 { mergeTexts(other, from.texts, into: target) }
  }

  private func mergeKinds(_ other: ValueTally, _ from: Shape, into target: Int32, _ depth: Int) {
    if from.hasDiscriminator { shapes[target].hasDiscriminator = true }
    if from.kindCount > Self.mostKinds, shapes[target].kindCount <= Self.mostKinds {
      foldKinds(of: target)
    }
    for kind in other.kinds.list(from.kinds) {
      let name = other === self ? kind.property : number(of: other.nameBytes(kind.property))
      let value = other === self ? kind.value : number(of: other.nameBytes(kind.value))
      if shapes[target].kindCount <= Self.mostKinds,
        let inner = self.kind(value, of: name, in: target, depth)
      {
        kinds[inner].exchanges += kind.exchanges
        merge(other, kind.shape, into: kinds[inner].shape, depth: depth)
      } else {
        shapes[target].objects -= other.shapes[kind.shape].objects
        merge(other, kind.shape, into: target, depth: depth)
      }
    }
  }

  private func mergeTexts(_ other: ValueTally, _ source: Int32, into target: Int32) {
    if shapes[target].texts < 0 { shapes[target].texts = newTexts() }
    let own = shapes[target].texts
    let from = other.texts[source]
    for form in 0..<Int32(TextForm.allCases.count) {
      formCounts[texts[own].forms + form] += other.formCounts[from.forms + form]
    }
    if from.isOpen {
      texts[own].isOpen = true
      texts[own].words = -1
    }
    var at = from.words
    while at >= 0, !texts[own].isOpen {
      let word = other.words[at]
      let name = other === self ? word.name : number(of: other.nameBytes(word.name))
      var known = texts[own].words
      while known >= 0, words[known].name != name { known = words[known].next }
      if known >= 0 {
        words[known].count += word.count
        words[known].exchanges += word.exchanges
      } else {
        add(word: name, count: word.count, exchanges: word.exchanges, last: -1, to: own)
      }
      at = word.next
    }
  }
}
