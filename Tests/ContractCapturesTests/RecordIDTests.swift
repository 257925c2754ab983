@_spi(Engine) @testable import ContractCaptures
import Foundation
import TestSupport
import Testing

/// The id of a record as JSON.
@Suite struct RecordIDTests {
  /// What is copied as it stands is what the slow way shows.
  @Test func theShortWayShowsTheSame() throws {
    var random = SeededGenerator(seed: TestSeed.seed(340))
    let letters = Array("abcXYZ019-_.:/@%&=\\\u{e9}\u{7}<‹›".map(String.init))
    var plain = 0
    for _ in 0..<TestSeed.rounds(20_000) {
      var id = ""
      switch Int.random(in: 0..<5, using: &random) {
      case 0: id = UUID().uuidString
      case 1: id = UUID().uuidString.lowercased()
      case 2: id = "sk_live_" + UUID().uuidString.replacingOccurrences(of: "-", with: "")
      default: break
      }
      if id.isEmpty || Bool.random(using: &random) {
        for _ in 0..<Int.random(in: 0...14, using: &random) {
          id.insert(contentsOf: letters.randomElement(using: &random)!, at: id.endIndex)
        }
      }
      let isNumber = Int.random(in: 0..<9, using: &random) == 0
      let quoted = String(decoding: try JSONEncoder().encode(id), as: UTF8.self)
      let value = isNumber ? String(Int.random(in: 0...99_999, using: &random)) : quoted
      let line = #"{"method": "GET", "url": "https://h/", "status": 200, "id": \#(value)}"#
      guard
        case .exchange(let exchange) = NDJSONLine(bytes: Array(line.utf8), index: 0, offset: 0)
          .read()
      else {
        Issue.record("\(line)")
        continue
      }
      var text: [UInt8] = []
      exchange.appendID(to: &text)
      #expect(text == exchange.id.map(SafeText.quoted) ?? [], "\(line)")
      if text == Array(quoted.utf8) { plain += 1 }
    }
    #expect(plain > 1000)
  }
}
