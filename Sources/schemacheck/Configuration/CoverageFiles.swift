@_spi(Engine) internal import ContractReports
@_spi(Engine) internal import ContractCaptures
@_spi(Engine) import ContractCheck
import ContractRuns
@_spi(Engine) import JSONTape

/// The files of `check --coverage`.
struct CoverageFiles {
  private let targets: [CoverageTarget]
  private let isQuiet: Bool

  /// Reads the option. Nil if no coverage is requested.
  ///
  /// - Throws: if a file's extension gives no format.
  init?(_ arguments: Arguments) throws(RunError) {
    guard arguments.has(.coverageFile) else { return nil }
    isQuiet = arguments.has(.quiet)
    var targets: [CoverageTarget] = []
    for argument in arguments.all(.coverageFile) {
      let target = CoverageTarget(argument)
      let names = argument.bytes.split(separator: UInt8(ascii: "="), maxSplits: 1)
      let isOther =
        target == nil && names.count == 2
        && names[0].allSatisfy {
          UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 | 0x20
        }
      let file = target?.file ?? InputPath(argument.bytes)
      guard let format = target?.format ?? CoverageFormat(fileName: file.text),
        file.bytes != Array("-".utf8), !isOther
      else {
        throw RunError(
          "`--coverage \(argument.text)`: the name of the file must end in "
            + "\(CoverageFormat.endings); for another name, give the format: `--coverage "
            + "json=FILE`")
      }
      targets.append(CoverageTarget(format: format, file: file))
    }
    self.targets = targets
  }

  static func ledger(
    _ contracts: LoadedContracts, _ options: RunOptions
  ) throws(RunError) -> CoverageLedger {
    do {
      return try CoverageLedger(
        contracts.contracts, onlyOperations: options.onlyOperations)
    } catch {
      throw RunError(error.description)
    }
  }

  /// - Returns: The exit status if a file could not be written.
  func write(_ ledger: CoverageLedger, _ console: Console) -> ExitCode? {
    var code: ExitCode?
    let coverage = ledger.coverage
    Self.tellCosts(of: ledger, console)
    for target in targets {
      guard let file = target.file else { continue }
      do throws(RunError) {
        try ReportFile.write(target.format.bytes(of: coverage), to: file)
        let share = coverage.share
        if !isQuiet {
          console.inform(
            "wrote \(file.text): \(share.seen) of \(share.all) cells seen (\(share.percentText) %)")
        }
      } catch {
        console.complain("the coverage was not written: \(error.message)")
        code = .error
      }
    }
    return code
  }

  /// Prints a line about exchanges that were not counted.
  static func tellCosts(of ledger: CoverageLedger, _ console: Console) {
    guard ledger.tooCostly > 0 else { return }
    let count = Plural.count(ledger.tooCostly, "exchange")
    console.inform(
      "for \(count), only the operation and the status are counted: to count the cells takes too "
        + "many steps")
  }

  /// The sum of coverage files. Nil if the first operand is no coverage file.
  ///
  /// - Throws: if only some of them are coverage files.
  static func sum(of operands: [Argument]) throws(RunError) -> Coverage? {
    var sum: Coverage?
    for operand in operands {
      guard let coverage = try read(operand) else {
        if sum == nil { return nil }
        throw RunError(
          "\(operand.text): not a coverage file; name either coverage files or traffic (`coverage "
            + "-f json=FILE` writes the coverage of traffic to a file)")
      }
      var both = sum ?? Coverage()
      if let name = both.add(coverage) {
        throw RunError(
          "\(operand.text): \(SafeText.line(name)) differs from the contract in the files before "
            + "this file; nothing was added")
      }
      sum = both
    }
    return sum
  }

  /// - Throws: if the file is not a coverage file.
  static func required(_ operand: Argument) throws(RunError) -> Coverage {
    if let coverage = try read(operand) { return coverage }
    // A file that cannot be opened has its own message.
    _ = try InputFile(InputPath(operand.bytes))
    throw RunError(
      "\(operand.text): not a coverage file; `schemacheck coverage --format json` writes such a "
        + "file")
  }

