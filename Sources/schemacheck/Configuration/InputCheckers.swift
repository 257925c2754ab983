import ContractCheck

/// What judges each input: the configuration may say of some files what their bodies are.
struct InputCheckers: Sendable {
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

  /// Every checker, the standard one first.
  var all: [Checker] { [standard] + bodies.map(\.checker) }

  /// The place among all of the one that an input has.
  func number(of input: Input) -> Int {
    guard !bodies.isEmpty, case .file(let path) = input else { return 0 }
    let relative = path.relative(to: folder)
    return bodies.firstIndex { $0.files.matches(relative) }.map { $0 + 1 } ?? 0
  }

  subscript(input: Input) -> Checker { all[number(of: input)] }
}
