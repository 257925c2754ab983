@_spi(Engine) public import ContractCheck
package import ContractCaptures
public import JSONTape

/// A project's settings from `.schemacheck.json`. Paths and globs are relative to the folder of
/// this file. Editors can use the schema of the file, `schemas/config.schema.json`.
public struct Configuration: Hashable, Sendable {
  /// A text and its position in the file.
  public struct Entry: Hashable, Sendable {
    /// The text as it is written.
    public var text: String
    /// The place of the text in the file.
    package var position: TextPosition
  }

  /// Files that have mistakes on purpose.
  public struct ExpectedBroken: Hashable, Sendable {
    /// The files.
    public var files: PathGlob
    /// The place of the entry in the file.
    package var position: TextPosition
  }

  /// The schema or operation of the bare bodies in some files.
  package struct Bodies: Hashable, Sendable {
    /// The files.
    public var files: PathGlob
    /// The assumption about the files' bodies.
    package var assumption: Checker.Assumption
    /// The place of the object in the file.
    package var position: TextPosition
  }

  /// The contracts in order of preference. Each contract is the name of a bundled contract, or an
  /// OpenAPI file.
  public var contracts: [Entry] = []
  /// The inputs if the command line names none: files, folders, globs, URLs.
  package var inputs: [Entry] = []
  /// The prefix of request paths before the contracts' paths.
  package var basePath: BasePath?
  /// What to do with exchanges whose hosts the contracts exclude. Nil if the inputs decide.
  package var hosts: HostUse.Choice?
  /// The assumptions about bare bodies. For a file, the first match is used.
  package var bodies: [Bodies] = []
  /// The places of an exchange's parts in records of other shapes. The first shape that fits is
  /// used.
  package var records: [RecordMapping] = []
  /// The texts in captures that stand for other values. Nil for the usual texts of recorders.
  package var placeholders: Placeholders?
  /// Rule settings that replace the settings at the top of each contract.
  package var rules = RuleOverrides()
  /// The suppressions, which hide findings.
  public var suppressions: [Suppression] = []
  /// Files that must have findings. These findings are not reported.
  package var expectedBroken: [ExpectedBroken] = []
  /// The least severity that makes a run fail.
  package var failOn: Severity?
  /// Whether a run fails if it guesses or leaves something unchecked.
  package var isStrict = false
  /// The fewest exchanges that a run must check.
  package var minimumChecked: Int?
  /// The reports as `FORMAT` or `FORMAT=FILE`.
  package var formats: [Entry] = []
  /// The file with the known findings.
  public var baseline: Entry?
  /// Whether a run fails if it finds a known finding more often than its baseline.
  package var failsOnGrowth = false
  /// A server of the contract or a base URL, for live checks.
  package var server: Entry?
  /// Origins, such as `https://api.example.com`, that receive the credentials of live checks. They
  /// receive them even if only the contract or this file names the origin.
  package var allowedOrigins: [Entry] = []
  /// The values of parameters by name, for live checks.
  package var parameters: [String: String] = [:]

  /// Creates a configuration without settings.
  public init() {}

  /// The file's usual name.
  package static let fileName = ".schemacheck.json"

  /// Reads a configuration in JSON (RFC 8259). `name` is the file's name in errors.
  ///
  /// - Throws: ``ConfigurationError`` with the place of the first error. For an unknown name, the
  ///   error suggests the most similar known name.
  /// - Complexity: O(*n*) in the size of the file.
  ///
  /// - Parameter companions: Reads the files of rules that are listed in `extends`. Without this
  ///   function, `extends` finds no files.
  public init(
    _ bytes: some Collection<UInt8>, name: String,
    companions: Contract.Companions = { _ throws(Contract.CompanionError) in nil }
  ) throws(ConfigurationError) {
    self = try ConfigurationReader(bytes, file: name).configuration(companions)
  }

  /// A name that only the contracts of a run explain.
  package struct PlacedName: Hashable, Sendable {
    /// The rule or the contract.
    package var id: String
    /// The place of the name.
    package var position: TextPosition
  }

  /// The ids of rules that only a contract can add.
  package internal(set) var unknownRules: [PlacedName] = []
  /// The contracts that `clients` names.
  package internal(set) var clientContracts: [PlacedName] = []

}

/// The error for a configuration or a baseline that cannot be used.
public struct ConfigurationError: Error, Hashable, Sendable, CustomStringConvertible {
  /// One sentence without a full stop.
  public let message: String
  /// The file's name, as messages show it.
  public let file: String
  /// The place in the file.
  public let position: TextPosition

  /// Creates an error at a place.
  public init(_ message: String, file: String, position: TextPosition) {
    self.message = message
    self.file = file
    self.position = position
  }

  init(_ error: ContractError) {
    self.init(error.message, file: error.contract, position: error.position)
  }

  /// The one line to print: `FILE:LINE:COLUMN: message`.
  public var description: String { "\(file):\(position.line):\(position.column): \(message)" }
}
