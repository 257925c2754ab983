@_spi(Engine) internal import ContractCaptures
internal import JSONTape

/// Selects the fixes of an input that are made together. For each finding that is not fixed, the
/// plan gives the reason.
///
/// A fix is made completely or not at all. If two fixes overlap, only the first fix is made in this
/// step. The second fix must wait for the next step.
@_spi(Engine)
public struct FixPlan: Sendable {
  /// The kinds of fixes to make.
  public struct Choice: Hashable, Sendable {
    /// Whether to make fixes that may change the meaning.
    public var includesUnsafe: Bool
    /// Whether to fix recorded responses. Usually recorded responses stay as they are, because they
    /// show what the server sent.
    public var includesRecordings: Bool
    /// The ids of the rules whose findings are fixed. Empty for all rules.
    public var rules: Set<String>

    /// Creates a choice from its parts.
    public init(
      includesUnsafe: Bool = false, includesRecordings: Bool = false, rules: Set<String> = []
    ) {
      self.includesUnsafe = includesUnsafe
      self.includesRecordings = includesRecordings
      self.rules = rules
    }
  }

  /// Why a finding is not fixed.
  public enum Reason: Int, CaseIterable, Comparable, Sendable {
    /// The fix may change the meaning, and unsafe fixes were not requested.
    case unsafe
    /// The rule is not one of the chosen rules.
    case notChosen
    /// The finding is in a recorded response, and fixes of recordings were not requested.
    case recording
    /// The finding is in the baseline.
    case baselined
    /// The right name, or another name for the same property, is already present.
    case conflictingKeys
    /// The body is in base64.
    case encodedBody
    /// The body is an array of bytes.
    case byteArray
    /// The body is in a YAML scalar. In a scalar of this style, new text could get another meaning.
    case scalarStyle
    /// The body is compressed.
    case compressedBody
    /// The whole capture is compressed.
    case compressedCapture
    /// The file is in an archive.
    case archive
    /// The body has chunks. After the fix, the sizes of the chunks would be wrong.
    case chunkedBody
    /// After the fix, `Content-Length` would be wrong.
    case declaredLength
    /// The fix overlaps another fix that is made first.
    case overlap
    /// The file cannot be written.
    case refusedFile
    /// The new value would break the rule or the contract.
    case wrongText
    /// The new text would be too long.
    case longText
    /// Only the author can know the intended value.
    case noFix

    /// Compares reasons by their order in reports.
    public static func < (left: Reason, right: Reason) -> Bool { left.rawValue < right.rawValue }
  }

  private struct Candidate {
    let edits: [TextEdit]
    let mark: Int
    let rule: String
    let isInsertion: Bool
  }

  private let choice: Choice
  private var candidates: [Candidate] = []
  /// Identifies findings by their content, because offsets change between passes.
  private var marks: Set<Int> = []
  private var syntaxFaults = 0
  private let previous: FixStep?
  /// The number of findings that should be fixed but still exist, plus the number of findings about
  /// inserted text.
  private var failures = 0
  /// The number of findings.
  public private(set) var findings = 0
  private var leftAside: [Reason: Int] = [:]

  /// Creates an empty plan for a text. `previous` is the step that produced the text.
  public init(_ choice: Choice, after previous: FixStep? = nil) {
    self.choice = choice
    self.previous = previous
  }

  /// Whether the previous step succeeded. If so, the fixed findings no longer exist, the inserted
  /// texts are valid, and there are no new syntax errors.
  public var confirmsPreviousStep: Bool {
    failures == 0 && syntaxFaults <= previous?.syntaxFaults ?? Int.max
  }

  /// Adds the next finding of the input.
  ///
  /// - Parameter isKnown: Whether the finding is in the baseline. Such a finding is not fixed.
  public mutating func add(_ finding: Finding, isKnown: Bool = false) {
    findings += 1
    let mark = Self.mark(finding, at: finding.region.bytes.offset)
    marks.insert(mark)
    if case .text = Rule.named(finding.rule)?.form { syntaxFaults += 1 }
    if let previous, isFailure(finding, of: previous) { failures += 1 }
    let reason = reason(toLeave: finding)
    if isKnown {
      // Hidden findings count only if they can be fixed.
      if reason == nil || reason == .recording { leftAside[.baselined, default: 0] += 1 }
    } else if let reason {
      leftAside[reason, default: 0] += 1
    } else if let fix = finding.fix {
      candidates.append(
        Candidate(
          edits: fix.edits, mark: mark, rule: finding.rule, isInsertion: finding.property != nil))
    }
  }

