import JSONTape
import Testing

struct DuplicateKeyTests {
  private func duplicates(_ text: String) throws -> [String] {
    let document = try JSONDocument(text)
    return document.duplicateKeys().map { duplicate in
      let nodes = [duplicate.object, duplicate.first, duplicate.repeated].map {
        document.node(at: $0).range.offset
      }
      return "\(nodes[0]): \(nodes[1]) \(nodes[2])"
    }
  }

  @Test func foundInEveryObject() throws {
    #expect(try duplicates(#"{"a":1,"b":2,"a":3}"#) == ["0: 1 13"])
    #expect(try duplicates(#"{"a":1,"a":2,"a":3}"#) == ["0: 1 7", "0: 1 13"])
    #expect(try duplicates(#"[{"x":{"a":1,"a":2},"x":0}]"#) == ["6: 7 13", "1: 2 20"])
    #expect(try duplicates(#"[{"a":1},{"a":{"a":[{"a":1}]}}]"#) == [])
  }

  /// Names that agree in their length and at both ends, and names of every length.
  @Test func likeNamesAreTwoNames() throws {
    #expect(try duplicates(#"{"beginning-a-the end":1,"beginning-b-the end":2}"#) == [])
    for length in 0..<40 {
      let name = String(repeating: "n", count: length)
      let others = (0..<20).map { #""\#(name)\#($0)":0,"# }.joined()
      #expect(try duplicates("{\(others)\"\(name)\":0}") == [])
      let found = try duplicates("{\"\(name)\":1,\(others)\"\(name)\":0}")
      let last = "{\"\(name)\":1,\(others)".utf8.count
      #expect(found == ["0: 1 \(last)"])
    }
  }

  @Test func comparedDecoded() throws {
    #expect(try duplicates(##"{"a":1,"\u0061":2}"##) == ["0: 1 7"])
    #expect(try duplicates(##"{"\u0061":1,"\u0061":2}"##) == ["0: 1 12"])
    #expect(try duplicates(##"{"\n":1,"n":2,"\\n":3}"##) == [])
    // One letter in two normal forms is two names.
    #expect(try duplicates("{\"\u{E9}\":1,\"e\u{301}\":2}") == [])
  }

  @Test(arguments: [31, 32, 33, 100, 100_000])
  func bigObjects(_ count: Int) throws {
    var properties = (0..<count).map { #""key number \#($0)":0"# }
    properties[count / 2] = ##""\u006bey number 0":0"##
    properties[count - 1] = properties[count - 2]
    let document = try JSONDocument("{\(properties.joined(separator: ","))}")
    let names = document.root.properties.map(\.key.tapeIndex)
    let found = document.duplicateKeys()
    #expect(found.map(\.object) == [0, 0])
    #expect(found.map(\.first) == [names[0], names[count - 2]])
    #expect(found.map(\.repeated) == [names[count / 2], names[count - 1]])
  }
}
