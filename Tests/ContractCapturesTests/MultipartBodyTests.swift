@_spi(Engine) import JSONTape
import Testing

@testable import ContractCaptures

/// The parts of a multipart body, and what keeps it from being read.
@Suite struct MultipartBodyTests {
  private func read(
    _ text: String, _ boundary: String = "b"
  ) -> Result<MultipartBody, MultipartBody.Fault> {
    Result { () throws(MultipartBody.Fault) in
      try MultipartBody(Array(text.utf8), boundary: boundary)
    }
  }

  @Test func partsAreRead() throws {
    let text =
      "preamble\r\n--b\r\nContent-Disposition: form-data;\r\n name=\"a b\"; filename=\"x\"\r\n"
      + "Content-Type: image/png\r\n\r\none\r\ntwo\r\n--b \t\r\n\r\n\r\n--b--\r\nrest\r\n--b\r\nno"
    let parts = try read(text).get().parts
    #expect(parts.count == 2)
    #expect(parts[0].name == "a b")
    #expect(parts[0]["content-type"]?.text == "image/png")
    let bytes = Array(text.utf8)
    let content = parts[0].content
    #expect(
      String(decoding: bytes[content.offset..<content.end], as: UTF8.self) == "one\r\ntwo")
    #expect(parts[1].name == nil && parts[1].content.length == 0)
  }

  /// Editors save bare line feeds; a longer boundary begins with a shorter one.
  @Test func lineEndsAndBoundaries() throws {
    let text = "--b\nA: 1\n\n--bc\n--b-\n--b--"
    let parts = try read(text).get().parts
    #expect(parts.count == 1)
    #expect(parts[0].content == ByteRange(offset: 10, length: 9))
    #expect(try read("--b--").get().parts.isEmpty)
    #expect(
      try MultipartBody(Array("--b\r\n\r\nx\r\n--b--\r".utf8), boundary: "b").parts.count == 1)
  }

  @Test(
    arguments: [
      ("", .noDelimiter(firstLine: ByteRange(offset: 0, length: 0))),
      ("--c\n\nx\n--c--\n", .noDelimiter(firstLine: ByteRange(offset: 0, length: 3))),
      ("--b\n\nx\n", .noEnd(ByteRange(offset: 7, length: 0))),
      ("--b\nA: 1\nno field\n\nx\n--b--", .headerLine(part: 1, ByteRange(offset: 9, length: 8))),
      (
        "--b\n\nx\n--b\nA: 1\n--b--",
        .endlessHeaders(part: 2, ByteRange(offset: 11, length: 4))
      ),
      ("--b\n--b--", .endlessHeaders(part: 1, ByteRange(offset: 4, length: 0))),
      (" folded\n--b\n folded\n\n--b--", .headerLine(part: 1, ByteRange(offset: 12, length: 7))),
    ] as [(String, MultipartBody.Fault)])
  func whatCannotBeRead(_ text: String, _ fault: MultipartBody.Fault) {
    #expect(throws: fault) { try read(text).get() }
  }

  @Test func theFirstLineMayShowTheBoundary() {
    #expect(MultipartBody.boundary(shownBy: Array("--a-b\r\nx".utf8)) == "a-b")
    for text in ["", "--", "x", "--a b\n", "--\(String(repeating: "a", count: 71))"] {
      #expect(MultipartBody.boundary(shownBy: Array(text.utf8)) == nil)
    }
  }
}
