extension YAMLReader {
  /// Writes the scalar or the alias that was just read as a value.
  mutating func emit(_ scalar: Scalar, _ properties: Properties) throws(YAMLError) {
    if case .alias(let target) = scalar.style {
      return try emit(target, at: scalar.range, properties)
    }
    let json = try value(of: scalar, properties.tag)
    if json.first == UInt8(ascii: "\"") {
      trace?.keep(
        scalar, quote: scalar.range.length > 0 ? bytes[scalar.range.offset] : 0,
        isBinary: properties.tag?.type == .binary)
    }
    output.append(json, at: scalar.range)
    guard output.bytes.count < YAMLOutput.byteLimit else {
      throw error(.tooLarge, at: scalar.range.offset)
    }
    if let anchor = properties.anchor {
      anchors.add(anchor.name, text: content, json: json, at: scalar.range)
    }
  }

  /// Writes the scalar or the alias that was just read as a property's name. The name is the text,
  /// for any type.
  mutating func emit(
    name: Scalar, _ properties: Properties, hasColon: Bool = true
  ) throws(YAMLError) {
    if case .alias(let target) = name.style {
      guard case .scalar(let text, _, _) = target else {
        throw error(.complexKey, at: name.range.offset)
      }
      try allowCopy(of: text.count, at: name.range)
      output.append(Self.quoted(text), at: name.range)
      if hasColon { output.append(UInt8(ascii: ":")) }
      return
    }
    if name.style == .plain, content == [UInt8(ascii: "<"), UInt8(ascii: "<")] {
      throw error(.mergeKey, at: name.range.offset)
    }
    if let tag = properties.tag, tag.type?.isCollection == true {
      throw error(.complexKey, at: tag.offset)
    }
    output.append(Self.quoted(content), at: name.range)
    if hasColon { output.append(UInt8(ascii: ":")) }
    if properties.isEmpty { return }
    // If an alias uses the scalar as a value, the value has the scalar's type.
    let json = try value(of: name, properties.tag)
    guard let anchor = properties.anchor else { return }
    anchors.add(anchor.name, text: content, json: json, at: name.range)
  }

  /// Writes an empty value. It is null, or an empty string if a tag requests a string.
  mutating func emitEmpty(_ properties: Properties, at offset: Int? = nil) throws(YAMLError) {
    content.removeAll(keepingCapacity: true)
    let range = ByteRange(offset: offset ?? position, length: 0)
    try emit(Scalar(style: .plain, range: range), properties)
  }

  private static func quoted(_ content: [UInt8]) -> [UInt8] {
    [UInt8(ascii: "\"")] + content + [UInt8(ascii: "\"")]
  }

  /// The JSON of the scalar whose text is in `content`.
  private func value(
    of scalar: Scalar, _ tag: Properties.Tag?
  ) throws(YAMLError) -> [UInt8] {
    let type = tag?.type
    // The tag `!` makes plain text a string, like quotes.
    var form = YAMLCore.Form.string
    if tag == nil
      ? scalar.style == .plain : type != nil && type != .string && type != .binary
    {
      form = YAMLCore.form(of: content)
    }
    // An integer is also a number.
    if let tag, let type, type != .string, type != .binary, form.tag != type,
      type != .float || form != .integer
    {
      throw error(.wrongTag(type.rawValue), at: tag.offset)
    }
    switch form {
    case .null: return Array("null".utf8)
    case .boolean(let value): return Array((value ? "true" : "false").utf8)
    case .integer, .float: return YAMLCore.json(decimal: content)
    case .octal, .hexadecimal:
      guard content.count <= YAMLCore.digitLimit else {
        throw error(.longNumber, at: scalar.range.offset)
      }
      return YAMLCore.json(digits: content[2...], bitsPerDigit: form == .hexadecimal ? 4 : 3)
    case .string: return Self.quoted(content)
    case .infinity, .notANumber:
      throw error(
        .notFinite(String(decoding: content, as: UTF8.self)), at: scalar.range.offset)
    }
  }
}
