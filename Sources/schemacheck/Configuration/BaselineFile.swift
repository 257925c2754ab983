@_spi(Engine) import ContractCheck

/// The file of known findings, and what may become of it.
struct BaselineFile {
  let path: InputPath
  /// What the file holds; nil where it is not there yet.
  let baseline: Baseline?
  let isUpdated: Bool
  let growth: FindingFilter.Growth
  /// Whether entries that are not found again fail the run.
  let isStrict: Bool

  /// The file that the arguments name; nil where they name none.
  init?(_ arguments: Arguments) throws(UsageError) {
    guard let argument = arguments.argument(.baseline) else { return nil }
    path = InputPath(argument.bytes)
    isUpdated = arguments.has(.updateBaseline)
    growth = arguments.has(.allowGrowth) ? .allowed : .refused
    isStrict = arguments.has(.strictBaseline)
    guard path.exists else {
      guard growth == .allowed else {
        throw UsageError(
          "\(path.text): there is no such baseline; `schemacheck baseline` writes one")
      }
      baseline = nil
      return
    }
    baseline = try Self.read(path)
  }

  /// Reads a baseline.
  static func read(_ path: InputPath) throws(UsageError) -> Baseline {
    do throws(InputTrouble) {
      let bytes = try InputFile(path).readAll()
      do throws(ConfigurationError) {
        return try Baseline(bytes, name: path.text)
      } catch {
        throw InputTrouble(error.description)
      }
    } catch {
      throw UsageError(error.message)
    }
  }

  /// Writes the baseline anew and answers what is to be said of that.
  func update(_ new: Baseline) throws(InputTrouble) -> String {
    let old = baseline ?? Baseline()
    let added = new.entries.count { !old.knows($0.fingerprint) }
    let removed = old.entries.count { !new.knows($0.fingerprint) }
    let count = Self.counted(new.entries.count)
    if baseline != nil, added == 0, removed == 0 {
      return "\(path.text) stays as it is: \(count)"
    }
    try ReportFile.write(Array(new.json.utf8), to: path)
    var changes: [String] = []
    if added > 0 { changes.append("\(added) new") }
    if removed > 0 { changes.append("\(removed) no more") }
    return "wrote \(path.text): \(count)"
      + (changes.isEmpty ? "" : " (\(changes.joined(separator: ", ")))")
  }

  static func counted(_ count: Int) -> String {
    Plural.count(count, "known mistake")
  }
}
