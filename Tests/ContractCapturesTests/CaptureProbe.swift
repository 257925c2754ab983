@_spi(Engine) @testable import ContractCaptures
import JSONTape
import Testing

@testable import ContractCheck

/// What a reader handed on, with the file at hand for asking about positions.
struct CaptureProbe {
  let file: [UInt8]
  var exchanges: [Exchange] = []
  var problems: [CaptureProblem] = []

  init(_ file: [UInt8], as format: CaptureFormat? = nil) {
    self.file = file
    var exchanges: [Exchange] = []
    var problems: [CaptureProblem] = []
    (format ?? CaptureFormat.detect(file)).read(file) { item in
      switch item {
      case .exchange(let exchange): exchanges.append(exchange)
      case .problem(let problem): problems.append(problem)
      }
    }
    self.exchanges = exchanges
    self.problems = problems
  }

  init(_ text: String, as format: CaptureFormat? = nil) {
    self.init(Array(text.utf8), as: format)
  }

  /// The file's text in a range.
  func text(_ range: ByteRange?) -> String? {
    guard let range, range.offset >= 0, range.length >= 0, range.end <= file.count else {
      return nil
    }
    return String(decoding: file[range.offset..<range.end], as: UTF8.self)
  }

  /// Where the first occurrence of `needle` in the body stands in the file.
  func place(of needle: String, in body: Body) throws -> ByteRange {
    let start = try #require(
      body.bytes.indices.first { body.bytes[$0...].starts(with: needle.utf8) })
    let range = ByteRange(offset: start, length: needle.utf8.count)
    return try #require(body.fileRanges(of: [range], in: file).first)
  }

  /// Each token of a JSON body must be in the file, at the place its range maps to, as the same text
  /// once JSON's escapes are undone.
  func expectEveryTokenInPlace(
    _ body: Body, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let document = try JSONDocument(body.bytes)
    var tokens: [ByteRange] = []
    func walk(_ node: JSONNode) {
      for element in node.elements { walk(element) }
      for property in node.properties {
        tokens.append(property.key.range)
        walk(property.value)
      }
      if node.kind != .array, node.kind != .object { tokens.append(node.range) }
    }
    walk(document.root)
    #expect(!tokens.isEmpty, sourceLocation: sourceLocation)
    let places = body.fileRanges(of: tokens, in: file)
    for (token, place) in zip(tokens, places) {
      let wanted = String(
        decoding: body.bytes[token.offset..<token.end], as: UTF8.self)
      let raw = try #require(text(place), sourceLocation: sourceLocation)
      let found = body.isEscaped ? try JSONDocument("\"\(raw)\"").root.string : raw
      #expect(found == wanted, sourceLocation: sourceLocation)
    }
  }
}

extension Exchange {
  /// Everything that it holds, read.
  var account: String {
    let parts = Exchange.Part.allCases.map { part in
      let message = self[part]
      let types = message.headers["content-type"].map { "\($0)" }
      return "\(message.mediaType ?? "-") \(message.mediaTypeRange as ByteRange?) "
        + "\(message.body as Body?) \(message.absence as SkipReason?) \(message.fields) \(types)"
    }
    return "\(index) \(unit as Unit?) \(isBare) \(method ?? "-") \(url ?? "-") "
      + "\(status as Int?) \(range) \(urlRange as ByteRange?) \(statusRange as ByteRange?) "
      + "\(id ?? "-") \(parts)"
  }
}

extension Message {
  var text: String? { body.map { String(decoding: $0.bytes, as: UTF8.self) } }
}

/// Message heads end their lines in CRLF; bodies are given apart.
func crlf(_ head: String) -> String {
  head.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\r\n")
}
