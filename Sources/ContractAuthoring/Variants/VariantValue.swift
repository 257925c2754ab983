internal import JSONTape

/// A JSON value during the generation of a body.
indirect enum VariantValue: Hashable, Sendable {
  case null
  case boolean(Bool)
  /// A number as it is written.
  case number(String)
  case string(String)
  /// A string with its quotes and escapes, as it is written.
  case written(String)
  case array([VariantValue])
  case object([Property])

  struct Property: Hashable, Sendable {
    let name: String
    var value: VariantValue
  }

  init(_ node: JSONNode) {
    switch node.kind {
    case .null: self = .null
    case .boolean: self = .boolean(node.bool == true)
    case .number: self = .number(node.text)
    case .string: self = .string(node.string ?? "")
    case .array: self = .array(node.elements.map(VariantValue.init))
    case .object:
      self = .object(node.properties.map { Property(name: $0.name, value: VariantValue($0.value)) })
    }
  }

  func write(to writer: inout JSONWriter) {
    switch self {
    case .null: writer.null()
    case .boolean(let value): writer.boolean(value)
    case .number(let text), .written(let text): writer.raw(text.utf8)
    case .string(let text): writer.string(text)
    case .array(let elements):
      writer.beginArray()
      for element in elements { element.write(to: &writer) }
      writer.endArray()
    case .object(let properties):
      writer.beginObject()
      for property in properties {
        writer.key(property.name)
        property.value.write(to: &writer)
      }
      writer.endObject()
    }
  }

  var bytes: [UInt8] {
    var writer = JSONWriter()
    write(to: &writer)
    return writer.bytes
  }

  /// The text of a string or number in a URL or a header. Nil for containers.
  var plainText: String? {
    switch self {
    case .null: ""
    case .boolean(let value): value ? "true" : "false"
    case .number(let text), .string(let text): text
    case .written: nil
    case .array(let elements):
      elements.contains { $0.isContainer }
        ? nil : elements.compactMap(\.plainText).joined(separator: ",")
    case .object: nil
    }
  }

  private var isContainer: Bool {
    switch self {
    case .array, .object: true
    default: false
    }
  }

  var int: Int? { if case .number(let text) = self { JSONNumber(text)?.int } else { nil } }

  subscript(name: String) -> VariantValue? {
    guard case .object(let properties) = self else { return nil }
    return properties.first { $0.name == name }?.value
  }
}

/// One difference between a variant and its base body.
struct VariantChange: Hashable {
  enum Step: Hashable {
    case name(String)
    case index(Int)

    var token: String {
      switch self {
      case .name(let name): name
      case .index(let index): "\(index)"
      }
    }
  }

  /// The place of the change. A missing name is added.
  let path: [Step]
  /// The new value. Nil if the property is left out.
  let value: VariantValue?
}

extension VariantValue {
  func applying(_ changes: [VariantChange]) -> VariantValue {
    changes.reduce(self) { $0.replacing($1.path[...], by: $1.value) ?? $0 }
  }

  /// The value after a change. Nil if the value itself is left out.
  private func replacing(
    _ path: ArraySlice<VariantChange.Step>, by value: VariantValue?
  ) -> VariantValue? {
    guard let step = path.first else { return value }
    switch (self, step) {
    case (.object(var properties), .name(let name)):
      guard let position = properties.firstIndex(where: { $0.name == name }) else {
        if path.count == 1, let value { properties.append(Property(name: name, value: value)) }
        return .object(properties)
      }
      if let changed = properties[position].value.replacing(path.dropFirst(), by: value) {
        properties[position].value = changed
      } else {
        properties.remove(at: position)
      }
      return .object(properties)
    case (.array(var elements), .index(let index)):
      guard index < elements.count else { return self }
      if let changed = elements[index].replacing(path.dropFirst(), by: value) {
        elements[index] = changed
      } else {
        elements.remove(at: index)
      }
      return .array(elements)
    default: return self
    }
  }

  /// The value with a property set, or added at its end.
  func setting(_ name: String, to value: VariantValue) -> VariantValue {
    applying([VariantChange(path: [.name(name)], value: value)])
  }

  /// Another value with the same form, for arrays whose elements must differ.
  func other(_ number: Int) -> VariantValue {
    switch self {
    case .number(let text):
      guard let sum = JSONNumber(text)?.int?.addingReportingOverflow(number), !sum.overflow else {
        return self
      }
      return .number("\(sum.partialValue)")
    case .string(let text):
      // Another digit keeps the form of dates, UUIDs and most patterns.
      if let last = text.lastIndex(where: { "0"..."9" ~= $0 }), -9...9 ~= number,
        let digit = text[last].wholeNumberValue
      {
        return .string(
          text[..<last] + "\((digit + number + 10) % 10)" + text[text.index(after: last)...])
      }
      return .string("\(text)\(number + 1)")
    case .boolean(let value): return .boolean(!value)
    case .array(let elements): return .array(elements + elements)
    case .object(var properties):
      for position in properties.indices {
        let other = properties[position].value.other(number)
        guard other != properties[position].value, !properties[position].value.isContainer else {
          continue
        }
        properties[position].value = other
        return .object(properties)
      }
      return self
    case .null, .written: return self
    }
  }
}
