@_spi(Engine) import ContractCheck
import JSONTape

/// Searches a folder for captures and for the contracts that they fit, for a new configuration.
struct ProjectSurvey {
  /// A contract that captures may fit.
  struct Candidate {
    /// The name for the configuration: a bundled name, or a path relative to its folder.
    let name: String
    let contract: Contract
    /// Whether it comes from the folder or from the user, and is not bundled.
    let isOwn: Bool
  }

  /// The chosen contracts, the one with the most captures first.
  private(set) var contracts: [Candidate] = []
  /// The inputs, relative to the folder: folders and files.
  private(set) var inputs: [String] = []
  /// The operation or schema of each body, by path.
  private(set) var bodies: [(file: String, assumption: Checker.Assumption)] = []
  /// The captures in the inputs that fit no contract.
  private(set) var misfits: [String] = []
  /// The captures that are not included, with the reason.
  private(set) var leftOut: [String] = []
  /// The number of captures in the folder.
  private(set) var captureCount = 0

  private let folder: InputPath

  /// Searches a folder.
  ///
  /// - Parameter named: the contracts to use; chosen by fit if empty
  init(_ folder: InputPath, named: [Argument]) throws(ToolError) {
    self.folder = folder
    let files = InputExpansion(
      [folder.bytes.isEmpty ? "." : folder.argument],
      extensions: InputExpansion.extensions + ["yaml", "yml"]
    ).inputs.compactMap { input -> InputPath? in
      guard case .file(let path) = input else { return nil }
      return path
    }
    var captures: [InputPath] = []
    var own: [InputPath] = []
    for file in files {
      let head = Self.head(of: file, upTo: Self.mostRead)
      switch Self.kind(of: head, file) {
      case .contract: own.append(file)
      case .capture: captures.append(file)
      case .other: break
      }
    }
    captureCount = captures.count
    let candidates = try candidates(own, named)
    choose(among: candidates, for: captures, takesAll: !named.isEmpty)
  }

  // MARK: Files

  /// The matched part of a large capture.
  private static let mostRead = 4 << 20

  private enum Kind {
    case capture, contract, other
  }

  private static func kind(of bytes: [UInt8], _ file: InputPath) -> Kind {
    let name = file.text.lowercased()
    if name.hasSuffix(".yaml") || name.hasSuffix(".yml") {
      let lines = bytes.prefix(4096).split(separator: UInt8(ascii: "\n"))
      return lines.contains { $0.starts(with: "openapi:".utf8) } ? .contract : .other
    }
    guard name.hasSuffix(".json"), let root = (try? JSONDocument(bytes))?.root else {
      return .capture
    }
    if root["openapi"]?.string != nil { return .contract }
    // Settings and schemas of other tools are not captures.
    return root["$schema"]?.string != nil || root["swagger"] != nil ? .other : .capture
  }

  private static func head(of file: InputPath, upTo count: Int) -> [UInt8] {
    guard let reader = (try? InputFile(file)).map({ InputReader($0) }) else { return [] }
    return (try? reader.rest(upTo: count)) ?? []
  }

  // MARK: Contracts

  private func candidates(
    _ own: [InputPath], _ named: [Argument]
  ) throws(ToolError) -> [Candidate] {
    var candidates: [Candidate] = []
    guard named.isEmpty else {
      for name in named {
        let isBundled = Contract.bundledNames.contains(name.text)
        let contract = try ContractArguments.contract(name)
        candidates.append(
          Candidate(
            name: isBundled ? name.text : relative(InputPath(name.bytes)), contract: contract,
            isOwn: true))
      }
      return candidates
    }
    for path in own {
      guard let contract = try? ContractArguments.contract(path.argument) else { continue }
      candidates.append(Candidate(name: relative(path), contract: contract, isOwn: true))
    }
    for name in Contract.bundledNames {
      guard let contract = try? Contract.bundled(name) else { continue }
      candidates.append(Candidate(name: name, contract: contract, isOwn: false))
    }
    return candidates
  }

  private func relative(_ path: InputPath) -> String {
    String(decoding: path.relative(to: folder), as: UTF8.self)
  }

  // MARK: Choosing

  private struct Fit {
    let file: InputPath
    /// By candidate.
    let fits: [ContractFit]
    /// Whether a completely read file has errors.
    let isBroken: Bool
  }

