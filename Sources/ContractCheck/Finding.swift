@_spi(Engine) public import ContractCaptures
public import JSONTape

/// One mistake at one place.
///
/// A finding owns everything that a report shows. The frame of a finding is cut and masked when the
/// finding is made. So reports never read the bytes of an exchange.
public struct Finding: Hashable, Sendable {
  /// The rule's id, such as `coordinate-names`.
  public var rule: String
  /// The severity, which the contract may set.
  public var severity: Severity
  /// The JSON Schema keyword that failed. Nil if no keyword failed.
  public var keyword: String?
  /// The problem in one line: "coordinate is named `latitude`; this API says `lat`".
  public var message: String
  /// The hint beside the marked text: "rename to `lat`". The hint may be empty.
  public var label: String
  /// Why the problem matters: "the app decodes `lat`; a place with another name has no position".
  public var why: String?
  /// The input's name, as reports show it.
  public var file: String
  /// The place in the input.
  public var region: Region
  /// The place in the decoded body, if the body is in base64 in the input.
  public var decoded: TextPosition?
  /// The exchange. Nil for a bare body, and for a finding about a whole file.
  public var exchange: ExchangeReference?
  /// The pointer to the wrong value in the body. If a property is missing, this is the pointer to
  /// the object that should have the property.
  public var instance: JSONPointer
  /// The missing property's name.
  public var property: String?
  /// The key that most likely stands for the missing property. The message also names it.
  package var lookalike: String?
  /// The missing property that the unlisted property probably means. The message also names it.
  package var near: String?
  /// Whether the finding is about a property that the schema does not list.
  package var isUnlisted = false
  /// The effects of the value in the apps that the contract names.
  package var effects: [ClientEffect] = []
  /// The effect of the value in each app that the contract lists: `decodes`, `changes` or
  /// `refuses`.
  public var clients: [String: String] {
    Dictionary(effects.map { ($0.client, $0.word) }) { first, _ in first }
  }
  /// The operations that a contract's change affects. Such a finding has no exchange.
  package var operations: [String] = []
  /// The branch with the finding, as the end of its message.
  package var branchNote = ""
  /// The kind of error without the value, for fingerprints. Examples are a type or the form of a
  /// date.
  package var shape = ""
  /// The schema in the contract that the value does not match: `#/components/schemas/User`.
  public var schema: String?
  /// The contract's name.
  public var contract: String?
  /// The place in the contract. Nil if the finding comes only from a rule.
  public var contractPlace: ContractPlace?
  /// The line to show. Nil if there is no line, for example for a URL or a media type.
  public var frame: CodeFrame?
  /// Whether the frame's line number counts lines of the decoded body. If not, it counts lines of
  /// the file.
  package internal(set) var frameCountsBody = false
  /// The fix. Nil if only the author can know the right value.
  public var fix: Fix?
  /// Why a fix that is known cannot be made in the file.
  @_spi(Engine) public var fixObstacle: FixPlan.Reason?

  /// The place and the message of a part that was not checked: `users.json:1:9: …`.
  @_spi(Engine) public var unchecked: String {
    "\(file):\(region.start.line):\(region.start.column): \(message)"
  }

  /// Creates a finding from its parts.
  public init(
    rule: String, severity: Severity, keyword: String? = nil, message: String,
    label: String = "", why: String? = nil, file: String, region: Region,
    decoded: TextPosition? = nil, exchange: ExchangeReference? = nil,
    instance: JSONPointer = JSONPointer(), property: String? = nil, schema: String? = nil,
    contract: String? = nil, frame: CodeFrame? = nil, fix: Fix? = nil
  ) {
    self.rule = rule
    self.severity = severity
    self.keyword = keyword
    self.message = message
    self.label = label
    self.why = why
    self.file = file
    self.region = region
    self.decoded = decoded
    self.exchange = exchange
    self.instance = instance
    self.property = property
    self.schema = schema
    self.contract = contract
    self.frame = frame
    self.fix = fix
  }

  package var possibleFix: Fix? { fixObstacle == nil ? fix : nil }

