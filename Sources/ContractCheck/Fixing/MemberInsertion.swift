internal import JSONTape

extension BodyFix {
  /// Puts a null member behind the last one of an object, laid out as that is: with its line ends,
  /// its indentation, and its spaces around comma and colon.
  static func inserting(
    _ member: String, into object: JSONNode, of document: JSONDocument, isSafe: Bool = true
  ) -> BodyFix {
    let title = "add `\"\(SafeText.line(member))\": null`"
    let name = JSONWriter.quoted(member)
    var before: JSONMember?
    var last: JSONMember?
    for next in object.members {
      before = last
      last = next
    }
    func text(from start: Int, to end: Int) -> String {
      String(
        decoding: document.bytes(in: ByteRange(offset: start, length: max(0, end - start))),
        as: UTF8.self)
    }
    guard let last else {
      // The whole object is written anew, so that two such fixes never meet inside it.
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
      // `{"a": 1}` says how it treats commas by its colon.
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

  /// What follows the colon that an object stands behind; a space where it stands behind none.
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
