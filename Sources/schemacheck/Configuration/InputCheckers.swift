import ContractCheck

/// What judges each input: the configuration may say of some files what their bodies are.
struct InputCheckers: Sendable {
  /// What judges inputs of which nothing is said.
  let standard: Checker
  private let folder: InputPath
  private var bodies: [(files: PathGlob, checker: Checker)] = []
  /// Where those are said.
  private var entries: [Configuration.Bodies] = []

  init(_ standard: Checker, _ project: Project) throws(UsageError) {
    self.standard = standard
    folder = project.file?.folder ?? InputPath("")
    // What an argument says holds for every input.
    guard standard.assumption == Checker.Assumption(), let file = project.file else { return }
    for entry in file.configuration.bodies {
      do throws(Checker.UnknownName) {
        // The files of a glob may be captures of whole exchanges, too.
        var assumption = entry.assumption
        assumption.yieldsToURLs = true
        var checker = try Checker(contracts: standard.contracts, assumption: assumption)
        checker.explainsMatches = standard.explainsMatches
        bodies.append((entry.files, checker))
        entries.append(entry)
      } catch {
        // Other contracts than its own, which the arguments name, need not have the operation.
        guard project.usesOwnContracts else { continue }
        throw UsageError(file.line(error.message, at: entry.position))
      }
    }
  }

  /// Every checker, the standard one first.
  var all: [Checker] { [standard] + bodies.map(\.checker) }

  /// The place among all of the one that an input has.
  func number(of input: Input) -> Int {
    guard !bodies.isEmpty, case .file(let path) = input else { return 0 }
    let relative = path.relative(to: folder)
    return bodies.firstIndex { $0.files.matches(relative) }.map { $0 + 1 } ?? 0
  }

  /// Each input validated by its own checker.
  var validation: ExchangeValidation<Checker> {
    ExchangeValidation(checkers: all) { number(of: $0) }
  }

  /// What is to be said of entries of `bodies` that none of the inputs has, where these are all.
  func remarks(on inputs: [Input], _ project: Project) -> [String] {
    guard project.isWhole, let file = project.file, !bodies.isEmpty else { return [] }
    let used = Set(inputs.map { number(of: $0) })
    return entries.indices.filter { !used.contains($0 + 1) }.map { index in
      file.line(
        "warning: no input is told by this entry of `bodies` (`\(entries[index].files)`)",
        at: entries[index].position)
    }
  }

  subscript(input: Input) -> Checker { all[number(of: input)] }
}
