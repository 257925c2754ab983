internal import JSONTape

/// Reads a parameter's values from the texts of a request. The parameter's style says how the
/// values are written.
///
/// A text may have several readings, for example if a client encodes the comma between elements.
/// The result has all readings. A value is valid if one of its readings is valid.
extension Operation.Parameter {
  enum Found {
    case absent
    case malformed(RawText)
    /// The values with their readings. The likeliest reading of a value is first. If a parameter
    /// for one text occurs twice, it has two values. If no specification defines the form, there is
    /// no value.
    case values([[ParameterValue]])
  }

  private static let equals = UInt8(ascii: "=")
  private static let commas = [","]
  private static let anyCommas = ["%2C", "%2c", ","]

  func read(segment: RawText) -> Found { splitInside(outer(segment: segment)) }

  /// Reads the fields of a header by this name.
  func read(header fields: [RawText]) -> Found { splitInside(outer(header: fields)) }

  /// Reads the fields of a query or of cookies.
  ///
  /// - Parameter others: The names of the operation's other parameters. Their fields are not used.
  func read(fields: [RawField], others: Set<String>) -> Found {
    splitInside(outer(fields: fields, others: others))
  }

  /// Splits the elements that are arrays themselves.
  private func splitInside(_ found: Found) -> Found {
    guard !inner.isEmpty, case .values(let values) = found else { return found }
    return .values(values.map { $0.map { split($0, inner[...]) } })
  }

  private func split(_ value: ParameterValue, _ styles: ArraySlice<ParameterStyle>)
    -> ParameterValue
  {
    guard let style = styles.first, case .array(let elements) = value else { return value }
    return .array(
      elements.map { element in
        guard case .text(let text) = element else { return element }
        let parts = text.split(at: Self.delimiters(of: style).last ?? [])
        return split(.array(parts.map { .text($0) }), styles.dropFirst())
      })
  }

  private func outer(segment: RawText) -> Found {
    switch style {
    case .label:
      guard segment.bytes.first == UInt8(ascii: ".") else { return .malformed(segment) }
      let text = segment.dropFirst(1)
      // In OpenAPI 3.0, elements were separated by points in both cases.
      let isPoints = isExploded || !text.bytes.contains(UInt8(ascii: ","))
      return delimited([text], [isPoints ? ["."] : Self.commas])
    case .matrix: return matrix(segment)
    default: return delimited([segment], ownDelimiters)
    }
  }

  private func matrix(_ segment: RawText) -> Found {
    guard segment.bytes.first == UInt8(ascii: ";") else { return .malformed(segment) }
    let fields = segment.dropFirst(1).split(at: [";"]).map { part in
      part.halves(at: Self.equals).map { RawField(name: $0.decoded, value: $1) }
        ?? RawField(name: part.decoded, value: part.dropFirst(part.bytes.count))
    }
    let own = fields.filter { $0.name == name }
    if isExploded, shape.mayBeObject, own.isEmpty {
      return .values([[.object(fields.map { ($0.name, .text($0.value)) })]])
    }
    guard own.count == fields.count, let first = own.first else { return .malformed(segment) }
    if isExploded, shape.mayBeArray { return .values([[.array(own.map { .text($0.value) })]]) }
    guard own.count == 1 else { return .malformed(segment) }
    return delimited([first.value], [Self.commas])
  }

  /// Whether a text is JSON. It is JSON if the contract says so. It is also JSON if a header
  /// contains a JSON object or array, as some frameworks write it. Commas in such a text separate
  /// no values.
  func holdsJSON(_ text: RawText) -> Bool {
    if isJSON { return true }
    guard location == .header, shape.mayBeObject || shape.mayBeArray,
      let first = text.bytes.first, first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
    else { return false }
    return (try? JSONDocument(text.decoded)) != nil
  }

  /// Lists may be spread over several fields of a header (RFC 9110, section 5.3).
  private func outer(header fields: [RawText]) -> Found {
    guard !fields.isEmpty else { return .absent }
    if fields.count == 1, holdsJSON(fields[0].trimmed) {
      return .values([[.text(fields[0].trimmed)]])
    }
    guard shape.mayBeArray, fields.count > 1 else {
      return delimited(fields.map(\.trimmed), ownDelimiters)
    }
    let parts = fields.flatMap { $0.split(at: Self.commas).map(\.trimmed) }
    return .values([[.array(parts.map { .text($0) })]])
  }

  private func outer(fields: [RawField], others: Set<String>) -> Found {
    if style == .deepObject { return deepObject(fields) }
    let own = fields.filter { $0.name == name }.map(\.value)
    if isExploded, style == .form, shape.mayBeObject, own.isEmpty {
      return explodedObject(fields, others)
    }
    guard let first = own.first else { return .absent }
    guard isExploded else { return delimited(own, delimiters) }
    var readings: [ParameterValue] = []
    if shape.mayBe(first) || !shape.mayBeArray { readings.append(.text(first)) }
    if shape.mayBeArray {
      readings.append(.array(own.map { .text($0) }))
      if own.count == 1, first.isEmpty { readings.append(.array([])) }
      if own.count > 1 { return .values([readings.suffix(1)]) }
    }
    guard own.count > 1 else { return .values([readings]) }
    return .values(own.map { [.text($0)] })
  }

  /// The delimiters in a path or a header.
  private var ownDelimiters: [[String]] { style == .simple ? [Self.commas] : delimiters }

