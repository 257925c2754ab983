extension YAMLReader {
  /// The properties before a value: an anchor, a tag, or both in any order.
  struct Properties {
    struct Anchor {
      var name: [UInt8]
      var offset: Int
    }

    struct Tag {
      /// The type of the tag. Nil for `!`, because this tag makes plain text a string.
      var type: YAMLCore.Tag?
      var offset: Int
    }

    var anchor: Anchor?
    var tag: Tag?

    var isEmpty: Bool { anchor == nil && tag == nil }

    /// Combines the properties of both. A value has at most one anchor and one tag.
    func merged(with other: Properties, in reader: YAMLReader) throws(YAMLError) -> Properties {
      if anchor != nil, let second = other.anchor {
        throw reader.error(.secondAnchor, at: second.offset)
      }
      if tag != nil, let second = other.tag { throw reader.error(.secondTag, at: second.offset) }
      return Properties(anchor: anchor ?? other.anchor, tag: tag ?? other.tag)
    }
  }

  func isProperty(at offset: Int) -> Bool {
    bytes[offset] == "&" || bytes[offset] == "!"
  }

  mutating func readProperty(into properties: inout Properties) throws(YAMLError) {
    let start = position
    let isAnchor = bytes[position] == "&"
    var other = Properties()
    if isAnchor {
      position += 1
      other.anchor = Properties.Anchor(name: try readAnchorName(), offset: start)
    } else {
      other.tag = Properties.Tag(type: try readTag(), offset: start)
    }
    let isEnd = [UInt8(ascii: ","), UInt8(ascii: "]"), UInt8(ascii: "}")].contains(bytes[position])
    guard isSpaceOrEnd(position) || isEnd else {
      throw error(.missingSpace(after: bytes[start]), at: position)
    }
    properties = try properties.merged(with: other, in: self)
  }

  private mutating func readAnchorName() throws(YAMLError) -> [UInt8] {
    let start = position
    while !isSpaceOrEnd(position), !Self.isFlowIndicator(bytes[position]) { position += 1 }
    guard position > start else { throw error(.missingAnchorName, at: start - 1) }
    return text(start, position)
  }

  private mutating func readTag() throws(YAMLError) -> YAMLCore.Tag? {
    let start = position
    position += 1
    let name: [UInt8]
    if bytes[position] == "<" {
      while !isSpaceOrEnd(position), bytes[position] != ">" { position += 1 }
      guard bytes[position] == ">" else { throw unknownTag(at: start) }
      name = text(start + 2, position)
      position += 1
    } else {
      while !isSpaceOrEnd(position), !Self.isFlowIndicator(bytes[position]) { position += 1 }
      let short = text(start, position)
      if short.count == 1 { return nil }
      // `!name` has the handle `!`, `!!name` the handle `!!`, `!h!name` the handle `!h!`.
      let handleEnd = (short[1...].firstIndex(of: UInt8(ascii: "!")) ?? 0) + 1
      let handle = Array(short[..<handleEnd])
      guard let prefix = tagHandles[handle] ?? Self.standardHandles[handle] else {
        throw unknownTag(at: start)
      }
      name = prefix + short[handleEnd...]
    }
    let core = Array("tag:yaml.org,2002:".utf8)
    // Ruby writes `!binary`.
    if trace != nil, name.elementsEqual("!binary".utf8) { return .binary }
    if name.starts(with: core),
      let tag = YAMLCore.Tag(rawValue: String(decoding: name[core.count...], as: UTF8.self)),
      tag != .binary || trace != nil
    {
      return tag
    }
    // A tag that an old tool wrote for Python objects also means text.
    guard trace != nil else { throw unknownTag(at: start) }
    return nil
  }

  private static let standardHandles: [[UInt8]: [UInt8]] = [
    Array("!!".utf8): Array("tag:yaml.org,2002:".utf8), Array("!".utf8): Array("!".utf8),
  ]

  private func unknownTag(at start: Int) -> YAMLError {
    // The error quotes up to 64 bytes and cuts no character in two.
    var stop = min(position + 1, end, start + 64)
    while stop > start, isSpaceOrEnd(stop - 1) || bytes[stop] & 0xC0 == 0x80 { stop -= 1 }
    return error(.unknownTag(String(decoding: text(start, stop), as: UTF8.self)), at: start)
  }

  /// Throws for the tag of another kind of value.
  func check(_ tag: Properties.Tag?, _ kind: YAMLCore.Tag) throws(YAMLError) {
    guard let tag, let type = tag.type, type != kind else { return }
    throw error(.wrongTag(type.rawValue), at: tag.offset)
  }

  mutating func readAlias(after properties: Properties) throws(YAMLError) -> Scalar {
    let start = position
    guard properties.isEmpty else { throw error(.propertiesOfAlias, at: start) }
    position += 1
    let name = try readAnchorName()
    let range = ByteRange(offset: start, length: position - start)
    guard let target = anchors[name] else {
      let isGlued = name.last == UInt8(ascii: ":") && anchors[Array(name.dropLast())] != nil
      throw isGlued
        ? error(.gluedAlias, at: position - 1)
        : error(.unknownAlias(String(decoding: name.prefix(64), as: UTF8.self)), at: start)
    }
    if case .open = target { throw error(.recursiveAlias, at: start) }
    return Scalar(style: .alias(target), range: range)
  }

  mutating func emit(
    _ target: AnchorTable.Target, at range: ByteRange, _ properties: Properties
  ) throws(YAMLError) {
    guard properties.isEmpty else { throw error(.propertiesOfAlias, at: range.offset) }
    switch target {
    case .open: break
    case .collection(let start, let stop):
      try allowCopy(of: stop.byte - start.byte, at: range)
      output.appendCopy(from: start, to: stop)
    case .scalar(_, let json, let place):
      try allowCopy(of: json.count, at: range)
      output.append(json, at: place)
    }
    output.lastEnd = range.end
    guard output.bytes.count < YAMLOutput.byteLimit else {
      throw error(.expansion, at: range.offset)
    }
  }

  mutating func allowCopy(of count: Int, at alias: ByteRange) throws(YAMLError) {
    guard output.allowsCopy(of: count) else { throw error(.expansion, at: alias.offset) }
  }
}

/// The targets of anchors while a document is read.
struct AnchorTable {
  typealias Index = Int

  enum Target: Equatable {
    /// A collection that is not closed yet.
    case open(from: YAMLOutput.Mark)
    case collection(from: YAMLOutput.Mark, to: YAMLOutput.Mark)
    /// A scalar. `text` is the content of a JSON string, for use as a name. `json` is the JSON, for
    /// use as a value.
    case scalar(text: [UInt8], json: [UInt8], at: ByteRange)
  }

  private var names: [[UInt8]: Index] = [:]
  private var targets: [Target] = []

  /// The target of a name at this point: the last anchor with this name.
  subscript(name: [UInt8]) -> Target? { names[name].map { targets[$0] } }

  mutating func open(_ name: [UInt8], at mark: YAMLOutput.Mark) -> Index {
    targets.append(.open(from: mark))
    names[name] = targets.count - 1
    return targets.count - 1
  }

  mutating func close(_ index: Index, at mark: YAMLOutput.Mark) {
    guard case .open(let start) = targets[index] else { return }
    targets[index] = .collection(from: start, to: mark)
  }

  mutating func add(_ name: [UInt8], text: [UInt8], json: [UInt8], at range: ByteRange) {
    targets.append(.scalar(text: text, json: json, at: range))
    names[name] = targets.count - 1
  }
}
