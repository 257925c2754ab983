@_spi(Engine) internal import JSONSchema
@_spi(Engine) internal import JSONTape

/// A first look at the queries of one operation, which in traffic are seldom twice the same.
///
/// It is sure of parameters of one plain value: a number or a string without anything encoded.
struct ParameterScreen {
  private struct Parameter {
    let name: [UInt8]
    let root: Int32
    /// Whether the text is the value as JSON has it; otherwise it is a string.
    let isNumber: Bool
    let isRequired: Bool
  }

  private let parameters: [Parameter]
  private let tape = TapeBuffer()

  /// Nil for an operation with query parameters of other kinds.
  init?(_ operation: Operation) {
    var parameters: [Parameter] = []
    for parameter in operation.parameters where parameter.location == .query {
      let types = parameter.shape.types
      let isNumber = types == ["integer"] || types == ["number"]
      guard let root = parameter.root, parameter.style == .form, !parameter.isJSON,
        isNumber || types == ["string"]
      else { return nil }
      parameters.append(
        Parameter(
          name: Array(parameter.name.utf8), root: root, isNumber: isNumber,
          isRequired: parameter.isRequired))
    }
    self.parameters = parameters
  }

  /// Whether nothing is to be said of a query's parameters.
  func accepts(_ query: QueryText, _ judge: inout SchemaJudge) -> Bool {
    for parameter in parameters {
      switch query.field(parameter.name) {
      case .absent where !parameter.isRequired: continue
      case .plain(let value):
        guard accepts(value, parameter, &judge) else { return false }
      case .absent, .unsure: return false
      }
    }
    return true
  }

  private func accepts(
    _ value: QueryText.Text, _ parameter: Parameter, _ judge: inout SchemaJudge
  ) -> Bool {
    let quote = [UInt8(ascii: "\"")]
    let text = parameter.isNumber ? Array(value) : quote + value + quote
    let isParsed: Void? = text.withUnsafeBytes { try? tape.parse($0) }
    return isParsed != nil && judge.isValid(tape.cursor, 0, root: parameter.root)
  }
}

/// The raw query of a URL, in place.
struct QueryText {
  typealias Text = Slice<UnsafeBufferPointer<UInt8>>

  enum Field {
    case absent
    /// There once, with nothing encoded.
    case plain(Text)
    /// There in another way, or hidden by what is encoded.
    case unsure
  }

  private let text: Text

  /// The query of a URL; nil for one with a fragment.
  init?(of url: UnsafeBufferPointer<UInt8>) {
    guard !url.contains(UInt8(ascii: "#")) else { return nil }
    let mark = url.firstIndex(of: UInt8(ascii: "?")) ?? url.endIndex
    text = url[min(mark + 1, url.endIndex)...]
  }

  /// The field with this name.
  func field(_ name: [UInt8]) -> Field { field { $0.elementsEqual(name) } }

  /// The field with a name that is this one when case and separators are folded away.
  func field(folded name: [UInt8]) -> Field {
    field { KeyPolicy.fold(String(decoding: $0, as: UTF8.self)) == name }
  }

  private func field(where isMeant: (Text) -> Bool) -> Field {
    var found: Field = .absent
    var start = text.startIndex
    while start < text.endIndex {
      let end = text[start...].firstIndex(of: UInt8(ascii: "&")) ?? text.endIndex
      let equals = text[start..<end].firstIndex(of: UInt8(ascii: "=")) ?? end
      let name = text[start..<equals]
      guard name.allSatisfy(Self.isPlain) else { return .unsure }
      if isMeant(name) {
        let value = text[min(equals + 1, end)..<end]
        guard case .absent = found, !value.isEmpty, value.allSatisfy(Self.isPlain) else {
          return .unsure
        }
        found = .plain(value)
      }
      start = end + 1
    }
    return found
  }

  /// Unreserved (RFC 3986, section 2.3).
  private static func isPlain(_ byte: UInt8) -> Bool {
    ASCIIByte.isLetter(byte) || ASCIIByte.isDigit(byte) || byte == UInt8(ascii: "-")
      || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "~")
  }
}
