@_spi(Engine) internal import ContractCaptures
internal import JSONSchema
@_spi(Engine) public import JSONTape

/// The error for a contract that cannot be used.
public struct ContractError: Error, Hashable, Sendable, CustomStringConvertible {
  /// One sentence without a full stop.
  public let message: String
  /// The contract's name or file.
  public let contract: String
  /// The pointer to the wrong value.
  public let pointer: JSONPointer
  /// The place of the wrong value in the file.
  public let position: TextPosition

  init(_ message: String, contract: String, node: JSONNode) {
    self.message = message
    self.contract = contract
    pointer = node.document.pointer(to: node.tapeIndex)
    position = node.document.position(of: node.range.offset)
  }

  init(_ error: SchemaError, contract: String) {
    message = error.message + (error.unknown?.advice ?? "")
    self.contract = error.name.isEmpty ? contract : error.name
    pointer = error.pointer
    position = error.position
  }

  init(_ fault: Violation, contract: String, document: JSONDocument) {
    message = "\(fault.text.message) (`\(fault.instance)`)"
    self.contract = contract
    pointer = fault.instance
    position = document.position(of: fault.range.offset)
  }

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

extension SchemaError.UnknownName {
  /// The end of a message. It is the name that was probably meant, or the name that does not exist.
  var advice: String {
    let near = NearestName.suggestion(for: name, among: known.map { SafeText.line($0) })
    return near.isEmpty && !isLast ? ": there is no `\(SafeText.line(name))`" : near
  }
}

/// A small mistake in a contract. The author's intention is clear, so the contract is read as
/// intended.
public struct ContractWarning: Hashable, Sendable {
  /// One sentence without a full stop.
  package let message: String
  /// The file with the mistake.
  package let file: String
  /// The pointer to the wrong value.
  package let pointer: JSONPointer
  /// The place of the wrong value in the file.
  package let position: TextPosition
  /// The number of other places in the contract with the same warning.
  package let others: Int

  /// The one line to print: `FILE:LINE:COLUMN: warning: message`.
  package var description: String {
    let more = others == 0 ? "" : " (and \(others) more such warnings)"
    return "\(file):\(position.line):\(position.column): warning: \(message)\(more)"
  }
}

/// The warnings of a contract that is being read: the places of each message.
final class ContractWarnings {
  private struct Place: Hashable {
    let document: ObjectIdentifier
    let index: Int
  }

  private var places: [String: (first: JSONNode, all: Set<Place>)] = [:]

  /// Adds a warning, once per value.
  func add(_ message: String, _ node: JSONNode) {
    let place = Place(document: node.document.identity, index: node.tapeIndex)
    if places[message]?.all.insert(place) == nil { places[message] = (node, [place]) }
  }

  /// The warnings in the order of the files. Each message is there once, at its first place.
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
