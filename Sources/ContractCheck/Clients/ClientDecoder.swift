@_spi(Engine) internal import ContractCaptures
package import JSONTape

/// A decoder of client apps. A file describes the decoder as data. It is a file in
/// `schemas/clients/`, or the user's own file.
package final class ClientDecoder: Sendable {
  /// A number type of the language, and its range.
  struct NumberType: Hashable, Sendable {
    enum Holds: Hashable, Sendable {
      case whole(ClosedRange<WholeNumber>?)
      case binary32, binary64
      /// Numbers with 38 digits and an exponent of one signed byte.
      case decimal
      case exact
      /// Integers of any size.
      case big
      /// Integers of any size, without a point or an exponent.
      case digits
      /// Integers within these bounds, and Doubles.
      case mixed(ClosedRange<WholeNumber>?)
    }

    let name: String
    let holds: Holds
    /// The outcome for a number outside the range. Nil stands for the table's outcome.
    var past: String?
    /// Whether numbers with a sign, a point or an exponent are refused.
    var takesOnlyDigits = false
  }

  /// How a string is read.
  enum TextType: String, Sendable { case text, date, uuid, url, data }

  struct Option: Sendable {
    let name: String
    let standard: String
    let values: [String]
    /// The changes of the table by the option's values.
    let changes: [String: JSONNode]
  }

  /// The facts of the table, with the changes by options.
  struct Table: Hashable, Sendable {
    var outcomes: [ClientFact: ClientOutcome] = [:]
    var integers: [String: NumberType] = [:]
    var numbers: [String: NumberType] = [:]
    var any = NumberType(name: "", holds: .exact)
  }

  package let name: String
  package let language: String
  package let about: String
  /// The versions with which the facts were tested.
  package let run: String
  package let source: String
  package let versions: String?
  let table: Table
  let texts: [String: TextType]
  let dates: String
  let options: [Option]
  /// The facts that were read in documentation or source, not tested.
  let read: Set<ClientFact>

  /// - Throws: ``ContractError`` if the file is incomplete or contains an entry twice.
  package init(_ node: JSONNode, file: String) throws(ContractError) {
    func text(_ name: String) throws(ContractError) -> String {
      guard let text = node[name]?.string else {
        throw ContractError(
          "a decoder needs `\(name)`, which must be a string", contract: file, node: node)
      }
      return text
    }
    name = try text("name")
    language = try text("language")
    about = try text("about")
    run = try text("run")
    source = try text("source")
    versions = node["versions"]?.string
    dates = try text("dates")
    var table = Table()
    try table.apply(node, file)
    let missing = ClientFact.allCases.filter { table.outcomes[$0] == nil }
    guard missing.isEmpty else {
      let names = missing.map { "`\($0.rawValue)`" }.joined(separator: ", ")
      throw ContractError("the decoder has no entry for \(names)", contract: file, node: node)
    }
    guard table.integers[""] != nil, table.numbers[""] != nil else {
      throw ContractError(
        "`integers` and `numbers` need an entry `\"\"` for places without a format",
        contract: file, node: node)
    }
    self.table = table
    read = Set(node.elements(of: "read").compactMap { ClientFact(rawValue: $0.string ?? "") })
    var texts: [String: TextType] = [:]
    for property in node.properties(of: "texts") {
      texts[property.name] = TextType(rawValue: property.value.string ?? "")
    }
    self.texts = texts
    var options: [Option] = []
    for property in node.properties(of: "options") {
      let values = property.value.elements(of: "values").map(Self.word)
      guard let standard = property.value["default"].map(Self.word), values.contains(standard)
      else {
        throw ContractError(
          "an option needs `values`, and a `default` that is one of these values", contract: file,
          node: property.value)
      }
      var changes: [String: JSONNode] = [:]
      for value in values { changes[value] = property.value[value] }
      options.append(
        Option(name: property.name, standard: standard, values: values, changes: changes))
    }
    self.options = options
  }

  /// The value of an option as a word.
  static func word(_ node: JSONNode) -> String {
    node.string ?? node.bool.map { $0 ? "true" : "false" } ?? node.text
  }
}

extension ClientDecoder {
  /// A title such as `Gson: JSON in Java`.
  package var title: String { "\(name): \(about), in \(language)" }

