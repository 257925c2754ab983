@_spi(Engine) import ContractCheck

/// The baseline file and the options that change it.
struct BaselineFile {
  let path: InputPath
  /// Nil if the file does not exist yet.
  let baseline: Baseline?
  let isUpdated: Bool
  let growth: FindingFilter.Growth
  /// Whether stale entries fail the run.
  let isStrict: Bool

  /// Nil if the arguments name no baseline.
  init?(_ arguments: Arguments) throws(ToolError) {
    guard let argument = arguments.argument(.baseline) else { return nil }
    path = InputPath(argument.bytes)
    isUpdated = arguments.has(.updateBaseline)
    growth = arguments.has(.allowGrowth) ? .allowed : .refused
    isStrict = arguments.has(.strictBaseline)
    guard path.exists else {
      guard growth == .allowed else {
        throw ToolError(
          "\(path.text): the baseline does not exist; `schemacheck baseline` creates it")
      }
      baseline = nil
      return
    }
    baseline = try Self.read(path)
  }

  static func read(_ path: InputPath) throws(ToolError) -> Baseline {
    let bytes = try InputFile(path).readAll()
    do {
      return try Baseline(bytes, name: path.text)
    } catch {
      throw ToolError(error.description)
    }
  }

  func update(_ new: Baseline) throws(ToolError) -> String {
    let old = baseline ?? Baseline()
    let added = new.entries.count { !old.knows($0.fingerprint) }
    let removed = old.entries.count { !new.knows($0.fingerprint) }
    let count = Plural.count(new.entries.count, "finding")
    if baseline != nil, added == 0, removed == 0 {
      return "\(path.text) is unchanged: \(count)"
    }
    try ReportFile.write(Array(new.json.utf8), to: path)
    var changes: [String] = []
    if added > 0 { changes.append("\(added) added") }
    if removed > 0 { changes.append("\(removed) removed") }
    return "wrote \(path.text): \(count)"
      + (changes.isEmpty ? "" : " (\(changes.joined(separator: ", ")))")
  }
}