  private var delimiters: [[String]] { Self.delimiters(of: style) }

  private static func delimiters(of style: ParameterStyle) -> [[String]] {
    switch style {
    case .spaceDelimited: [["%20", "+", " "]]
    case .pipeDelimited: [["%7C", "%7c", "|"]]
    case .tabDelimited: [["%09", "\t"]]
    default: [commas, anyCommas]
    }
  }

  /// Reads an object whose properties are separate fields with their own names.
  private func explodedObject(_ fields: [RawField], _ others: Set<String>) -> Found {
    let isFree = shape.properties.isEmpty
    var properties: [(name: String, value: ParameterValue)] = []
    for field in fields {
      guard isFree ? !others.contains(field.name) : shape.properties[field.name] != nil else {
        continue
      }
      append(field.value, as: field.name, to: &properties)
    }
    return properties.isEmpty ? .absent : .values([readings(of: properties)])
  }

  /// The readings of an object. In the first reading, properties are arrays if they may be arrays.
  /// In the next reading, each empty array is a text. In the last reading, each array with one
  /// element is a text.
  private func readings(
    of properties: [(name: String, value: ParameterValue)]
  ) -> [ParameterValue] {
    func texts(where isMeant: (RawText) -> Bool) -> ParameterValue? {
      var hasAny = false
      let changed = properties.map { name, value in
        guard case .array(let elements) = value, elements.count == 1,
          case .text(let text) = elements[0], ParameterShape.mayBe(text, shape.property(name)),
          isMeant(text)
        else { return (name, value) }
        hasAny = true
        return (name, .text(text))
      }
      return hasAny ? .object(changed) : nil
    }
    return [.object(properties), texts { $0.isEmpty }, texts { _ in true }].compactMap { $0 }
  }

  /// Reads `color[R]=100&color[G]=200`; for arrays also `color[]=blue` and `color[0]=blue`. These
  /// forms are common, although the specification does not define them. Deeper nesting is not
  /// defined and is not read.
  private func deepObject(_ fields: [RawField]) -> Found {
    var properties: [(name: String, value: ParameterValue)] = []
    var elements: [ParameterValue] = []
    var plain: [ParameterValue] = []
    for field in fields {
      if field.name == name { plain.append(.text(field.value)) }
      guard field.name.hasPrefix("\(name)["), field.name.hasSuffix("]") else { continue }
      var key = String(field.name.dropFirst(name.count + 1).dropLast())
      if key.hasSuffix("][") { key.removeLast(2) }
      guard !key.contains("["), !key.contains("]") else { return .values([]) }
      if key.isEmpty || shape.mayBeArray && Int(key) != nil {
        elements.append(.text(field.value))
      } else {
        append(field.value, as: key, to: &properties)
      }
    }
    if !properties.isEmpty { return .values([readings(of: properties)]) }
    if !elements.isEmpty { return .values([[.array(elements)]]) }
    return plain.isEmpty ? .absent : .values(plain.map { [$0] })
  }

  private func append(
    _ text: RawText, as property: String,
    to properties: inout [(name: String, value: ParameterValue)]
  ) {
    let isArray = shape.property(property).contains("array")
    if isArray, let position = properties.firstIndex(where: { $0.name == property }) {
      guard case .array(var elements) = properties[position].value else { return }
      // This avoids a copy for each append.
      properties[position].value = .array([])
      elements.append(.text(text))
      properties[position].value = .array(elements)
    } else {
      properties.append((property, isArray ? .array([.text(text)]) : .text(text)))
    }
  }

  /// Reads texts in which delimiters separate elements or properties. Several sets of delimiters
  /// are possible.
  private func delimited(_ texts: [RawText], _ delimiters: [[String]]) -> Found {
    var values: [[ParameterValue]] = []
    for text in texts {
      let readings = readings(of: text, delimiters)
      if readings.isEmpty { return .malformed(text) }
      values.append(readings)
    }
    return .values(values)
  }

  private func readings(of text: RawText, _ delimiters: [[String]]) -> [ParameterValue] {
    var readings: [ParameterValue] = []
    if shape.mayBe(text) { readings.append(.text(text)) }
    for delimiters in delimiters {
      let parts = text.split(at: delimiters).map { $0.coding == .none ? $0.trimmed : $0 }
      if shape.mayBeArray {
        readings.append(.array(parts.map { .text($0) }))
        if text.isEmpty { readings.append(.array([])) }
      }
      if shape.mayBeObject, let object = object(parts) { readings.append(object) }
    }
    return readings
  }

  /// Reads `R,100,G,200`, or exploded `R=100,G=200`.
  private func object(_ parts: [RawText]) -> ParameterValue? {
    var properties: [(name: String, value: ParameterValue)] = []
    if parts.count == 1, parts[0].isEmpty { return .object([]) }
    if isExploded, style != .spaceDelimited, style != .pipeDelimited {
      for part in parts {
        guard let (name, value) = part.halves(at: Self.equals) else { return nil }
        properties.append((name.decoded, .text(value)))
      }
      return .object(properties)
    }
    guard parts.count.isMultiple(of: 2) else { return nil }
    for index in stride(from: 0, to: parts.count, by: 2) {
      properties.append((parts[index].decoded, .text(parts[index + 1])))
    }
    return .object(properties)
  }
}
