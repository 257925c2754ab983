public import JSONTape

/// A configuration or a baseline that cannot be used: what is wrong with it and where.
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
