@_spi(Engine) internal import ContractCaptures
internal import JSONTape

extension BodyFix {
  /// Adds a null property after the last property of an object. The new property has the same
  /// layout: line endings, indentation, and spaces around comma and colon.
  static func inserting(
    _ property: String, into object: JSONNode, of document: JSONDocument, isSafe: Bool = true
  ) -> BodyFix {
    let title = "add `\"\(SafeText.line(property))\": null`"
    let name = JSONWriter.quoted(property)
    var before: JSONProperty?
    var last: JSONProperty?
    for next in object.properties {
      before = last
      last = next
    }
    func text(from start: Int, to end: Int) -> String {
      String(
        decoding: document.bytes(in: ByteRange(offset: start, length: max(0, end - start))),
        as: UTF8.self)
    }
    guard let last else {
      // The whole object is replaced, so that two such fixes always overlap and are not both made.
      let colon = Self.colonBefore(object, in: document)
      return BodyFix(
        title: title,
        edits: [Edit(range: object.range, text: "{\(name):\(colon)null}")], isSafe: isSafe)
    }
    let colon = text(from: last.key.range.end, to: last.value.range.offset)
    var separator: String
    if let before {
      separator = text(from: before.value.range.end, to: last.key.range.offset)
    } else {
      separator = "," + text(from: object.range.offset + 1, to: last.key.range.offset)
      // In `{"a": 1}`, the space after the colon decides whether commas get a space.
      if separator == ",", colon.hasSuffix(" ") { separator = ", " }
    }
    return BodyFix(
      title: title,
      edits: [
        Edit(
          range: ByteRange(offset: last.value.range.end, length: 0),
          text: separator + name + colon + "null")
      ], isSafe: isSafe)
  }

  /// The space after the colon before an object; one space if there is no colon.
  private static func colonBefore(_ object: JSONNode, in document: JSONDocument) -> String {
    let most = 64
    let start = max(0, object.range.offset - most)
    let lead = document.bytes(
      in: ByteRange(offset: start, length: object.range.offset - start))
    guard let end = lead.lastIndex(where: { !ASCIIByte.isSpace($0) }),
      lead[end] == UInt8(ascii: ":")
    else { return " " }
    return end + 1 == lead.endIndex ? "" : " "
  }
}
