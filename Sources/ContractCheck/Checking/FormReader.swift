@_spi(Engine) internal import ContractCaptures
internal import JSONTape

/// Reads the parts of a form or a multipart body as the properties that the contract documents.
struct FormReader {
  /// A problem with a part that is found before its value is checked.
  enum Trouble {
    case syntax(JSONParseError, property: String, RawText)
    case style(FormEncoding.Property, RawText)
    case mediaType(MediaType, FormEncoding.Property, part: Int)
  }

  private let encoding: FormEncoding
  private let parts: [FormPart]
  private let isURLEncoded: Bool
  private let placeholders: Placeholders?
  private(set) var properties: [FormInstance.Property] = []
  private(set) var troubles: [Trouble] = []
  /// The parts that were not checked, because their text cannot be read.
  private(set) var unread: Set<Int> = []

  /// - Parameter placeholders: The texts that stand for others.
  init(
    _ encoding: FormEncoding, _ parts: [FormPart], isURLEncoded: Bool, _ placeholders: Placeholders?
  ) {
    self.encoding = encoding
    self.parts = parts
    self.isURLEncoded = isURLEncoded
    self.placeholders = placeholders
    if encoding.element == nil { readProperties() } else { readElements() }
  }

  private func value(_ value: ParameterValue) -> FormValue {
    switch value {
    case .text(let text): isOpen(text) ? .unknown(text) : .text(text)
    case .array(let elements): .array(elements.map(self.value))
    case .object(let fields): .object(fields.map { ($0.name, self.value($0.value)) })
    }
  }

  /// Whether a placeholder stands for the text's value.
  private func isOpen(_ text: RawText) -> Bool {
    placeholders?.standIn(text.decoded.utf8) ?? false
  }

  private mutating func readElements() {
    for (number, part) in parts.enumerated() {
      let property = encoding.element(at: number) ?? encoding.rest
      let value = value(of: part, property, property.shape.types)
      properties.append(
        FormInstance.Property(
          name: "\(number)", part: number, readings: [value], shape: property.shape))
    }
  }

  private mutating func readProperties() {
    var groups: [String: [FormPart]] = [:]
    for part in parts { groups[part.name, default: []].append(part) }
    let owners = owners(of: groups)
    let fields = parts.map { RawField(name: $0.name, value: $0.text) }
    let listed = Set(encoding.properties.map(\.name))
    var done: Set<String> = []
    for part in parts {
      let name = owners[part.name] ?? part.name
      guard done.insert(name).inserted else { continue }
      let group = groups[part.name] ?? []
      guard let property = encoding[name] else {
        add(group, encoding.rest, named: name, part.text.source)
        continue
      }
      for part in group {
        guard let type = part.type, !property.allows(type) else { continue }
        troubles.append(.mediaType(type, property, part: part.text.source))
      }
      let isJSON = group.contains { $0.type?.isJSON ?? false }
      let isUnread = group.contains { $0.unread != nil }
      if !isUnread, property.hasStyle && !isJSON || name != part.name {
        let others = listed.subtracting([name])
        add(property.parameter.read(fields: fields, others: others), property, part)
      } else {
        add(group, property, named: name, part.text.source)
      }
    }
  }

  /// The properties of fields that have another name than the property. Examples are `color[R]`,
  /// and `R` for an object whose properties are separate fields.
  private func owners(of groups: [String: [FormPart]]) -> [String: String] {
    var owners: [String: String] = [:]
    let free = groups.keys.filter { encoding[$0] == nil }
    guard !free.isEmpty else { return owners }
    for property in encoding.properties where property.shape.mayBeObject || property.hasStyle {
      let parameter = property.parameter
      if property.hasStyle, parameter.style == .deepObject {
        for name in free where name.hasPrefix("\(property.name)[") && name.hasSuffix("]") {
          owners[name] = property.name
        }
        continue
      }
      // For an object without a style, OpenAPI 3.0 contradicts itself: it says that the object is
      // JSON, and that it is exploded.
      let isExploded =
        property.hasStyle
        ? parameter.style == .form && parameter.isExploded
        : isURLEncoded && property.mediaTypes.isEmpty
      guard isExploded, property.shape.mayBeObject, groups[property.name] == nil else { continue }
      let isFree = property.hasStyle && property.shape.properties.isEmpty
      for name in free where isFree || property.shape.properties[name] != nil {
        owners[name] = owners[name] ?? property.name
      }
    }
    return owners
  }

  /// Adds the values that a style gives.
  private mutating func add(
    _ found: Operation.Parameter.Found, _ property: FormEncoding.Property, _ part: FormPart
  ) {
    func add(_ readings: [FormValue], to properties: inout [FormInstance.Property]) {
      properties.append(
        FormInstance.Property(
          name: property.name, part: part.text.source, readings: readings, shape: property.shape))
    }
    switch found {
    case .absent: break
    case .malformed(let text):
      if !isOpen(text) { troubles.append(.style(property, text)) }
      add([.unknown(text)], to: &properties)
    case .values(let values):
      // The meaning of deeper nesting is not defined anywhere.
      if values.isEmpty { add([.unknown(part.text)], to: &properties) }
      for readings in values where !readings.isEmpty {
        add(readings.map(value), to: &properties)
      }
    }
  }

