@_spi(Engine) public import ContractCaptures
public import JSONTape

/// One mistake at one place.
///
/// A finding owns everything that a report shows: its frame is cut and redacted when the finding is
/// made, and reports never see the bytes of an exchange.
public struct Finding: Hashable, Sendable {
  /// The rule's id, `coordinate-names`.
  public var rule: String
  /// The severity that the contract sets.
  public var severity: Severity
  /// The JSON Schema keyword that failed, where one did.
  public var keyword: String?
  /// What is wrong, in one line: "coordinate is named `latitude`; this API says `lat`".
  public var message: String
  /// What to do, beside the carets: "rename to `lat`". May be empty.
  public var label: String
  /// Why it matters here: "iOS decodes `lat`; under another name the place has no position".
  public var why: String?
  /// The input's name as it is shown.
  public var file: String
  /// The place in the input.
  public var region: Region
  /// The place in the decoded body, for a body that the input holds in base64.
  public var decoded: TextPosition?
  /// Nil for a finding about a whole file and for a bare body.
  public var exchange: ExchangeReference?
  /// The wrong value within the body; for an absent member, the object that should hold it.
  public var instance: JSONPointer
  /// The absent member's name.
  public var member: String?
  /// The key that most likely replaces the absent member; the message names it, too.
  package var lookalike: String?
  /// The absent member that an unlisted one is probably meant to be; the message names it, too.
  package var near: String?
  /// Whether the finding is about a member that the schema does not list.
  package var isUnlisted = false
  /// What becomes of the value in the apps that the contract names.
  package var effects: [ClientEffect] = []
  /// What becomes of the value, by the apps that the contract names: `decodes`, `changes` or `refuses`.
  public var clients: [String: String] {
    Dictionary(effects.map { ($0.client, $0.word) }) { first, _ in first }
  }
  /// The operations that a change of a contract touches; such a finding has no exchange.
  package var operations: [String] = []
  /// Which branch of several the finding is in, as the end of its message.
  package var branchNote = ""
  /// The kind of error without the value (a type, the form of a date), for fingerprints.
  package var shape = ""
  /// The place of the broken rule in the contract: `#/components/schemas/User`.
  public var schema: String?
  /// The contract's name.
  public var contract: String?
  /// The place in the contract; nil if the finding comes only from a rule.
  public var contractPlace: ContractPlace?
  /// Nil where there is no line to show, as for a URL or a media type.
  public var frame: CodeFrame?
  /// Whether the frame's line number counts lines of the decoded body, not of the file.
  package internal(set) var frameCountsBody = false
  /// Nil where only the author knows what was meant.
  public var fix: Fix?
  /// Why the fix cannot be made in the file although it is known.
  @_spi(Engine) public var fixObstacle: FixPlan.Reason?

  /// The place and the message, for what was not checked: `users.json:1:9: …`.
  @_spi(Engine) public var unchecked: String {
    "\(file):\(region.start.line):\(region.start.column): \(message)"
  }

  /// A finding by its parts.
  public init(
    rule: String, severity: Severity, keyword: String? = nil, message: String,
    label: String = "", why: String? = nil, file: String, region: Region,
    decoded: TextPosition? = nil, exchange: ExchangeReference? = nil,
    instance: JSONPointer = JSONPointer(), member: String? = nil, schema: String? = nil,
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
    self.member = member
    self.schema = schema
    self.contract = contract
    self.frame = frame
    self.fix = fix
  }

  package var possibleFix: Fix? { fixObstacle == nil ? fix : nil }

  /// The order of reports: by byte, then rule, then the rest, so that output does not depend on the
  /// order of checking. Sort the findings of one file only; files keep the order they were read in.
  public static func inReportOrder(_ left: Finding, _ right: Finding) -> Bool {
    if left.region.bytes.offset != right.region.bytes.offset {
      return left.region.bytes.offset < right.region.bytes.offset
    }
    if left.rule != right.rule { return left.rule < right.rule }
    if left.instance != right.instance {
      return left.instance.description < right.instance.description
    }
    if left.member != right.member { return left.member ?? "" < right.member ?? "" }
    if left.keyword != right.keyword { return left.keyword ?? "" < right.keyword ?? "" }
    return left.message < right.message
  }
}

/// The exchange that a finding is about. It holds no secrets: `url` went through `URLRedaction`.
public struct ExchangeReference: Hashable, Sendable {
  /// The place among the file's entries or lines, from 0.
  package var index: Int
  /// As captured: `GET`.
  package var method: String?
  /// As captured, redacted.
  package var url: String?
  /// Nil where no response is known.
  package var status: Int?
  /// Method and path template, `GET /api/v1/locations/friends`.
  package var operation: String?
  /// The message that the finding is in.
  package var part: Exchange.Part
  /// Nil for a file that holds a single exchange.
  package var unit: Exchange.Unit?
  /// The capture's own id of the exchange; it stays the same when the exchange moves.
  package var id: String?
  /// When it happened; nil where the capture does not tell.
  package var time: Timestamp?
  /// The value that counts are split by; nil where they are not.
  package var split: String?
  /// The position of the item, where the body is a sequence of items.
  package internal(set) var item: Int?
  /// Whether it is in recorded traffic, not in a bare body or a fixture of tests.
  @_spi(Engine) public internal(set) var isRecorded = false

  /// A reference by its parts.
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
  /// What the edits do: "rename to `lat`".
  public var title: String
  /// Edits of the input, in order, none overlapping another.
  public var edits: [TextEdit]
  /// Whether the fixed value certainly means the same as before.
  public var isSafe: Bool

  /// A fix by its parts.
  public init(title: String, edits: [TextEdit], isSafe: Bool) {
    self.title = title
    self.edits = edits
    self.isSafe = isSafe
  }
}

/// The replacement of a range of an input.
public struct TextEdit: Hashable, Sendable {
  /// The bytes of the input to replace; of length 0 to insert.
  public var range: ByteRange
  /// What to put there.
  public var text: String
  /// The same range in lines and columns, where it is known.
  public var region: Region?

  /// An edit by its parts.
  public init(range: ByteRange, text: String, region: Region? = nil) {
    self.range = range
    self.text = text
    self.region = region
  }
}

extension Finding {
  /// The operation, or else the requested path.
  package var request: String? { exchange?.request }
}

extension ExchangeReference {
  /// The operation, or else the requested path.
  package var request: String? {
    if let operation { return operation }
    let parts = [method, url.map(Self.path)].compactMap { $0 }
    return parts.isEmpty ? nil : parts.joined(separator: " ")
  }

  private static func path(of url: String) -> String {
    var rest = url[...]
    if let colon = rest.firstIndex(of: ":"), rest[colon...].hasPrefix("://") {
      rest = rest[rest.index(colon, offsetBy: 3)...].drop { $0 != "/" && $0 != "?" && $0 != "#" }
    }
    let path = rest.prefix { $0 != "?" && $0 != "#" }
    return path.isEmpty ? "/" : String(path)
  }
}
