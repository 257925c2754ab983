@_spi(Engine) @testable import ContractAuthoring
@_spi(Engine) import JSONTape
import Testing

@testable import ContractCheck

/// The generated copy of the contracts.
@Suite struct BundledContractsTests {
  @Test(arguments: ContractFile.names)
  func isNotStale(name: String) throws {
    let bundled = try #require(BundledContracts.all.first { $0.name == name }).text
    let copy = ByteView(bundled)
    let original = try ContractFile(name).bytes
    #expect(
      try (Contract.laidOut(copy) + [UInt8(ascii: "\n")]).elementsEqual(original),
      "schemas/\(name).json is not what is bundled: generate the bundle again")
  }

  /// Lines and columns that a comparison tells are those of `schemas/`.
  @Test(arguments: ContractFile.names)
  func placesAreThoseOfTheFile(name: String) throws {
    let document = try ContractDocument.bundled(name).root.document
    #expect(try document.sourceBytes.elementsEqual(ContractFile(name).bytes.dropLast()))
  }

  @Test(arguments: ContractFile.names)
  func everyOperationHasALine(name: String) throws {
    let bundled = try #require(BundledContracts.all.first { $0.name == name }).text
    let lines = bundled.description.split(separator: "\n")
    let operations = try Contract.bundled(name).operations
    #expect(lines.count { $0.contains("\"operationId\":") } == operations.count)
    #expect(lines.count < 4 * operations.count + 60)
  }
}
