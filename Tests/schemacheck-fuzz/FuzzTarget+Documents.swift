@_spi(Engine) @testable import ContractCaptures
@_spi(Engine) import ContractCheck
import JSONTape
import TestSupport

extension FuzzTarget {
  /// The parser and everything that reads a tape.
  static let document = FuzzTarget(name: "document", weight: 40, seeds: \.documents) {
    input, _, _ in
    do throws(JSONParseError) {
      return FuzzOutcome(complaint(about: try JSONDocument(input)))
    } catch {
      if error.offset < 0 || error.offset > input.count {
        return .wrong("error at \(error.offset)")
      }
      return error.message.isEmpty ? .wrong("an error without words") : .refused
    }
  }

  static func complaint(about document: JSONDocument) -> String? {
    let duplicates = document.duplicateKeys()
    var open = [document.root]
    var seen = 0
    while let node = open.popLast(), seen < 200 {
      seen += 1
      let range = node.range
      if range.offset < 0 || range.length <= 0 || range.end > document.byteCount {
        return "node at \(range)"
      }
      switch node.kind {
      case .array, .object:
        open += node.elements
        open += node.properties.map(\.value)
        if node.kind == .array ? Array(node.elements).count != node.count : false {
          return "an array of \(node.count) has other elements"
        }
      case .string:
        guard let text = node.string else { return "a string without text" }
        if (try? JSONDocument(JSONWriter.quoted(text)))?.root.string?.utf8.elementsEqual(text.utf8)
          != true
        {
          return "a string does not survive being written"
        }
      case .number:
        guard let number = node.number else { return "a number without value" }
        if number != number || number < number { return "a number is not itself" }
        if let int = node.int, JSONNumber(int) != number { return "\(number.text) is not \(int)" }
        _ = number.isMultiple(of: JSONNumber(3))
        _ = number.hashValue
      case .null, .boolean: break
      }
      if seen % 16 == 0, duplicates.isEmpty {
        let pointer = document.pointer(to: node.tapeIndex)
        if document.node(at: pointer)?.tapeIndex != node.tapeIndex { return "pointer \(pointer)" }
      }
    }
    if document.root != document.root { return "a document is not itself" }
    _ = document.root.hashValue
    return nil
  }

  /// Every reader of captures, and the guess which one is right.
  static let captures = FuzzTarget(name: "captures", weight: 30, seeds: \.captures) { input, _, _ in
    _ = CaptureFormat.detect(input)
    var bodies = 0
    for format in CaptureFormat.allCases {
      let (wrong, count) = read(input) { format.read(input, $0) }
      if let wrong { return .wrong("\(format.rawValue): \(wrong)") }
      if format != .json { bodies += count }
      if let wrong = complaint(aboutPiecesOf: input, format, bodies: count) { return .wrong(wrong) }
    }
    return bodies > 0 ? .accepted : .refused
  }

  /// A capture that passes in small pieces must say what it says as a whole.
  private static func complaint(
    aboutPiecesOf input: [UInt8], _ format: CaptureFormat, bodies: Int
  ) -> String? {
    var rest = input[...]
    func next(_ held: Int = 0) -> [UInt8] {
      defer { rest = rest.dropFirst(7) }
      return Array(rest.prefix(7))
    }
    let (wrong, count) = read(input) { yield in
      CaptureItem.each(in: next(), named: "", as: format, next: next) {
        $0.decompressed(nil, yield)
      }
    }
    if let wrong { return "\(format.rawValue) in pieces: \(wrong)" }
    return count == bodies
      ? nil : "\(format.rawValue) in pieces has \(count) bodies and not \(bodies)"
  }

  private static func read(
    _ input: [UInt8], _ items: ((CaptureItem) -> Void) -> Void
  ) -> (wrong: String?, bodies: Int) {
    var wrong: String?
    var bodies = 0
    func look(_ range: ByteRange?, _ what: String) {
      guard let range else { return }
      if range.offset < 0 || range.length < 0 || range.end > input.count {
        wrong = "\(what) at \(range) of \(input.count)"
      }
    }
    items { item in
      switch item {
      case .problem(let problem):
        look(problem.range, "problem")
        if problem.message.isEmpty { wrong = "a problem without words" }
      case .exchange(let exchange):
        look(exchange.range, "exchange")
        look(exchange.urlRange, "URL")
        look(exchange.statusRange, "status")
        for part in Exchange.Part.allCases {
          let message = exchange[part]
          look(message.mediaTypeRange, "media type")
          for field in message.fields { look(field.valueRange, "field") }
          if (message.body == nil) != (message.absence != nil) { wrong = "body and absence" }
          guard let body = message.body else { continue }
          bodies += 1
          let count = body.bytes.count
          let ranges = [
            ByteRange(offset: 0, length: min(1, count)),
            ByteRange(offset: count / 2, length: min(3, count - count / 2)),
            ByteRange(offset: count, length: 0),
          ]
          for range in body.fileRanges(of: ranges, in: input) { look(range, "body") }
        }
      }
    }
    return (wrong, bodies)
  }
}

extension FuzzTarget {
  /// The reader of YAML: what it writes is JSON with places in the file, and JSON reads the same.
  static let yaml = FuzzTarget(name: "yaml", weight: 20, seeds: \.yaml) { input, _, _ in
    let json = try? JSONDocument(input)
    do throws(YAMLError) {
      let document = try JSONDocument(yaml: input)
      if let json, json.root != document.root { return .wrong("JSON reads otherwise as YAML") }
      if let wrong = complaint(aboutPlacesOf: document, count: input.count) { return .wrong(wrong) }
      return FuzzOutcome(complaint(about: document))
    } catch {
      if error.offset < 0 || error.offset > input.count {
        return .wrong("error at \(error.offset)")
      }
      if let json, json.duplicateKeys().isEmpty { return .wrong("JSON is refused: \(error)") }
      return error.message.isEmpty ? .wrong("an error without words") : .refused
    }
  }

  private static func complaint(
    aboutPlacesOf document: JSONDocument, count: Int
  ) -> String? {
    var open = [document.root]
    var seen = 0
    while let node = open.popLast(), seen < 200 {
      seen += 1
      let range = node.sourceRange
      if range.offset < 0 || range.length < 0 || range.end > count { return "node at \(range)" }
      open += node.elements
      for property in node.properties { open += [property.key, property.value] }
    }
    return nil
  }
}
