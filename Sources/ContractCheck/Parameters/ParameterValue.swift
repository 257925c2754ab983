internal import JSONTape

/// A parameter's value as texts, in the form of the parameter's style. With a schema, the texts
/// become JSON.
indirect enum ParameterValue: Sendable {
  case text(RawText)
  case array([ParameterValue])
  case object([(name: String, value: ParameterValue)])

  /// How texts become JSON if the schema does not decide their type.
  enum Reading: CaseIterable {
    case byType
    /// A text that can be read as a number, a boolean or null becomes one.
    case scalars
    case strings
  }

  func document(_ shape: ParameterShape, _ reading: Reading) -> JSONDocument? {
    var writer = JSONWriter()
    write(to: &writer, shape.types, shape, reading)
    return try? JSONDocument(writer.bytes)
  }

  private func write(
    to writer: inout JSONWriter, _ types: Set<String>, _ shape: ParameterShape?, _ reading: Reading
  ) {
    switch self {
    case .text(let raw):
      let text = raw.decoded
      if Self.isScalar(text, among: types, reading) {
        writer.raw(text.utf8)
      } else {
        writer.string(text)
      }
    case .array(let elements):
      writer.beginArray()
      let within = shape?.within
      for element in elements {
        element.write(to: &writer, shape?.elements ?? [], within, reading)
      }
      writer.endArray()
    case .object(let properties):
      writer.beginObject()
      for (name, value) in properties {
        writer.key(name)
        value.write(to: &writer, shape?.property(name) ?? [], nil, reading)
      }
      writer.endObject()
    }
  }

  private static func isScalar(
    _ text: String, among types: Set<String>, _ reading: Reading
  ) -> Bool {
    switch reading {
    case .strings: return false
    case .byType where types.isEmpty || types.contains("string"): return false
    case .byType, .scalars: break
    }
    return text == "true" || text == "false" || text == "null" || JSONNumber(text) != nil
  }

  /// The part of the value at a pointer of its document. If there is no such part, the whole value.
  func part(at pointer: JSONPointer) -> ParameterValue {
    var part = self
    for token in pointer.tokens {
      switch part {
      case .array(let elements):
        guard let index = Int(token), elements.indices.contains(index) else { return part }
        part = elements[index]
      case .object(let properties):
        guard let property = properties.first(where: { $0.name == token }) else { return part }
        part = property.value
      case .text: return part
      }
    }
    return part
  }

  var texts: [RawText] {
    switch self {
    case .text(let text): [text]
    case .array(let elements): elements.flatMap(\.texts)
    case .object(let properties): properties.flatMap(\.value.texts)
    }
  }
}
