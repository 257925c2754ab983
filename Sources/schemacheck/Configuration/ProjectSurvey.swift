@_spi(Engine) internal import ContractCaptures
@_spi(Engine) import ContractCheck
import ContractRuns
import JSONTape

/// Searches a folder for captures and for the contracts that they fit, for a new configuration.
struct ProjectSurvey {
  struct Candidate {
    /// The name for the configuration. It is a bundled name, or a path relative to the
    /// configuration's folder.
    let name: String
    let contract: Contract
    /// Whether the contract is from the folder or from the user. If not, it is bundled.
    let isOwn: Bool
  }

  /// The contracts, the one with the most captures first.
  private(set) var contracts: [Candidate] = []
  /// The folders and files, relative to the searched folder.
  private(set) var inputs: [String] = []
  /// The operation or schema of the bodies, as entries of the configuration.
  private(set) var bodies: [BodyEntries.Entry] = []
  /// The number of files with an entry.
  private(set) var bodyCount = 0
  /// Captures in `inputs` that fit no contract.
  private(set) var misfits: [String] = []
  /// Captures in `inputs` that a run checks, although no entry gives their operation.
  private(set) var guessed: [String] = []
  /// Captures that are not in `inputs`, with the reason.
  private(set) var leftOut: [String] = []
  private(set) var captureCount = 0

  private let folder: InputPath

  /// - Parameters:
  ///   - captures: The folder with the captures. It is inside `folder`.
  ///   - named: The contracts to use. If there are none, the contracts that fit best are used.
  init(_ folder: InputPath, captures part: InputPath, named: [ContractName]) throws(RunError) {
    self.folder = folder
    let wanted = part.real
    var expansion = InputExpansion([.path(folder.bytes.isEmpty ? InputPath(".") : folder)])
    expansion.leaveOutBodies(.system)
    let inputs = expansion.inputs
    var files: [InputPath] = []
    // An archive is one capture. Its first entry stands for all entries.
    for case let file? in inputs.map(\.file) where files.last != file { files.append(file) }
    var captures: [InputPath] = []
    var own: [InputPath] = []
    var others: [InputPath] = []
    for file in files {
      let isWanted = wanted.flatMap { (file.realPlace ?? file).name(in: $0) } != nil
      let head = Self.head(of: file, upTo: Self.mostRead)
      switch Self.kind(of: head, file) {
      case .contract: own.append(file)
      case .capture where isWanted: captures.append(file)
      case .capture: break
      case .other: others.append(file)
      }
    }
    captureCount = captures.count
    let candidates = try candidates(own, named)
    choose(among: candidates, for: captures, besides: own + others, takesAll: !named.isEmpty)
  }

  /// The most bytes of a large capture that are compared.
  private static let mostRead = 4 << 20

  private enum Kind {
    case capture, contract, other
  }

  private static func kind(of bytes: [UInt8], _ file: InputPath) -> Kind {
    let name = file.text.lowercased()
    if name.hasSuffix(".yaml") || name.hasSuffix(".yml") {
      let lines = bytes.prefix(4096).split(separator: UInt8(ascii: "\n"))
      if lines.contains(where: { $0.starts(with: "openapi:".utf8) }) { return .contract }
      return CaptureFormat.mayBeCassette(bytes) ? .capture : .other
    }
    guard name.hasSuffix(".json"), let root = (try? JSONDocument(bytes))?.root else {
      return .capture
    }
    if root["openapi"]?.string != nil || root["swagger"]?.string == "2.0" { return .contract }
    // Settings and schemas of other tools are not captures.
    return root["$schema"]?.string != nil || root["swagger"] != nil ? .other : .capture
  }

  private static func head(of file: InputPath, upTo count: Int) -> [UInt8] {
    var reader: InputReader?
    if Archive.isArchive(file) {
      let first = InputExpansion([.path(file)]).inputs.first
      if case .entry(let entry)? = first { reader = try? InputReader(entry, .system) }
    } else {
      reader = (try? InputFile(file)).map { InputReader($0, .system) }
    }
    return (try? reader?.rest(upTo: count)) ?? []
  }

  private func candidates(
    _ own: [InputPath], _ named: [ContractName]
  ) throws(RunError) -> [Candidate] {
    if !named.isEmpty {
      return try named.map { name throws(RunError) in
        let text = if case .file(let path) = name { relative(path) } else { name.text }
        return Candidate(name: text, contract: try name.contract().contract, isOwn: true)
      }
    }
    return own.compactMap { path in
      (try? ContractName.file(path).contract()).map {
        Candidate(name: relative(path), contract: $0.contract, isOwn: true)
      }
    }
      + Contract.bundledNames.compactMap { name in
        (try? Contract.bundled(name)).map { Candidate(name: name, contract: $0, isOwn: false) }
      }
  }

  private func relative(_ path: InputPath) -> String {
    String(decoding: path.relative(to: folder), as: UTF8.self)
  }

  /// A capture without a chosen contract.
  private struct Open {
    let file: InputPath
    /// Whether the whole capture was read.
    let isWhole: Bool
    /// The fits, one for each candidate.
    let fits: [ContractFit]

