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
  /// The bodies are the same as in `schemacheck variants`. One body has every documented property.
  /// For each freedom of the contract, there is one more body. If the app refuses a body, this is
  /// an issue at the line of the contract that allows the body. If the contract has no file on this
  /// machine, the issue is at the line of the call.
  ///
  /// - Parameters:
  ///   - operation: An operationId, or a method and a path template.
  ///   - status: The status of the response. Nil means the lowest documented status of a success.
  ///   - exceptions: The values that the app need not decode. If an exception has expired or is no
  ///     longer needed, this is an issue.
  ///   - decode: Decodes a body in the same way as the app.
  /// - Returns: The bodies that the app refuses, including the bodies for which there is an
  ///   exception.
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

  /// Finds the required properties that the app does not need when it decodes a response. For this
  /// app, the contract may make these properties optional.
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
