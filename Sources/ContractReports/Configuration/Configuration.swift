@_spi(Engine) public import ContractCheck
package import ContractCaptures
public import JSONTape

/// A project's settings from `.schemacheck.json`, which `schemas/config.schema.json` describes for
/// editors. Paths and globs are relative to the folder of the file.
public struct Configuration: Hashable, Sendable {
  /// A text and its position in the file.
  public struct Entry: Hashable, Sendable {
    /// As it is written.
    public var text: String
    /// The place of the value.
    package var position: TextPosition
  }

  /// Files that are broken on purpose.
  public struct ExpectedBroken: Hashable, Sendable {
    /// Which files.
    public var files: PathGlob
    /// The place of the value.
    package var position: TextPosition
  }

  /// What the bare bodies of some files are.
  package struct Bodies: Hashable, Sendable {
    /// Which files.
    public var files: PathGlob
    /// What they hold.
    package var assumption: Checker.Assumption
    /// The place of the object.
    package var position: TextPosition
  }

  /// Bundled names and OpenAPI files, in order of preference.
  public var contracts: [Entry] = []
  /// What to check when the command line names nothing: files, folders, globs, URLs.
  package var inputs: [Entry] = []
  /// The prefix that paths have before those of the contracts.
  package var basePath: BasePath?
  /// What becomes of exchanges with a host that the contracts exclude; nil if the inputs decide.
  package var hosts: HostUse.Choice?
  /// What bare bodies are; the first match of a file counts.
  package var bodies: [Bodies] = []
  /// Where the parts of an exchange stand in records of other shapes; the first that fits counts.
  package var records: [RecordMapping] = []
  /// What stands for other values in captures, where it is not what recorders usually write.
  package var placeholders: Placeholders?
  /// Rule settings over those at the top of each contract.
  package var rules = RuleOverrides()
  /// Findings to hide.
  public var suppressions: [Suppression] = []
  /// Files that must have findings; these are not reported.
  package var expectedBroken: [ExpectedBroken] = []
  /// The minimum severity that fails a run.
  package var failOn: Severity?
  /// Whether a run fails that leaves anything unchecked or guesses.
  package var isStrict = false
  /// Reports, `FORMAT` or `FORMAT=FILE`.
  package var formats: [Entry] = []
  /// The file of known findings.
  public var baseline: Entry?
  /// A server of the contract or a base URL, for live checks.
  package var server: Entry?
  /// Origins, such as `https://api.example.com`, that get the credentials of live checks although
  /// only the contract or this file names them.
  package var allowedOrigins: [Entry] = []
  /// Values of parameters by name, for live checks.
  package var parameters: [String: String] = [:]

  /// A configuration without settings.
  public init() {}

  /// The file's usual name.
  package static let fileName = ".schemacheck.json"

  /// Reads a configuration, JSON (RFC 8259); `name` is the file as errors show it.
  ///
  /// - Throws: ``ConfigurationError`` with the place of the first error and the nearest known name.
  /// - Complexity: O(*n*) in the size of the file.
  ///
  /// - Parameter companions: Reads the files of rules that `extends` names; without it there are
  ///   none.
  public init(
    _ bytes: some Collection<UInt8>, name: String,
    companions: Contract.Companions = { _ throws(Contract.CompanionError) in nil }
  ) throws(ConfigurationError) {
    self = try ConfigurationReader(bytes, file: name).configuration(companions)
  }

  /// A rule that is named and not known; a contract may add it.
  package struct UnknownRule: Hashable, Sendable {
    /// The id.
    package var id: String
    /// The place of the id.
    package var position: TextPosition
  }

  /// The rules that only a contract can add.
  package internal(set) var unknownRules: [UnknownRule] = []

}

/// A configuration or a baseline that cannot be used.
public struct ConfigurationError: Error, Hashable, Sendable, CustomStringConvertible {
  /// One sentence without a full stop.
  public let message: String
  /// The file as it is shown.
  public let file: String
  /// The place in the file.
  public let position: TextPosition

  /// An error at a place.
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
