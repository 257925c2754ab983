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
  /// The bodies are those of `schemacheck variants`: one with every documented property, and one for
  /// each freedom of the contract. What the app refuses is an issue at the contract's line; if
  /// the contract has no file on this machine, at the line of the call.
  ///
  /// - Parameters:
  ///   - operation: An operationId, or method and path template.
  ///   - status: The status of the response; nil means the lowest documented success.
  ///   - exceptions: What the app need not decode. One that has expired, or that nothing needs any
  ///     more, is an issue.
  ///   - decode: Decodes a body as the app does.
  /// - Returns: The bodies that the app refuses, those of exceptions included.
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

  /// Lists the required properties without which the app decodes a response all the same. They may
  /// become optional in the contract, as far as this app is concerned.
  ///
  /// - Returns: The places of the properties, as JSON Pointers. Nothing of it fails the test, unless the
  ///   app refuses the whole response.
  public func propertiesNotNeeded<Value>(
    _ contract: Contract, operation: String, status: Int? = nil, filePath: String = #filePath,
    sourceLocation: SourceLocation = #_sourceLocation, _ decode: (Data) throws -> Value
  ) -> [String] {
    var run = DecodingRun(contract, operation, filePath, sourceLocation, [])
    return run.lacking(status) { try decode(Data($0)) }
  }
#endif
