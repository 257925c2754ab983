import ContractCheck

/// Chooses the checker of each input. The configuration can set the operation of some files
/// (`bodies`).
struct InputCheckers: Sendable {
  /// For inputs without an entry in `bodies`.
  let standard: Checker
  private let folder: InputPath
  private var bodies: [(entry: Configuration.Bodies, checker: Checker)] = []

  init(_ standard: Checker, _ project: Project) throws(ToolError) {
    self.standard = standard
    folder = project.file?.folder ?? InputPath("")
    // Options on the command line apply to every input.
    guard standard.assumption == Checker.Assumption(), let file = project.file else { return }
    for entry in file.configuration.bodies {
      do throws(ToolError) {
        // A glob may also match captures with exchanges.
        var assumption = entry.assumption
        assumption.yieldsToURLs = true
        let checker = try Checker(
          standard.contracts, assumption, explainsMatches: standard.explainsMatches)
        bodies.append((entry, checker))
      } catch {
        // Contracts from the command line need not have the operation.
        guard project.usesOwnContracts else { continue }
        throw ToolError(file.line(error.message, at: entry.position))
      }
    }
  }

  /// The standard checker first.
  var all: [Checker] { [standard] + bodies.map(\.checker) }

  /// An index in `all`.
  func number(of input: Input) -> Int {
    guard !bodies.isEmpty, case .file(let path) = input else { return 0 }
    let relative = path.relative(to: folder)
    return bodies.firstIndex { $0.entry.files.matches(relative) }.map { $0 + 1 } ?? 0
  }

  var validation: Validation { Validation(checkers: all) { number(of: $0) } }

  /// A line for each unused entry of `bodies`. Empty unless all inputs are checked.
  func remarks(on inputs: [Input], _ project: Project) -> [String] {
    guard project.isWhole, let file = project.file, !bodies.isEmpty else { return [] }
    let used = Set(inputs.map { number(of: $0) })
    return bodies.enumerated().filter { !used.contains($0.offset + 1) }.map { _, body in
      file.line(
        "warning: no input matches this entry of `bodies` (`\(body.entry.files)`)",
        at: body.entry.position)
    }
  }

  subscript(input: Input) -> Checker { all[number(of: input)] }
}
