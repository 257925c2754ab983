@_spi(Engine) internal import ContractCheck
@_spi(Engine) internal import ContractCaptures
public import JSONTape

/// The known findings of a project. Findings are identified by their content, not by their place.
///
/// All findings with the same `Finding.fingerprint` are one entry. The number of findings of an
/// entry does not matter, because it depends on the length of captured lists. The number of entries
/// should never grow.
public struct Baseline: Hashable, Sendable {
  /// A known finding.
  public struct Entry: Hashable, Sendable {
    /// The finding's `Finding.fingerprint`.
    public var fingerprint: String
    /// The id of the finding's rule.
    public var rule: String
    /// The method and the path template, if the finding has an operation.
    public var operation: String?
    /// The place in the body, with `*` for array indexes and ids. If a property is missing, the
    /// place ends with the property's name.
    public var pointer: String
    /// The message of the first finding.
    public var message: String
    /// The number of findings when the baseline was written. This number is only for information.
    public var count: Int
    /// The position in the file. Nil for a new entry.
    public var position: TextPosition?
  }

  /// The entries in the order of the file.
  public private(set) var entries: [Entry]
  private var indexes: [String: Int] = [:]

  /// Creates a baseline from entries. After a merge, several entries may have the same fingerprint.
  /// Then only the first entry is used.
  public init(_ entries: [Entry] = []) {
    var seen: Set<String> = []
    self.entries = entries.filter { seen.insert($0.fingerprint).inserted }
      .sorted {
        ($0.rule, $0.operation ?? "", $0.pointer, $0.fingerprint)
          < ($1.rule, $1.operation ?? "", $1.pointer, $1.fingerprint)
      }
    for (index, entry) in self.entries.enumerated() { indexes[entry.fingerprint] = index }
  }

  /// The number of entries, and the number of findings that the entries stood for.
  package var size: String {
    let findings = entries.reduce(0) { Summary.sum($0, $1.count) }
    return "\(Plural.count(entries.count, "entry", "entries")) for "
      + Plural.count(findings, "finding")
  }

  /// Whether the baseline contains a fingerprint.
  public func knows(_ fingerprint: String) -> Bool { indexes[fingerprint] != nil }

  /// The number of findings with this fingerprint when the baseline was written.
  package func count(of fingerprint: String) -> Int? {
    indexes[fingerprint].map { entries[$0].count }
  }
}

extension Baseline.Entry {
  init(_ finding: Finding, count: Int) {
    var place = finding.instance.pattern
    if let property = finding.property { place = place.appending(property) }
    self.init(
      fingerprint: finding.fingerprint, rule: finding.rule, operation: finding.exchange?.operation,
      pointer: place.description, message: finding.message, count: count)
  }
}

extension Baseline {
  /// The file's usual name.
  public static let fileName = ".schemacheck-baseline.json"

  private static let version = 1

  /// The baseline as the text of a file. The text is JSON with one entry on each line, so that
  /// version control can merge the file.
  public var json: String {
    var text = "{\"schemacheckBaseline\": \(Self.version), \"findings\": [\n"
    for (index, entry) in entries.enumerated() {
      var writer = JSONWriter()
      writer.object {
        $0.text(entry.rule, "rule")
        if let operation = entry.operation { $0.text(operation, "operation") }
        $0.text(entry.pointer, "pointer")
        $0.text(entry.message, "message")
        $0.text(entry.fingerprint, "fingerprint")
        $0.integer(entry.count, "count")
      }
      text += "  \(String(decoding: writer.bytes, as: UTF8.self))"
      text += index == entries.count - 1 ? "\n" : ",\n"
    }
    return text + "]}\n"
  }

  /// Reads a text that ``json`` wrote, and that somebody may have merged or edited. `name` is the
  /// file's name in errors.
  ///
  /// - Throws: ``ConfigurationError`` with the place of the first error.
  public init(_ bytes: some Collection<UInt8>, name: String) throws(ConfigurationError) {
    let reader = try ConfigurationReader(bytes, file: name)
    let root = reader.root
    let properties = try reader.properties(
      of: root, "a baseline", known: ["schemacheckBaseline", "findings"])
    guard let version = root["schemacheckBaseline"] else {
      throw reader.error("this is not a baseline: `schemacheckBaseline` is missing", root)
    }
    guard version.int == Self.version else {
      throw reader.error("the version of a baseline must be \(Self.version)", version)
    }
    var entries: [Entry] = []
    for (name, node) in properties where name == "findings" {
      entries += try reader.elements(node, name, of: "objects").map {
        (element) throws(ConfigurationError) in try Self.entry(element, reader)
      }
    }
    self.init(entries)
  }

  private static func entry(
    _ node: JSONNode, _ reader: ConfigurationReader
  ) throws(ConfigurationError) -> Entry {
    let known = ["rule", "operation", "pointer", "message", "fingerprint", "count"]
    var texts: [String: String] = [:]
    var count = 1
    for (name, value) in try reader.properties(of: node, "a finding", known: known) {
      if name == "count" {
        guard let number = value.int, number > 0 else {
          throw reader.error("`count` must be a whole number of at least 1", value)
        }
        count = number
      } else {
        guard let text = value.string else {
          throw reader.error("`\(name)` must be a string", value)
        }
        texts[name] = text
      }
    }
    guard let fingerprint = texts["fingerprint"], isFingerprint(fingerprint) else {
      throw reader.error(
        "a finding needs a `fingerprint` of 32 hexadecimal digits", node["fingerprint"] ?? node)
    }
    return Entry(
      fingerprint: fingerprint, rule: texts["rule"] ?? "", operation: texts["operation"],
      pointer: texts["pointer"] ?? "", message: texts["message"] ?? "", count: count,
      position: reader.place(node))
  }

  private static func isFingerprint(_ text: String) -> Bool {
    text.utf8.count == 32
      && text.utf8.allSatisfy { ASCIIByte.isDigit($0) || (0x61...0x66).contains($0) }
  }
}
