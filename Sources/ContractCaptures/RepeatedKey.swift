@_spi(Engine) package import JSONTape

/// A property name that occurs twice in an object of a capture, outside the bodies. Different
/// programs may read different values. Most programs read the last value.
package struct RepeatedKey: Hashable, Sendable {
  /// The path of the property, such as `response.content.text`.
  package let property: String
  /// The message that the property belongs to.
  package let part: Exchange.Part
  /// The second key in the file, with its quotes.
  package let range: ByteRange
}

/// The names that the reader of an envelope's object uses.
struct EnvelopeNames {
  /// The path of the object, with a point at its end.
  private let path: String
  private let part: Exchange.Part
  private let names: [StaticString]
  /// A bit for each length of a name. With it, most keys are skipped quickly.
  private let lengths: UInt64

  init(_ path: String, _ part: Exchange.Part, _ names: [StaticString]) {
    self.path = path
    self.part = part
    self.names = names
    lengths = names.reduce(0) { $0 | 1 << UInt64($1.utf8CodeUnitCount) }
  }

  /// Appends the keys of an object that repeat a name, once for each name.
  ///
  /// - Returns: A bit for each name that the object has, in the order of the names.
  @discardableResult
  func addRepeated(in object: CapturedValue?, to keys: inout [RepeatedKey]) -> UInt64 {
    guard let object, object.kind == .object else { return 0 }
    let cursor = object.cursor
    var seen: UInt64 = 0
    var told: UInt64 = 0
    var key = cursor.firstChild(object.index)
    let end = cursor.next(object.index)
    while key < end {
      let length = cursor.length(key)
      if cursor.isEscaped(key) || length < 64 && lengths &>> UInt64(length) & 1 != 0,
        let number = names.firstIndex(where: { cursor.stringEquals(key, $0) })
      {
        let bit: UInt64 = 1 &<< UInt64(number)
        if seen & bit != 0, told & bit == 0 {
          told |= bit
          let property = path + names[number].description
          keys.append(RepeatedKey(property: property, part: part, range: object.at(key).range))
        }
        seen |= bit
      }
      key = cursor.next(key &+ 1)
    }
    return seen
  }
}