  private mutating func choose(
    among candidates: [Candidate], for captures: [InputPath], takesAll: Bool
  ) {
    var open = captures.map { file in
      let bytes = Self.head(of: file, upTo: Self.mostRead)
      let fits = candidates.map { ContractFit(bytes, name: file.text, contract: $0.contract) }
      let hasProblems = fits.first.map { $0.problems > 0 } ?? false
      return Fit(file: file, fits: fits, isBroken: hasProblems && bytes.count < Self.mostRead)
    }
    leftOut = open.filter(\.isBroken).map { "\(relative($0.file)) (cannot be read completely)" }
    open.removeAll(where: \.isBroken)
    var meant: [InputPath] = []
    if takesAll { contracts = candidates }
    while true {
      // The contract that most of the remaining captures fit, with the fewest findings.
      let best = candidates.indices.map { (index: $0, rank: rank($0, of: candidates, in: open)) }
        .filter { $0.rank.files > 0 }.max { $0.rank < $1.rank }
      guard let best else { break }
      // A single body may fit by chance.
      guard contracts.isEmpty || takesAll || best.rank.files > 1 || best.rank.routed > 0 else {
        break
      }
      if !takesAll { contracts.append(candidates[best.index]) }
      for fit in open where fit.fits[best.index].isMeant {
        meant.append(fit.file)
        let name = relative(fit.file)
        // A name with glob characters cannot be written as a path.
        guard let assumed = fit.fits[best.index].assumed, !GlobPattern.isGlob(name),
          !name.contains("\\")
        else { continue }
        bodies.append((name, assumed))
      }
      open.removeAll { $0.fits[best.index].isMeant }
    }
    let unreadable = Set(captures).subtracting(meant).subtracting(open.map(\.file))
    inputs = names(of: Set(meant), among: captures, without: unreadable)
    for file in open.map({ relative($0.file) }) {
      if inputs.contains(where: { file.hasPrefix($0 + "/") }) {
        misfits.append(file)
      } else {
        leftOut.append("\(file) (fits no contract)")
      }
    }
    bodies.sort { $0.file.utf8.lexicographicallyPrecedes($1.file.utf8) }
  }

  private struct Rank: Comparable {
    var files = 0
    var routed = 0
    var matched = 0
    var isOwn = false
    var findings = 0

    static func < (left: Rank, right: Rank) -> Bool {
      (left.matched, left.isOwn ? 1 : 0, right.findings)
        < (right.matched, right.isOwn ? 1 : 0, left.findings)
    }
  }

  private func rank(_ index: Int, of candidates: [Candidate], in open: [Fit]) -> Rank {
    var rank = Rank(isOwn: candidates[index].isOwn)
    for fit in open.lazy.map({ $0.fits[index] }) where fit.isMeant {
      rank.files += 1
      rank.routed += fit.routed
      rank.matched += fit.matched
      rank.findings += fit.findings
    }
    return rank
  }

  // MARK: Inputs

  /// The inputs for the chosen files, with folders where possible, so that new files are checked too: the
  /// highest folder in which every capture is chosen, or the file's own folder if most captures are.
  private func names(
    of meant: Set<InputPath>, among captures: [InputPath], without unreadable: Set<InputPath>
  ) -> [String] {
    // For each folder below the top: the number of captures, of chosen ones, and of unreadable ones.
    var counts: [String: (all: Int, meant: Int, unreadable: Int)] = [:]
    func folders(_ path: InputPath) -> [String] {
      let parts = relative(path).split(separator: "/").dropLast()
      return parts.indices.map { parts[...$0].joined(separator: "/") }
    }
    for capture in captures {
      for folder in folders(capture) {
        counts[folder, default: (0, 0, 0)].all += 1
        if meant.contains(capture) { counts[folder, default: (0, 0, 0)].meant += 1 }
        if unreadable.contains(capture) { counts[folder, default: (0, 0, 0)].unreadable += 1 }
      }
    }
    var names: Set<String> = []
    for file in meant {
      let above = folders(file)
      let whole = above.first { counts[$0].map { $0.all == $0.meant } ?? false }
      let own = above.last { folder in
        folder == above.last
          && counts[folder].map { $0.unreadable == 0 && $0.meant * 2 > $0.all } ?? false
      }
      names.insert(whole ?? own ?? relative(file))
    }
    return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }
}
