@_spi(Engine) public import ContractAuthoring

#if canImport(Testing)
  public import ContractCheck
  #if canImport(FoundationEssentials)
    public import FoundationEssentials
  #else
    public import Foundation
  #endif
  public import Testing

  /// Expects that the app decodes every response that a contract allows.
  ///
  /// ```swift
  /// try expectDecodes(.file("../../api/openapi.yaml"), operation: "listPublicLocations") { data in
  ///   try JSONDecoder().decode(Page.self, from: data)
  /// }
  /// ```
  ///
  /// The bodies are the same as in `schemacheck variants`: one body with every documented property,
  /// and one body for each freedom of the contract. Each body that the app refuses is an issue at
  /// the contract's line. If the contract has no file on this machine, the issue is at the line of
  /// the call.
  ///
  /// - Parameters:
  ///   - operation: An operationId, or method and path template.
  ///   - status: The status of the response; nil means the lowest documented success.
  ///   - exceptions: The parts that the app need not decode. An exception that has expired, or that
  ///     is no longer needed, is an issue.
  ///   - decode: Decodes a body in the same way as the app.
  /// - Returns: The bodies that the app refuses, including those of exceptions.
  @discardableResult
  public func expectDecodes<Value>(
    _ contract: Contract, operation: String, status: Int? = nil,
    exceptions: [DecodingException] = [], filePath: String = #filePath,
    sourceLocation: SourceLocation = #_sourceLocation, _ decode: (Data) throws -> Value
  ) -> [Variant] {
    var run = DecodingRun(contract, operation, filePath, sourceLocation, exceptions)
    run.variants(status) { try decode(Data($0)) }
    return run.refused
  }

  /// Lists the required properties that the app does not need to decode a response. For this app,
  /// these properties may become optional in the contract.
  ///
  /// - Returns: The places of the properties, as JSON Pointers. These properties never fail the
  ///   test. The test fails only if the app refuses the whole response.
  public func propertiesNotNeeded<Value>(
    _ contract: Contract, operation: String, status: Int? = nil, filePath: String = #filePath,
    sourceLocation: SourceLocation = #_sourceLocation, _ decode: (Data) throws -> Value
  ) -> [String] {
    var run = DecodingRun(contract, operation, filePath, sourceLocation, [])
    return run.lacking(status) { try decode(Data($0)) }
  }
#endif