  /// The table for readers: one row with each fact and its outcome.
  package var rows: [[String]] {
    var rows = [["run with", run], ["source", source]]
    if let versions { rows.append(["by version", versions]) }
    for (format, type) in table.integers.sorted(by: { $0.key < $1.key }) {
      rows.append([format.isEmpty ? "integers" : "  format \(format)", type.name])
    }
    for (format, type) in table.numbers.sorted(by: { $0.key < $1.key }) {
      rows.append([format.isEmpty ? "numbers" : "  format \(format)", type.name])
    }
    for fact in ClientFact.allCases {
      let outcome = table[fact]
      var text = outcome.word
      if case .changes(let change) = outcome { text += ": the app has \(change)" }
      if read.contains(fact) { text += " (from the source code, not from a run)" }
      rows.append([fact.rawValue.replacing("-", with: " "), text])
    }
    for option in options {
      rows.append([
        "option \(option.name)",
        option.values.map { $0 == option.standard ? "\($0) (default)" : $0 }.joined(
          separator: ", "),
      ])
    }
    return rows
  }
}

extension ClientDecoder.Table {
  /// Reads a table. Its entries replace earlier entries.
  mutating func apply(_ node: JSONNode, _ file: String) throws(ContractError) {
    func fact(_ name: String?, _ node: JSONNode) throws(ContractError) -> ClientFact {
      if let fact = ClientFact.named[name ?? ""] { return fact }
      throw ContractError(
        "there is no fact `\(SafeText.line(name ?? node.text))`"
          + NearestName.suggestion(for: name ?? "", among: ClientFact.allCases.map(\.rawValue)),
        contract: file, node: node)
    }
    for (word, outcome) in [("decodes", ClientOutcome.decodes), ("refuses", .refuses)] {
      for element in node.elements(of: word) {
        outcomes[try fact(element.string, element)] = outcome
      }
    }
    for property in node.properties(of: "changes") {
      outcomes[try fact(property.name, property.key)] = .changes(property.value.string ?? "")
    }
    for property in node.properties(of: "integers") {
      integers[property.name] = try Self.type(property.value, file)
    }
    for property in node.properties(of: "numbers") {
      numbers[property.name] = try Self.type(property.value, file)
    }
    if let type = node["any"] { any = try Self.type(type, file) }
  }

  private static func type(
    _ node: JSONNode, _ file: String
  ) throws(ContractError) -> ClientDecoder.NumberType {
    let words = node.kind == .array ? node.elements.compactMap(\.string) : []
    guard words.count == node.count, 2...3 ~= words.count,
      let holds = ClientDecoder.NumberType.Holds(words[1])
    else {
      throw ContractError(
        "a type must be an array: its name, the numbers that it can hold, and the outcome for "
          + "other numbers",
        contract: file, node: node)
    }
    return ClientDecoder.NumberType(
      name: words[0], holds: holds, past: words.count > 2 ? words[2] : nil,
      takesOnlyDigits: words[1].hasSuffix(" in digits"))
  }
}

extension ClientDecoder.NumberType.Holds {
  /// The bounds of the integers of each format.
  static let integers: [String: ClosedRange<WholeNumber>?] = [
    "int8": -128...127, "int16": -32768...32767, "int32": -2_147_483_648...2_147_483_647,
    "int64": WholeNumber(Int64.min)...WholeNumber(Int64.max), "uint8": 0...255,
    "uint16": 0...65535, "uint32": 0...4_294_967_295,
    "uint64": 0...WholeNumber(magnitude: .max),
    "safe": -9_007_199_254_740_991...9_007_199_254_740_991, "usafe": 0...9_007_199_254_740_991,
    "whole": nil,
  ]

  init?(_ word: String) {
    switch word {
    case "binary32": self = .binary32
    case "binary64": self = .binary64
    case "decimal": self = .decimal
    case "exact": self = .exact
    case "big": self = .big
    case "digits": self = .digits
    default:
      let name = word.split(separator: " ").first.map(String.init) ?? ""
      guard let range = Self.integers[name] else { return nil }
      self = word.hasSuffix(" or binary64") ? .mixed(range) : .whole(range)
    }
  }
}

extension JSONNode {
  fileprivate func properties(of name: String) -> [JSONProperty] {
    self[name].map { Array($0.properties) } ?? []
  }

  fileprivate func elements(of name: String) -> [JSONNode] {
    self[name].map { Array($0.elements) } ?? []
  }
}
