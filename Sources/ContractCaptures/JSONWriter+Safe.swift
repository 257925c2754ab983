package import JSONTape

extension JSONWriter {
  package mutating func object(_ name: String? = nil, _ properties: (inout JSONWriter) -> Void) {
    if let name { key(name) }
    beginObject()
    properties(&self)
    endObject()
  }

  package mutating func list(_ name: String, _ elements: (inout JSONWriter) -> Void) {
    key(name)
    beginArray()
    elements(&self)
    endArray()
  }

  /// Writes a string without terminal control characters.
  package mutating func safe(_ value: String) {
    if SafeText.isPlain(value) {
      string(value)
    } else {
      raw(SafeText.json(JSONWriter.quoted(value)).utf8)
    }
  }

  package mutating func text(_ value: String?, _ name: String) {
    key(name)
    if let value { safe(value) } else { null() }
  }

  package mutating func integer(_ value: Int?, _ name: String) {
    key(name)
    if let value { integer(value) } else { null() }
  }

  package mutating func place(_ line: Int, _ column: Int, _ name: String) {
    object(name) {
      $0.integer(line, "line")
      $0.integer(column, "column")
    }
  }
}