    /// Whether the capture has errors. Errors are known only for files that were read completely.
    var isBroken: Bool { (fits.first?.problems ?? 0) > 0 && isWhole }
  }

  private mutating func choose(
    among candidates: [Candidate], for captures: [InputPath], besides others: [InputPath],
    takesAll: Bool
  ) {
    var open = captures.map { file in
      let bytes = Self.head(of: file, upTo: Self.mostRead)
      let fits = candidates.map {
        ContractFit(
          bytes, name: file.text, contract: $0.contract, decompressor: Zlib.system.decompressor)
      }
      return Open(file: file, isWhole: bytes.count < Self.mostRead, fits: fits)
    }
    leftOut = open.filter(\.isBroken).map { "\(relative($0.file)) (cannot be read completely)" }
    open.removeAll(where: \.isBroken)
    var meant: [InputPath] = []
    var known: [BodyEntries.Body] = []
    if takesAll { contracts = candidates }
    var chosen = takesAll ? Array(candidates.indices) : []
    while let best = best(among: candidates, for: open, takesAll: takesAll) {
      let candidate = candidates[best]
      if !takesAll {
        contracts.append(candidate)
        chosen.append(best)
      }
      let fitting = open.filter { $0.fits[best].isMeant }
      let errors = ErrorBodies(
        candidate.contract,
        known: fitting.compactMap { fit in
          fit.fits[best].assumed.map { (relative(fit.file), $0) }
        })
      var rest: [Open] = []
      for fit in open {
        let file = relative(fit.file)
        let error =
          fit.fits[best].isBareBody
          ? errors.assumption(of: Self.head(of: fit.file, upTo: Self.mostRead), in: file) : nil
        guard fit.fits[best].isMeant || error != nil else {
          rest.append(fit)
          continue
        }
        meant.append(fit.file)
        let assumed = error ?? fit.fits[best].assumed
        // An exchange is checked by its URL, even if there is an entry.
        if assumed != nil || fit.fits[best].routed == 0 {
          known.append(BodyEntries.Body(file: file, assumption: assumed))
        }
      }
      open = rest
    }
    let unreadable = Set(captures).subtracting(meant).subtracting(open.map { $0.file })
    inputs = names(of: Set(meant), among: captures, without: unreadable)
    for capture in open {
      let file = relative(capture.file)
      if inputs.contains(where: { file.hasPrefix($0 + "/") }) {
        let isChecked = chosen.contains { capture.fits[$0].isChecked }
        if isChecked { guessed.append(file) } else { misfits.append(file) }
      } else {
        leftOut.append("\(file) (fits no contract)")
      }
    }
    let unknown = open.map { $0.file } + unreadable.sorted { $0.text < $1.text } + others
    known += unknown.map { BodyEntries.Body(file: relative($0), assumption: nil) }
    known.sort { $0.file.utf8.lexicographicallyPrecedes($1.file.utf8) }
    bodies = BodyEntries(known).entries
    bodyCount = known.count { $0.assumption != nil }
  }

  /// The contract that fits most of the remaining captures. If several fit equally, the one with
  /// the fewest findings.
  private func best(among candidates: [Candidate], for open: [Open], takesAll: Bool) -> Int? {
    let ranks = candidates.indices.compactMap { index -> (index: Int, order: (Int, Int, Int))? in
      let fits = open.map { $0.fits[index] }.filter(\.isMeant)
      guard !fits.isEmpty else { return nil }
      func sum(_ count: KeyPath<ContractFit, Int>) -> Int {
        fits.reduce(0) { $0 + $1[keyPath: count] }
      }
      let candidate = candidates[index]
      // Another API may resemble a bundled contract, so that contract must be certain.
      let isCertain = sum(\.certain) > 0 || sum(\.conforming) > 0 && sum(\.broken) == 0
      guard candidate.isOwn || isCertain else { return nil }
      // A single body may fit by chance. If it has no error and the contract is in the folder, the
      // body probably belongs to the contract.
      let mayBeChance = !candidate.isOwn || sum(\.broken) > 0
      guard contracts.isEmpty || takesAll || fits.count > 1 || sum(\.routed) > 0 || !mayBeChance
      else { return nil }
      return (index, (sum(\.matched), candidate.isOwn ? 1 : 0, -sum(\.findings)))
    }
    return ranks.max { $0.order < $1.order }?.index
  }

  /// The inputs, as folders if possible. With folders, new files are also checked. For a file, it
  /// is the highest folder in which every capture is chosen. Or it is the file's own folder, if
  /// most captures in it are chosen.
  private func names(
    of meant: Set<InputPath>, among captures: [InputPath], without unreadable: Set<InputPath>
  ) -> [String] {
    // For each folder below the top: the numbers of captures, of chosen captures, and of captures
    // that cannot be read.
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
      let own = above.suffix(1).first {
        counts[$0].map { $0.unreadable == 0 && $0.meant * 2 > $0.all } ?? false
      }
      names.insert(whole ?? own ?? relative(file))
    }
    // A folder contains the captures of the folders in it.
    return names.filter { name in !names.contains { name.hasPrefix($0 + "/") } }.sorted {
      $0.utf8.lexicographicallyPrecedes($1.utf8)
    }
  }
}
