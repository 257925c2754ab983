@_spi(Engine) package import ContractReports
@_spi(Engine) internal import ContractCheck
internal import JSONTape

/// The baseline of a run, and how the run may change it.
package struct BaselineFile {
  let path: InputPath
  /// The baseline. Nil if the file does not exist yet.
  let baseline: Baseline?
  let isUpdated: Bool
  let growth: FindingFilter.Growth
  /// Whether stale entries fail the run.
  let isStrict: Bool
  /// Whether the run fails if there are more known findings than the baseline records.
  let failsOnGrowth: Bool

  /// Reads the baseline. Nil if the options name no baseline.
  ///
  /// - Parameter creator: The command that creates the file, as a text.
  init?(_ options: RunOptions, creator: String) throws(RunError) {
    guard let path = options.baseline else { return nil }
    self.path = path
    isUpdated = options.updatesBaseline
    growth = options.growsBaseline ? .allowed : .refused
    isStrict = options.isBaselineStrict
    failsOnGrowth = options.failsOnGrowth
    guard path.exists else {
      guard growth == .allowed else {
        throw RunError(
          "\(path.text): the baseline does not exist; \(creator) creates it")
      }
      baseline = nil
      return
    }
    baseline = try Self.read(path)
  }

  package static func read(_ path: InputPath) throws(RunError) -> Baseline {
    let bytes = try InputFile(path).readAll()
    do {
      return try Baseline(bytes, name: path.text)
    } catch {
      throw RunError(error.description)
    }
  }

  /// The place of an entry: `FILE:LINE:COLUMN`.
  func place(of entry: Baseline.Entry) -> String {
    path.text + (entry.position.map { ":\($0.line):\($0.column)" } ?? "")
  }

  /// The rule, the operation and the place of an entry.
  static func words(_ entry: Baseline.Entry) -> String {
    [entry.rule, entry.operation ?? "", entry.pointer].filter { !$0.isEmpty }
      .joined(separator: "  ")
  }

  /// - Parameter write: Writes the file.
  func update(
    _ new: Baseline, write: ([UInt8], InputPath) throws(RunError) -> Void
  ) throws(RunError) -> String {
    let old = baseline ?? Baseline()
    let added = new.entries.count { !old.knows($0.fingerprint) }
    let removed = old.entries.count { !new.knows($0.fingerprint) }
    let recounted = new.entries.count { entry in
      old.count(of: entry.fingerprint).map { $0 != entry.count } ?? false
    }
    if baseline != nil, added == 0, removed == 0, recounted == 0 {
      return "\(path.text) is unchanged: \(new.size)"
    }
    try write(Array(new.json.utf8), path)
    var changes: [String] = []
    if added > 0 { changes.append("\(added) added") }
    if removed > 0 { changes.append("\(removed) removed") }
    if recounted > 0 { changes.append("\(Plural.count(recounted, "count")) changed") }
    return "wrote \(path.text): \(new.size)"
      + (changes.isEmpty ? "" : " (\(changes.joined(separator: ", ")))")
  }
}
