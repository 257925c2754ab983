@_spi(Engine) internal import ContractCaptures
internal import JSONTape

/// A document that is being drafted. The document has properties in order, and remarks for readers
/// of the YAML.
indirect enum DraftNode {
  case object([DraftProperty])
  case array([DraftNode])
  case string(String)
  /// A text that is not a string: `true`, `0.5`.
  case literal(String)

  static func strings(_ texts: some Sequence<String>) -> DraftNode { .array(texts.map(string)) }
}

struct DraftProperty {
  let name: String
  let value: DraftNode
  /// A remark after the name or value, written after `#`.
  var remark: String?

  init(_ name: String, _ value: DraftNode, remark: String? = nil) {
    self.name = name
    self.value = value
    self.remark = remark
  }

  init(_ name: String, _ text: String, remark: String? = nil) {
    self.init(name, .string(text), remark: remark)
  }
}

extension DraftNode {
  /// Creates a node from a value of a capture.
  init(_ node: JSONNode) {
    switch node.kind {
    case .object:
      self = .object(node.properties.map { DraftProperty($0.name, DraftNode($0.value)) })
    case .array: self = .array(node.elements.map(DraftNode.init))
    case .string: self = .string(node.string ?? "")
    case .null, .boolean, .number: self = .literal(node.text)
    }
  }

  /// The document as JSON, without remarks.
  var json: [UInt8] {
    var writer = JSONWriter(isPretty: true)
    write(&writer)
    writer.endLine()
    return writer.takeBytes()
  }

  private func write(_ writer: inout JSONWriter) {
    switch self {
    case .object(let properties):
      writer.beginObject()
      for property in properties {
        writer.key(property.name)
        property.value.write(&writer)
      }
      writer.endObject()
    case .array(let elements):
      writer.beginArray()
      for element in elements { element.write(&writer) }
      writer.endArray()
    case .string(let text): writer.string(text)
    case .literal(let text): writer.raw(text.utf8)
    }
  }

  /// The document as YAML, indented by two spaces.
  var yaml: [UInt8] {
    var writer = YAMLText()
    writer.write(self, at: 0)
    return Array(writer.text.utf8)
  }

  /// The text on the line of the name, for a scalar or a short list of scalars. Nil for other
  /// values.
  fileprivate var line: String? {
    switch self {
    case .string(let text): YAMLText.scalar(text)
    case .literal(let text): text
    case .object(let properties): properties.isEmpty ? "{}" : nil
    case .array(let elements): Self.flow(elements)
    }
  }

  private static func flow(_ elements: [DraftNode]) -> String? {
    var texts: [String] = []
    for element in elements {
      switch element {
      case .string(let text):
        texts.append(
          text.contains("{") || text.contains("}") ? YAMLText.quoted(text) : YAMLText.scalar(text))
      case .literal(let text): texts.append(text)
      case .object, .array: return nil
      }
    }
    let line = "[" + texts.joined(separator: ", ") + "]"
    return line.utf8.count <= 72 ? line : nil
  }
}

/// Writes YAML 1.2 that older readers read in the same way.
private struct YAMLText {
  private(set) var text = ""

  mutating func write(_ node: DraftNode, at indent: Int, isElement: Bool = false) {
    switch node {
    case .object(let properties) where !properties.isEmpty:
      for (index, property) in properties.enumerated() {
        startLine(indent, isElement: isElement && index == 0)
        write(property, indent)
      }
    case .array(let elements) where !elements.isEmpty:
      for element in elements {
        if let line = element.line {
          startLine(indent, isElement: false)
          text += "- \(line)\n"
        } else {
          write(element, at: indent + 1, isElement: true)
        }
      }
    default: text += (node.line ?? "[]") + "\n"
    }
  }

  private mutating func startLine(_ indent: Int, isElement: Bool) {
    let spaces = String(repeating: "  ", count: indent)
    text += isElement ? spaces.dropLast(2) + "- " : spaces
  }

  private mutating func write(_ property: DraftProperty, _ indent: Int) {
    text += Self.scalar(property.name) + ":"
    let remark = property.remark.map { "  # \($0)" } ?? ""
    if let line = property.value.line {
      text += " \(line)\(remark)\n"
    } else {
      text += "\(remark)\n"
      write(property.value, at: indent + 1)
    }
  }

  /// A scalar without quotes if every reader reads it as a string. Otherwise a scalar with quotes.
  static func scalar(_ text: String) -> String {
    let bytes = Array(text.utf8)
    // No number has two points.
    if bytes.allSatisfy({ ASCIIByte.isDigit($0) || $0 == UInt8(ascii: ".") }),
      text.split(separator: ".", omittingEmptySubsequences: false).filter({ !$0.isEmpty }).count
        == 3
    {
      return text
    }
    guard let first = bytes.first, let last = bytes.last, bytes.count <= 200,
      ASCIIByte.isLetter(first) || "/_$".utf8.contains(first),
      last != UInt8(ascii: " "), last != UInt8(ascii: ":"),
      bytes.allSatisfy({
        ASCIIByte.isLetter($0) || ASCIIByte.isDigit($0) || " _-./{}:+$".utf8.contains($0)
      }),
      !text.contains(": "), !words.contains(ASCIIByte.lowercased(text))
    else { return quoted(text) }
    // A brace inside a text in block style needs no quotes. The names in lists contain no braces.
    return bytes.contains(where: "{}".utf8.contains) && first != UInt8(ascii: "/")
      ? quoted(text) : text
  }

  /// The text in quotes as in JSON, with escapes for characters that YAML forbids or reads as a
  /// line break.
  static func quoted(_ text: String) -> String {
    JSONWriter.quoted(text).unicodeScalars.reduce(into: "") { quoted, scalar in
      switch scalar.value {
      case 0x7F...0x9F, 0x2028, 0x2029, 0xFEFF, 0xFFFE, 0xFFFF:
        let digits = String(scalar.value, radix: 16, uppercase: true)
        quoted += "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
      default: quoted.unicodeScalars.append(scalar)
      }
    }
  }

  /// Words that some reader reads as a truth value, null or a number.
  private static let words: Set<String> = [
    "y", "n", "yes", "no", "on", "off", "true", "false", "null",
  ]
}
