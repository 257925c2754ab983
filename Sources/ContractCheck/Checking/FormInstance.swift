@_spi(Engine) internal import ContractCaptures
@_spi(Engine) internal import JSONSchema
@_spi(Engine) internal import JSONTape

/// The values of a form before they are converted to JSON.
indirect enum FormValue {
  case text(RawText)
  /// JSON at this range of the text's decoded bytes.
  case json(RawText, [UInt8], at: Int)
  /// A value that is not checked: bytes, or a text that cannot be read.
  case unknown(RawText)
  case array([FormValue])
  case object([(name: String, value: FormValue)])

  /// The part that contains the value, or its beginning.
  var part: Int? {
    switch self {
    case .text(let text), .json(let text, _, _), .unknown(let text): text.source
    case .array(let elements): elements.first?.part
    case .object(let properties): properties.first?.value.part
    }
  }
}

/// One way to read a form as JSON, with the places of its values.
struct FormInstance {
  /// A property of the form, or an element of an array of parts.
  struct Property {
    let name: String
    /// The number of the part that gives the name.
    let part: Int
    /// The ways to read the property, the likeliest first.
    let readings: [FormValue]
    let shape: ParameterShape
  }

  /// A range of the document that one part has written.
  struct Segment {
    enum Kind {
      case name
      case text
      /// JSON that begins at this offset in the decoded text.
      case json(at: Int)
      case unknown
    }

    let range: Range<Int>
    let part: Int
    let kind: Kind
    let text: RawText?
  }

  /// The chosen reading of a property that may be read in several ways.
  struct Way: Hashable {
    /// The index of the reading. If there are fewer readings, the last reading is used.
    var reading = 0
    /// Whether a value is read as a number if it may be a string or a number.
    var prefersScalars = false

    /// All ways to read a property, the likeliest first.
    static func all(of readings: Int) -> [Way] {
      (0..<max(1, readings)).flatMap {
        [Way(reading: $0), Way(reading: $0, prefersScalars: true)]
      }
    }
  }

  let document: JSONDocument
  /// The range of each property's value in the document.
  private let values: [Range<Int>]
  /// The segments in the order of the document; they do not overlap.
  let segments: [Segment]

  /// - Parameter ways: How each property is read.
  init(_ properties: [Property], isArray: Bool, _ ways: [Way]) throws(JSONParseError) {
    var builder = Builder()
    var values: [Range<Int>] = []
    if isArray { builder.writer.beginArray() } else { builder.writer.beginObject() }
    for (property, way) in zip(properties, ways) {
      builder.prefersScalars = way.prefersScalars
      if !isArray {
        let start = builder.next
        builder.writer.key(property.name)
        // The range does not include the colon.
        builder.add(start..<builder.writer.bytes.count - 1, property.part, .name, nil)
      }
      let value = property.readings[min(way.reading, property.readings.count - 1)]
      let start = builder.next
      builder.write(value, property.shape.types, property.shape)
      values.append(start..<builder.writer.bytes.count)
    }
    if isArray { builder.writer.endArray() } else { builder.writer.endObject() }
    document = try JSONDocument(builder.writer.bytes)
    segments = builder.segments
    self.values = values
  }

  /// The number of the property that contains a failure; nil for a failure of the whole form.
  func property(of failure: SchemaFailure) -> Int? {
    let offset = document.node(at: failure.instance).range.offset
    let found = values.indices.partitionPoint { values[$0].upperBound > offset }
    return found < values.count && values[found].contains(offset) ? found : nil
  }

  private struct Builder {
    var prefersScalars = false
    var writer = JSONWriter()
    var segments: [Segment] = []

    /// Where the next value or name begins, after a comma.
    var next: Int {
      let count = writer.bytes.count
      let last = writer.bytes.last
      return last == UInt8(ascii: "{") || last == UInt8(ascii: "[") || last == UInt8(ascii: ":")
        ? count : count + 1
    }

    mutating func add(_ range: Range<Int>, _ part: Int, _ kind: Segment.Kind, _ text: RawText?) {
      segments.append(Segment(range: range, part: part, kind: kind, text: text))
    }

    mutating func write(_ value: FormValue, _ types: Set<String>, _ shape: ParameterShape?) {
      let start = next
      switch value {
      case .text(let text):
        write(text.decoded, types)
        add(start..<writer.bytes.count, text.source, .text, text)
      case .json(let text, let json, let offset):
        writer.raw(json)
        add(start..<writer.bytes.count, text.source, .json(at: offset), text)
      case .unknown(let text):
        writer.string("")
        add(start..<writer.bytes.count, text.source, .unknown, text)
      case .array(let elements):
        writer.beginArray()
        let within = shape?.within
        for element in elements { write(element, shape?.elements ?? [], within) }
        writer.endArray()
      case .object(let properties):
        writer.beginObject()
        for (name, value) in properties {
          let start = next
          writer.key(name)
          if let part = value.part { add(start..<writer.bytes.count - 1, part, .name, nil) }
          write(value, shape?.property(name) ?? [], nil)
        }
        writer.endObject()
      }
    }

    private mutating func write(_ text: String, _ types: Set<String>) {
      let isString = types.isEmpty || types.contains("string")
      if text.isEmpty, !isString, types.contains("null") {
        writer.null()
      } else if isScalar(text), !isString || prefersScalars && types != ["string"] {
        writer.raw(text.utf8)
      } else {
        writer.string(text)
      }
    }

    private func isScalar(_ text: String) -> Bool {
      text == "true" || text == "false" || text == "null" || JSONNumber(text) != nil
    }
  }

  /// The origin of a range of the document.
  struct Origin {
    let segment: Segment
    /// The range in the decoded JSON of the part; nil for the whole value or name.
    var inner: Range<Int>?
  }

  /// The segments of a range: the segment that contains the range, or the segments inside the
  /// range.
  func origins(of range: ByteRange) -> [Origin] {
    let first = segments.indices.partitionPoint { segments[$0].range.upperBound > range.offset }
    guard first < segments.count else { return [] }
    let segment = segments[first]
    if segment.range.lowerBound <= range.offset {
      guard case .json(let offset) = segment.kind else { return [Origin(segment: segment)] }
      let start = range.offset - segment.range.lowerBound + offset
      return [Origin(segment: segment, inner: start..<start + range.length)]
    }
    let inside = segments[first...].prefix { $0.range.upperBound <= range.end }
    return inside.map { Origin(segment: $0) }
  }
}