  /// Adds the parts of one name. If the schema asks for an array, they are one array. If not, each
  /// part is a property.
  private mutating func add(
    _ group: [FormPart], _ property: FormEncoding.Property, named name: String, _ first: Int
  ) {
    let shape = property.shape
    func add(_ value: FormValue, _ part: Int, to properties: inout [FormInstance.Property]) {
      properties.append(
        FormInstance.Property(name: name, part: part, readings: [value], shape: shape))
    }
    guard shape.mayBeArray, group.count > 1 || !shape.mayBeObject else {
      for part in group {
        add(value(of: part, property, shape.types), part.text.source, to: &properties)
      }
      return
    }
    if group.count == 1, let whole = wholeArray(group[0], property) {
      return add(whole, first, to: &properties)
    }
    guard group.count == 1, shape.mayBe(group[0].text) else {
      let elements = group.map { value(of: $0, property, shape.elements) }
      return add(.array(elements), first, to: &properties)
    }
    // One part may be the value, or an array with one element.
    let before = troubles
    let alone =
      shape.mayBeScalar ? value(of: group[0], property, shape.types) : .text(group[0].text)
    let afterAlone = troubles
    troubles = before
    let element = value(of: group[0], property, shape.elements)
    let isElement = troubles.count == before.count
    if !isElement { troubles = afterAlone }
    let isAlone = afterAlone.count == before.count
    properties.append(
      FormInstance.Property(
        name: name, part: first,
        readings: (isAlone || !isElement ? [alone] : []) + (isElement ? [.array([element])] : []),
        shape: shape))
  }

  /// The array that one part holds as JSON.
  private func wholeArray(_ part: FormPart, _ property: FormEncoding.Property) -> FormValue? {
    if part.unread != nil { return nil }
    switch property.form(part.type, property.shape.types.subtracting(["string"])) {
    case .json, .jsonOrText: break
    case .text, .bytes: return nil
    }
    // In an array of strings, a text may look like an array by accident.
    let isTold = (part.type ?? property.mediaTypes.first)?.isJSON ?? false
    guard isTold || property.shape.elements == ["object"] || property.shape.elements.isEmpty,
      !(property.shape.elements == ["array"])
    else { return nil }
    let bytes = part.text.decodedBytes
    guard let document = try? JSONDocument(bytes), document.root.kind == .array else { return nil }
    return json(document, bytes, part.text)
  }

  private func json(_ document: JSONDocument, _ bytes: [UInt8], _ text: RawText) -> FormValue {
    let range = document.root.range
    return .json(text, Array(bytes[range.offset..<range.end]), at: range.offset)
  }

  /// - Parameter types: The media types that the schema allows for this part.
  private mutating func value(
    of part: FormPart, _ property: FormEncoding.Property, _ types: Set<String>
  ) -> FormValue {
    var form = property.form(part.type, types)
    // A wrong type is already a mistake. So the content of a part with a wrong type is checked only
    // if it is JSON.
    let isWrong = !property.allows(part.type)
    if isWrong, form != .bytes { form = .jsonOrText }
    if form == .bytes { return .unknown(part.text) }
    let bytes = part.text.decodedBytes
    guard part.unread == nil, String(decoding: bytes, as: UTF8.self).utf8.elementsEqual(bytes)
    else {
      unread.insert(part.text.source)
      return .unknown(part.text)
    }
    if form != .text, let document = try? JSONDocument(bytes),
      [.object, .array].contains(document.root.kind)
    {
      return json(document, bytes, part.text)
    }
    if placeholders?.standIn(bytes) ?? false { return .unknown(part.text) }
    guard form != .text else { return .text(part.text) }
    do {
      return json(try JSONDocument(bytes), bytes, part.text)
    } catch {
      if isWrong {
        guard part.type?.essence == "text/plain", !property.shape.mayBeScalar else {
          return .unknown(part.text)
        }
        // If a text is not JSON, this is the mistake. The media type is no second mistake.
        troubles.removeAll {
          if case .mediaType(_, _, part.text.source) = $0 { true } else { false }
        }
      }
      if form == .jsonOrText { return .text(part.text) }
      let name = encoding.element == nil ? part.name : "\(part.text.source)"
      troubles.append(.syntax(error, property: name, part.text))
      return .unknown(part.text)
    }
  }
}

extension FormEncoding.Property {
  /// Whether a part may have this media type.
  fileprivate func allows(_ type: MediaType?) -> Bool {
    guard let type, !mediaTypes.isEmpty else { return true }
    return type.closest(of: mediaTypes) != nil
  }
}