  /// Compares two findings of one file by their order in reports: by byte, then by rule, then by
  /// the other properties. So the output does not depend on the order of the checks. Do not compare
  /// findings of several files: reports list files in the order in which they were read.
  public static func inReportOrder(_ left: Finding, _ right: Finding) -> Bool {
    if left.region.bytes.offset != right.region.bytes.offset {
      return left.region.bytes.offset < right.region.bytes.offset
    }
    if left.rule != right.rule { return left.rule < right.rule }
    if left.instance != right.instance {
      return left.instance.description < right.instance.description
    }
    if left.property != right.property { return left.property ?? "" < right.property ?? "" }
    if left.keyword != right.keyword { return left.keyword ?? "" < right.keyword ?? "" }
    return left.message < right.message
  }
}

/// The exchange that a finding is about. The reference contains no secrets: they are masked in
/// `url`.
public struct ExchangeReference: Hashable, Sendable {
  /// The position among the file's entries or lines. The first position is 0.
  package var index: Int
  /// The method as captured: `GET`.
  package var method: String?
  /// The URL as captured, redacted.
  package var url: String?
  /// The status; nil if no response is known.
  package var status: Int?
  /// The operation's method and path template, such as `GET /api/v1/locations/friends`.
  package var operation: String?
  /// The message with the finding.
  package var part: Exchange.Part
  /// The unit; nil for a file with a single exchange.
  package var unit: Exchange.Unit?
  /// The capture's own id of the exchange. The id stays the same if the exchange moves.
  package var id: String?
  /// The time of the exchange; nil if the capture does not contain it.
  package var time: Timestamp?
  /// The value that splits counts; nil without a split.
  package var split: String?
  /// The position of the item, if the body is a sequence of items.
  package internal(set) var item: Int?
  /// Whether the exchange is recorded traffic, not a bare body or a test fixture.
  @_spi(Engine) public internal(set) var isRecorded = false

  /// Creates a reference from its parts.
  package init(
    index: Int, method: String? = nil, url: String? = nil, status: Int? = nil,
    operation: String? = nil, part: Exchange.Part = .response, unit: Exchange.Unit? = nil,
    id: String? = nil, time: Timestamp? = nil
  ) {
    self.index = index
    self.method = method
    self.url = url
    self.status = status
    self.operation = operation
    self.part = part
    self.unit = unit
    self.id = id
    self.time = time
  }
}

/// How a finding can be fixed in its input.
public struct Fix: Hashable, Sendable {
  /// The effect of the edits: "rename to `lat`".
  public var title: String
  /// The edits of the input, in order. Two edits never overlap.
  public var edits: [TextEdit]
  /// Whether the fixed value surely has the same meaning as before.
  public var isSafe: Bool

  /// Creates a fix from its parts.
  public init(title: String, edits: [TextEdit], isSafe: Bool) {
    self.title = title
    self.edits = edits
    self.isSafe = isSafe
  }
}

/// The replacement of a range of an input.
public struct TextEdit: Hashable, Sendable {
  /// The bytes of the input to replace. If the length is 0, the new text is inserted.
  public var range: ByteRange
  /// The new text.
  public var text: String
  /// The same range in lines and columns. Nil if the range is not known.
  public var region: Region?

  /// Creates an edit from its parts.
  public init(range: ByteRange, text: String, region: Region? = nil) {
    self.range = range
    self.text = text
    self.region = region
  }
}

extension Finding {
  /// The operation. If it is not known, the path of the request.
  package var request: String? { exchange?.request }
}

extension ExchangeReference {
  /// The status as the end of a text: ` → 200`. Empty if the status is not known.
  package var result: String {
    status.map { $0 == 0 ? " → no response" : " → \($0)" } ?? ""
  }

  /// The operation. If it is not known, the path of the request.
  package var request: String? {
    if let operation { return operation }
    let parts = [method, url.map(Self.path)].compactMap { $0 }
    return parts.isEmpty ? nil : parts.joined(separator: " ")
  }

  private static func path(of url: String) -> String {
    var rest = url[...]
    // A log may tell the host and not the scheme: `//host/path`.
    let colon = url.firstIndex(of: ":")
    let start = url.hasPrefix("//") ? url.startIndex : colon.map(url.index(after:))
    if let start, rest[start...].hasPrefix("//") {
      rest = rest[rest.index(start, offsetBy: 2)...].drop { $0 != "/" && $0 != "?" && $0 != "#" }
    }
    let path = rest.prefix { $0 != "?" && $0 != "#" }
    return path.isEmpty ? "/" : String(path)
  }
}
