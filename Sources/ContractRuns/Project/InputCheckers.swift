@_spi(Engine) internal import ContractReports
@_spi(Engine) package import ContractCheck

/// Chooses the checker of each input. The configuration can set the operation of some files
/// (`bodies`).
package struct InputCheckers: Sendable {
  /// The checker of inputs without an entry in `bodies`.
  package private(set) var standard: Checker
  /// Searches for the base path. Nil if the base path is known, or if every contract documents its
  /// servers.
  private let basePath: BasePathLook?
  /// Searches for documented hosts. Nil if the options decide, or if the contracts exclude no
  /// hosts. Then no search is needed.
  private let servers: ServerLook?
  private let streams = StreamServers()
  private let folder: InputPath
  private var bodies: [(entry: Configuration.Bodies, checker: Checker)] = []

  package init(_ checker: Checker, _ project: Project, _ zlib: Zlib) throws(RunError) {
    let look =
      checker.basePath == nil
      ? BasePathLook(checker.contracts, project.options, zlib) : nil
    var standard = checker
    if let look { standard.findBasePath = { look.find() } }
    var servers: ServerLook?
    switch project.options.hosts {
    case nil where standard.excludesHosts:
      let look = ServerLook(standard, project.options, zlib)
      standard.hosts = .found { look.hasServer() }
      servers = look
    case .documented: standard.hosts = .documented
    case .all, nil: break
    }
    self.servers = servers
    self.standard = standard
    basePath = look
    folder = project.file?.folder ?? InputPath("")
    // Command-line options apply to every input.
    guard standard.assumption == Checker.Assumption(), let file = project.file else { return }
    for entry in file.configuration.bodies {
      do throws(Checker.UnknownName) {
        // A glob may also match captures with exchanges.
        var assumption = entry.assumption
        assumption.yieldsToURLs = true
        bodies.append((entry, try standard.assuming(assumption)))
      } catch {
        // Contracts from the command line need not have the operation.
        guard project.usesOwnContracts else { continue }
        throw RunError(file.line(error.message, at: entry.position))
      }
    }
  }

  /// The same checkers with one assumption about the bodies of every input.
  package func assuming(_ assumption: Checker.Assumption) throws(RunError) -> InputCheckers {
    var copy = self
    copy.bodies = []
    do throws(Checker.UnknownName) {
      copy.standard = try standard.assuming(assumption)
    } catch {
      throw RunError(error.message)
    }
    return copy
  }

  /// Sets the inputs. Call this before the first input is checked.
  package func begin(_ inputs: [Input]) {
    basePath?.begin(inputs)
    servers?.begin(inputs)
  }

  /// All checkers. The standard checker is first. Streams have checkers of their own, because they
  /// cannot be read in advance.
  var all: [Checker] {
    let checkers = [standard] + bodies.map(\.checker)
    guard servers != nil else { return checkers }
    return checkers
      + checkers.map { checker in
        var checker = checker
        checker.hosts = .stream(streams)
        return checker
      }
  }

  /// The index in `all` of an input's checker.
  func number(of input: Input) -> Int {
    let number = bodyNumber(of: input)
    return servers != nil && input.isStream ? number + bodies.count + 1 : number
  }

  private func bodyNumber(of input: Input) -> Int {
    guard !bodies.isEmpty else { return 0 }
    let places = input.places(in: folder)
    return bodies.firstIndex { body in places.contains { body.entry.files.matches($0) } }
      .map { $0 + 1 } ?? 0
  }

  package var validation: Validation {
    var validation = Validation(checkers: all) { number(of: $0) }
    validation.isOrdered = all.contains(where: \.expectsCallbacks)
    if servers != nil {
      validation.isSequential = { [streams] input in
        input.isStream && !streams.hasServer(in: input.name)
      }
    }
    return validation
  }

  /// A line for each unused entry of `bodies`. Empty if not all inputs are checked.
  func remarks(on inputs: [Input], _ project: Project) -> [String] {
    guard project.isWhole, let file = project.file, !bodies.isEmpty else { return [] }
    let used = Set(inputs.map { bodyNumber(of: $0) })
    return bodies.enumerated().filter { !used.contains($0.offset + 1) }.map { _, body in
      file.line(
        "warning: no input matches this entry of `bodies` (`\(body.entry.files)`)",
        at: body.entry.position)
    }
  }

  package subscript(input: Input) -> Checker { all[number(of: input)] }
}
