@_spi(Engine) import ContractCheck
import ContractRuns

struct FixTally {
  private var fixes = 0
  private var files = 0
  private var left: [FixPlan.Reason: Int] = [:]
  /// The number of inputs with a fix that is not made because it is in a server's response.
  private var recordings = 0
  /// The number of fixes that are not made because their findings are in the baseline.
  private var known = 0

  mutating func add(_ plan: FixPlanner.Plan) {
    fixes += plan.count
    if plan.count > 0 { files += 1 }
    addLeft(plan)
  }

  /// Counts the fixes of a file that cannot be written.
  mutating func addRefused(_ plan: FixPlanner.Plan) {
    addLeft(plan)
    left[.refusedFile, default: 0] += plan.count
  }

  private mutating func addLeft(_ plan: FixPlanner.Plan) {
    var counts = plan.left
    // `check` hides these findings, so they do not count among the remaining findings.
    known += counts.removeValue(forKey: .baselined) ?? 0
    if counts[.recording] != nil { recordings += 1 }
    left.merge(counts, uniquingKeysWith: +)
  }

  /// The summary: `3 fixes in 2 files; 4 findings left: 1 unsafe (--unsafe-fixes), 3 without a fix`
  func line(isDone: Bool) -> String {
    let total = left.values.reduce(0, +)
    var line = Plural.count(fixes, "fix", "fixes") + " in " + Plural.count(files, "file", "files")
    line = isDone ? line : "would make \(line)"
    line += "; \(Plural.count(total, "finding", "findings"))\(isDone ? "" : " would be") left"
    let reasons = left.sorted { $0.key < $1.key }.map { reason, count in
      let words =
        reason == .recording
        ? "in \(Plural.count(recordings, "recording")) (--recordings)" : reason.texts.words
      return "\(count) \(words)"
    }
    if !reasons.isEmpty { line += ": \(reasons.joined(separator: ", "))" }
    if known > 0 {
      line += "; \(Plural.count(known, "finding")) in the baseline not fixed (--baselined)"
    }
    return line
  }
}

extension FixPlan.Reason {
  /// The words after the number in the summary, and a note for the file if the user may expect a
  /// fix.
  var texts: (words: String, note: String?) {
    switch self {
    case .unsafe: ("unsafe (--unsafe-fixes)", nil)
    case .notChosen: ("of other rules (--only)", nil)
    case .recording: ("in recordings", nil)
    case .baselined: ("in the baseline", nil)
    case .conflictingKeys:
      ("conflicting", "two names mean the same property; remove the wrong name")
    case .encodedBody: ("in base64", "the body is in base64")
    case .byteArray: ("in arrays of bytes", "the body is an array of bytes")
    case .scalarStyle:
      (
        "in YAML text that cannot be edited in place",
        "the body is in plain or folded YAML text, or the fixed body would need a line break in "
          + "quotes"
      )
    case .compressedBody: ("in compressed bodies", "the body is compressed")
    case .compressedCapture:
      ("in compressed captures", "a compressed capture is never rewritten; decompress it")
    case .archive: ("in archives", nil)
    case .chunkedBody:
      (
        "in chunks",
        "the body is in chunks, and after a fix, the sizes of the chunks would be wrong"
      )
    case .declaredLength:
      (
        "under a Content-Length",
        "after a fix, the Content-Length would be "
          + "wrong"
      )
    case .overlap: ("at the same place as another fix", "run `fix` again")
    case .refusedFile: ("in files that cannot be written", nil)
    case .wrongText:
      (
        "whose fix would be wrong",
        "the new value would break the rule or the contract; write the right value by hand"
      )
    case .longText:
      (
        "whose fix would be too long",
        "the new text would have more than \(ValueTemplate.longest) bytes; write the right value "
          + "by hand"
      )
    case .noFix: ("without a fix", nil)
    }
  }
}