  /// The coverage in a file. Nil for any other file.
  static func read(_ operand: Argument) throws(RunError) -> Coverage? {
    let path = InputPath(operand.bytes)
    guard path.isRegularFile else { return nil }
    let file = try InputFile(path)
    let head = [UInt8](filling: 256) { file.read(from: 0, into: $0) }
    let text = String(decoding: head, as: UTF8.self)
    let start = text.filter { !$0.isWhitespace }
    guard start.hasPrefix("{\"schemacheck\":\""), start.contains("\",\"coverage\":[") else {
      return nil
    }
    guard let document = try? JSONDocument(try file.readAll()),
      let coverage = Coverage(document.root)
    else { throw RunError("\(operand.text): this coverage file is damaged or incomplete") }
    return coverage
  }
}

/// The file with the coverage that was once reached. The coverage may only grow.
struct CoverageRatchet {
  static let fileName = ".schemacheck-coverage.json"

  private let path: InputPath
  private let folder: InputPath
  private let isThere: Bool
  /// The coverage by contract, in tenths of a per cent.
  private let reached: [String: Int]

  init(in folder: InputPath) throws(RunError) {
    let name = Array(Self.fileName.utf8)
    path = folder.bytes.isEmpty ? InputPath(Self.fileName) : folder.appending(name)
    self.folder = folder
    isThere = path.exists
    guard isThere else {
      reached = [:]
      return
    }
    var reached: [String: Int] = [:]
    guard let document = try? JSONDocument(try InputFile(path).readAll()),
      let contracts = document.root["contracts"], contracts.kind == .object
    else {
      throw RunError(
        "\(path.text): not a coverage ratchet; `--update-ratchet` writes such a "
          + "file")
    }
    for property in contracts.properties {
      guard let tenths = Self.tenths(property.value) else {
        throw RunError(
          "\(path.text): `\(SafeText.line(property.name))` must be a number from 0 to 100")
      }
      reached[property.name] = tenths
    }
    self.reached = reached
  }

  private static func tenths(_ node: JSONNode) -> Int? {
    guard node.kind == .number, let value = Double(node.text), 0...100 ~= value else { return nil }
    // The number is rounded down, except for errors of binary numbers.
    return Int((value * 10 + 0.001).rounded(.down))
  }

  /// A contract's name. It does not depend on the tool's working folder.
  private func key(of contract: ContractCoverage) -> String {
    guard !Contract.bundledNames.contains(contract.name) else { return contract.name }
    return String(decoding: InputPath(contract.name).relative(to: folder), as: UTF8.self)
  }

  /// A line for each contract with less coverage.
  func losses(of coverage: Coverage) -> [String] {
    coverage.contracts.compactMap { contract in
      guard let before = reached[key(of: contract)] else { return nil }
      let share = contract.share
      guard share.tenths < before else { return nil }
      return "\(path.text): the coverage of \(contract.name) fell from \(Self.text(before)) % to "
        + "\(share.percentText) %; check more traffic, or lower the number in the file by hand"
    }
  }

  /// A line for each contract that is not in the file, if there is a file.
  func gaps(in coverage: Coverage) -> [String] {
    guard isThere else { return [] }
    return coverage.contracts.filter { reached[key(of: $0)] == nil }.map {
      "\(path.text) has no entry for \($0.name); `--update-ratchet` adds it"
    }
  }

  /// - Returns: A line about the update.
  func update(with coverage: Coverage) throws(RunError) -> String {
    var all = reached
    for contract in coverage.contracts { all[key(of: contract)] = contract.share.tenths }
    if all == reached { return "\(path.text) is unchanged" }
    var writer = JSONWriter(isPretty: true)
    writer.beginObject()
    writer.key("contracts")
    writer.beginObject()
    for (name, tenths) in all.sorted(by: { $0.key < $1.key }) {
      writer.key(name)
      writer.raw(Self.text(tenths).utf8)
    }
    writer.endObject()
    writer.endObject()
    writer.endLine()
    try ReportFile.write(writer.bytes, to: path)
    return "wrote \(path.text)"
  }

  private static func text(_ tenths: Int) -> String {
    tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
  }
}
