import ContractCheck

/// A report that somebody asked for: a format, and the file it goes to.
struct ReportTarget {
  let format: ReportFormat
  /// Nil for standard output.
  let file: InputPath?

  init(_ format: ReportFormat, file: InputPath? = nil) {
    self.format = format
    self.file = file
  }

  /// What `--format` asks for, each value looked at by its option already; `text` without any.
  static func all(_ arguments: Arguments) throws(UsageError) -> [ReportTarget] {
    let targets = arguments.all(.format).compactMap { ReportTarget($0) }
    try verify(targets)
    return targets.isEmpty ? [ReportTarget(ReportFormat.all[0])] : targets
  }

  /// `FORMAT`, `FORMAT=FILE`, or `FORMAT=-` for standard output.
  private init?(_ argument: Argument) {
    let parts = argument.bytes.split(
      separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
    guard let format = ReportFormat.named(String(decoding: parts[0], as: UTF8.self)) else {
      return nil
    }
    self.format = format
    file = parts.count < 2 || Array(parts[1]) == Array("-".utf8) ? nil : InputPath(Array(parts[1]))
  }

  private static func verify(_ targets: [ReportTarget]) throws(UsageError) {
    let printed = targets.filter { $0.file == nil }.map(\.format.name)
    if printed.count > 1 {
      throw UsageError(
        "`\(printed[0])` and `\(printed[1])` would both go to standard output; give one of them a "
          + "file: `--format \(printed[1])=FILE`")
    }
    var seen: Set<InputPath> = []
    // However it is written, it is one file.
    for case let file? in targets.map(\.file) where !seen.insert(file.resolvedPlace).inserted {
      throw UsageError("two reports would go to `\(file.text)`; give each a file of its own")
    }
  }

  /// Refuses reports in the place of what the run reads.
  static func refuseOverwriting(
    _ inputs: [Input], _ others: [InputPath], _ arguments: Arguments
  ) throws(UsageError) {
    var files: [InputPath.Identity: InputPath] = [:]
    for file in try all(arguments).compactMap(\.file) {
      if file.isRegularFile, let identity = file.identity { files[identity] = file }
    }
    guard !files.isEmpty else { return }
    let read = others + inputs.compactMap { if case .file(let path) = $0 { path } else { nil } }
    for path in read {
      guard let identity = path.identity, let file = files[identity] else { continue }
      throw UsageError(
        "a report would overwrite `\(file.text)`, which is read here; give another file")
    }
  }
}
