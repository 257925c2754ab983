import Testing

@testable import ContractCheck

/// The generated copy of the contracts.
@Suite struct BundledContractsTests {
  @Test(arguments: ContractFile.names)
  func isNotStale(name: String) throws {
    let bundled = try #require(BundledContracts.all.first { $0.name == name }).text
    let copy = UnsafeBufferPointer(start: bundled.utf8Start, count: bundled.utf8CodeUnitCount)
    let original = try ContractFile(name).bytes
    // The file ends in a line feed, which the copy may lack.
    let end = original.last == UInt8(ascii: "\n") && copy.last != UInt8(ascii: "\n") ? 1 : 0
    #expect(
      copy.elementsEqual(original.dropLast(end)),
      "schemas/\(name).json is not what is bundled: generate the bundle again")
  }
}
