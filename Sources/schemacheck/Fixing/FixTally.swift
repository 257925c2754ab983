@_spi(Engine) import ContractCheck

/// What a run fixed and what it left, in numbers and in words.
struct FixTally {
  private var fixes = 0
  private var files = 0
  private var left: [FixPlan.Reason: Int] = [:]

  mutating func add(_ plan: FixPlanner.Plan) {
    fixes += plan.count
    if plan.count > 0 { files += 1 }
    left.merge(plan.left, uniquingKeysWith: +)
  }

  /// Counts what would have been fixed in a file that cannot be written.
  mutating func addRefused(_ plan: FixPlanner.Plan) {
    left.merge(plan.left, uniquingKeysWith: +)
    left[.refusedFile, default: 0] += plan.count
  }

  /// `3 fixes in 2 files; 4 findings left: 1 unsafe (--unsafe-fixes), 3 without a fix`
  func line(isDone: Bool) -> String {
    let total = left.values.reduce(0, +)
    var line = Plural.count(fixes, "fix", "fixes") + " in " + Plural.count(files, "file", "files")
    line = isDone ? line : "would make \(line)"
    line += "; \(Plural.count(total, "finding", "findings"))\(isDone ? "" : " would be") left"
    let reasons = left.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key.words)" }
    return reasons.isEmpty ? line : "\(line): \(reasons.joined(separator: ", "))"
  }
}

extension FixPlan.Reason {
  /// Why findings are left, behind their number.
  var words: String {
    switch self {
    case .unsafe: "unsafe (--unsafe-fixes)"
    case .notChosen: "of other rules (--only)"
    case .conflictingKeys: "conflicting"
    case .encodedBody: "in base64"
    case .chunkedBody: "in chunks"
    case .declaredLength: "under a Content-Length"
    case .overlap: "in one place with another fix"
    case .refusedFile: "in files that cannot be written"
    case .noFix: "without a fix"
    }
  }

  /// The note line beside the file, if a fix could be expected.
  var note: String? {
    switch self {
    case .conflictingKeys: "two keys stand for one member; remove the wrong one"
    case .encodedBody: "the body is in base64"
    case .chunkedBody: "the body is in chunks, whose sizes would be wrong"
    case .declaredLength: "Content-Length would be wrong"
    case .unsafe, .notChosen, .overlap, .refusedFile, .noFix: nil
    }
  }
}
