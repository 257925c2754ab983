internal import JSONSchema
@_spi(Engine) public import JSONTape

/// A contract that cannot be used: what is wrong with it and where.
public struct ContractError: Error, Hashable, Sendable {
  /// One sentence without a full stop.
  public let message: String
  /// The contract's name or file.
  public let contract: String
  /// The offending value.
  public let pointer: JSONPointer
  /// Its place in the file.
  public let position: TextPosition

  init(_ message: String, contract: String, node: JSONNode) {
    self.message = message
    self.contract = contract
    pointer = node.document.pointer(to: node.tapeIndex)
    position = node.document.position(of: node.range.offset)
  }

  init(_ error: SchemaError, contract: String) {
    message = error.message
    self.contract = error.name.isEmpty ? contract : error.name
    pointer = error.pointer
    position = error.position
  }

  /// What a metaschema finds in a schema.
  init(_ fault: Violation, contract: String, document: JSONDocument) {
    message = "\(fault.text.message) (`\(fault.instance)`)"
    self.contract = contract
    pointer = fault.instance
    position = document.position(of: fault.range.offset)
  }

  /// Text that cannot be read, at a byte of it.
  init(_ message: String, contract: String, offset: Int, in bytes: some Collection<UInt8>) {
    self.message = message
    self.contract = contract
    pointer = JSONPointer()
    var lines = LineIndex(bytes)
    position = lines.position(of: offset)
  }

  /// The one line to print: `FILE:LINE:COLUMN: message`.
  public var description: String {
    "\(contract):\(position.line):\(position.column): \(message)"
  }
}

/// A slip in a contract whose intent is plain: it is read as it was meant.
public struct ContractWarning: Hashable, Sendable {
  /// One sentence without a full stop.
  public let message: String
  /// The file that it stands in.
  public let file: String
  /// The offending value.
  public let pointer: JSONPointer
  /// Its place in the file.
  public let position: TextPosition
  /// How many more places of the contract the same is said of.
  public let others: Int

  /// The one line to print: `FILE:LINE:COLUMN: warning: message`.
  public var description: String {
    let more = others == 0 ? "" : " (and \(others) more like it)"
    return "\(file):\(position.line):\(position.column): warning: \(message)\(more)"
  }
}

/// The warnings of a contract that is being read: of each message, the places.
final class ContractWarnings {
  private struct Place: Hashable {
    let document: ObjectIdentifier
    let index: Int
  }

  private var places: [String: (first: JSONNode, all: Set<Place>)] = [:]

  /// Notes a warning, once for a value however often it is come by.
  func add(_ message: String, _ node: JSONNode) {
    let place = Place(document: node.document.identity, index: node.tapeIndex)
    if places[message]?.all.insert(place) == nil { places[message] = (node, [place]) }
  }

  /// One a message, at the first of its places that was come by, in the order of the files.
  func sorted(in files: ContractFiles) -> [ContractWarning] {
    let ordered = places.sorted { left, right in
      let (one, other) = (left.value.first, right.value.first)
      let (first, second) = (files.number(of: one), files.number(of: other))
      if first != second { return first < second }
      if one.range.offset != other.range.offset { return one.range.offset < other.range.offset }
      return left.key < right.key
    }
    return ordered.map { message, places in
      let node = places.first
      return ContractWarning(
        message: message, file: files.name(of: node),
        pointer: node.document.pointer(to: node.tapeIndex),
        position: node.document.position(of: node.range.offset), others: places.all.count - 1)
    }
  }
}
