import ContractCheck

/// What judges each input: the configuration may say of some files what their bodies are.
struct InputCheckers {
  /// What judges inputs of which nothing is said.
  let standard: Checker
  private let folder: InputPath
  private var bodies: [(files: PathGlob, checker: Checker)] = []

  init(_ standard: Checker, _ project: Project) throws(UsageError) {
    self.standard = standard
    folder = project.file?.folder ?? InputPath("")
    // What an argument says holds for every input.
    guard standard.assumption == Checker.Assumption(), let file = project.file else { return }
    for entry in file.configuration.bodies {
      do throws(Checker.UnknownName) {
        var checker = try Checker(
          contracts: standard.contracts, assumption: entry.assumption)
        checker.explainsMatches = standard.explainsMatches
        bodies.append((entry.files, checker))
      } catch {
        // Other contracts than its own, which the arguments name, need not have the operation.
        guard project.usesOwnContracts else { continue }
        throw UsageError(file.line(error.message, at: entry.position))
      }
    }
  }

  subscript(input: Input) -> Checker {
    guard !bodies.isEmpty, case .file(let path) = input else { return standard }
    let relative = path.relative(to: folder)
    return bodies.first { $0.files.matches(relative) }?.checker ?? standard
  }
}
