internal import JSONTape

/// A contract as it is written: its document, with the files that this one leads to.
///
/// A ``Contract`` is compiled and has lost what a comparison needs: names, branches, places.
public struct ContractDocument: Sendable {
  /// The same, compiled: what cannot be is refused.
  public let contract: Contract

  let files: ContractFiles

  /// Reads and compiles a contract; see ``Contract/init(_:name:overrides:companions:)``.
  ///
  /// - Throws: ``ContractError`` with the place of the first thing that is wrong.
  public init(
    _ bytes: some Collection<UInt8>, name: String,
    companions: Contract.Companions = { _ throws(Contract.CompanionError) in nil }
  ) throws(ContractError) {
    let document = try ContractText.document(bytes, name: name)
    files = try ContractFiles(document, name: name, companions: companions)
    var reader = try OpenAPIReader(files, name: name, overrides: [:])
    contract = try reader.contract()
  }

  /// A contract that is part of the library.
  ///
  /// - Throws: ``Checker/UnknownName`` when there is none of that name.
  public static func bundled(_ name: String) throws(Checker.UnknownName) -> ContractDocument {
    let text = try Contract.bundledText(name)
    do {
      // Its places are then those of the file that people read.
      return try ContractDocument(Contract.laidOut(text), name: name)
    } catch {
      throw Checker.UnknownName(message: "\(error)")
    }
  }

  var root: JSONNode { files.files[0].document.root }
}