  /// Counts a finding in another file to which the text refers. Such a finding is not fixed.
  @_spi(Engine) public mutating func leave(_ finding: Finding) {
    if let reason = reason(toLeave: finding) { leftAside[reason, default: 0] += 1 }
  }

  private func isFailure(_ finding: Finding, of step: FixStep) -> Bool {
    switch step.edits.origin(of: finding.region.bytes.offset) {
    case .kept(let offset): return step.made.contains(Self.mark(finding, at: offset))
    case .edit(let index):
      let mark = Self.mark(finding, at: step.edits.edits[index].range.offset)
      return step.made.contains(mark)
        || step.insertions.contains(index) && !step.marks.contains(mark)
    }
  }

  private func reason(toLeave finding: Finding) -> Reason? {
    if let obstacle = finding.fixObstacle { return obstacle }
    guard let fix = finding.fix, !fix.edits.isEmpty else { return .noFix }
    if !choice.rules.isEmpty, !choice.rules.contains(finding.rule) { return .notChosen }
    guard fix.isSafe || choice.includesUnsafe else { return .unsafe }
    let isRecorded = finding.exchange?.isRecorded ?? false
    return isRecorded && !choice.includesRecordings ? .recording : nil
  }

  private static func mark(_ finding: Finding, at offset: Int) -> Int {
    var hasher = Hasher()
    hasher.combine(finding.rule)
    hasher.combine(finding.keyword)
    hasher.combine(finding.property)
    hasher.combine(offset)
    return hasher.finalize()
  }

  /// The number of findings that are not fixed, by reason. The numbers are right only if no other
  /// step follows.
  public var left: [Reason: Int] {
    var left = leftAside
    if !candidates.isEmpty { left[.overlap] = candidates.count }
    return left
  }

  /// The fixes of one step.
  public func step() -> FixStep {
    var step = FixStep(marks: marks, syntaxFaults: syntaxFaults)
    var taken: [TextEdits.Edit] = []
    var end = 0
    var insertions: (offset: Int, texts: Set<String>) = (-1, [])
    let order = candidates.indices.sorted {
      let (left, right) = (candidates[$0].edits[0].range, candidates[$1].edits[0].range)
      return (left.offset, left.length, $0) < (right.offset, right.length, $1)
    }
    for index in order {
      let candidate = candidates[index]
      let first = candidate.edits[0].range
      // If the same text is twice at one place, it is the same fix, or a name that already exists.
      let isRepeated =
        first.length == 0 && first.offset == insertions.offset
        && insertions.texts.contains(candidate.edits[0].text)
      guard !isRepeated, Self.areInOrder(candidate.edits, after: end) else { continue }
      if first.length == 0 {
        if first.offset != insertions.offset { insertions = (first.offset, []) }
        insertions.texts.insert(candidate.edits[0].text)
      }
      for edit in candidate.edits {
        if candidate.isInsertion { step.insertions.insert(taken.count) }
        taken.append(TextEdits.Edit(range: edit.range, text: Array(edit.text.utf8)))
        end = edit.range.end
      }
      step.made.insert(candidate.mark)
      step.rules[candidate.rule, default: 0] += 1
    }
    step.edits = TextEdits(taken) ?? TextEdits()
    return step
  }

  private static func areInOrder(_ edits: [TextEdit], after start: Int) -> Bool {
    var end = start
    for edit in edits {
      guard edit.range.offset >= end, edit.range.length >= 0 else { return false }
      end = edit.range.end
    }
    return true
  }
}

/// Fixes that are made together.
@_spi(Engine)
public struct FixStep: Sendable {
  /// The edits of this step.
  public fileprivate(set) var edits = TextEdits()
  /// The number of fixed findings by rule.
  public fileprivate(set) var rules: [String: Int] = [:]
  fileprivate var insertions: Set<Int> = []
  fileprivate var made: Set<Int> = []
  fileprivate let marks: Set<Int>
  fileprivate let syntaxFaults: Int

  /// The number of fixed findings.
  public var count: Int { rules.values.reduce(0, +) }
}

extension Body {
  /// Why new text cannot be written into the file.
  var obstacle: FixPlan.Reason {
    if isCompressed { return .compressedBody }
    guard pieces.isEmpty else { return .chunkedBody }
    if case .runs(let runs) = map, runs.style == .bytes { return .byteArray }
    return isInRuns ? .scalarStyle : .encodedBody
  }
}
