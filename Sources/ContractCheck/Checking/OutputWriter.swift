@_spi(Engine) internal import ContractCaptures
@_spi(Engine) internal import JSONSchema
internal import JSONTape

/// Writes output units as one line of JSON. Each unit is nested in the last unit of a lower level
/// before it.
struct OutputWriter {
  private var writer = JSONWriter()
  /// Whether each open unit is valid. The children of valid units are annotations. The children of
  /// other units are errors.
  private var open: [Bool] = []

  mutating func add(_ unit: OutputUnit, instance: JSONPointer, error: String?) {
    let isFirst = open.count <= unit.level
    close(to: unit.level)
    if isFirst, let isValid = open.last {
      writer.key(isValid ? "annotations" : "errors")
      writer.beginArray()
    }
    writer.beginObject()
    open.append(unit.isValid)
    writer.key("valid")
    writer.boolean(unit.isValid)
    writer.text(unit.keywordLocation, "keywordLocation")
    writer.text(unit.absoluteKeywordLocation, "absoluteKeywordLocation")
    writer.text(instance.description, "instanceLocation")
    if let error { writer.text(error, "error") }
    if let annotation = unit.annotation { write(annotation) }
  }

  /// Closes every unit and returns the line without its line ending.
  mutating func finish() -> [UInt8] {
    close(to: 0)
    return writer.takeBytes()
  }

  /// Closes units until `level` units are open. The list of the last open unit stays open.
  private mutating func close(to level: Int) {
    while open.count > level {
      writer.endObject()
      open.removeLast()
      if open.count > level { writer.endArray() }
    }
  }

  private mutating func write(_ annotation: OutputUnit.Annotation) {
    writer.key("annotation")
    switch annotation {
    case .value(let node):
      // The original text without white space between its tokens.
      var compact = JSONWriter()
      compact.value(node)
      writer.raw(SafeText.json(String(decoding: compact.bytes, as: UTF8.self)).utf8)
    case .all: writer.boolean(true)
    case .position(let position): writer.integer(position)
    case .names(let names):
      writer.beginArray()
      for name in names { writer.safe(name) }
      writer.endArray()
    case .positions(let positions):
      writer.beginArray()
      for position in positions { writer.integer(position) }
      writer.endArray()
    }
  }
}
