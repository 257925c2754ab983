@_spi(Engine) internal import ContractCaptures
internal import JSONTape

/// The JSON text of an item, and the places of its parts in the body.
struct SequenceText {
  private struct Run {
    /// The offset of the run's first byte in the text.
    let start: Int
    let source: Range<Int>
    /// Whether the body contains exactly these bytes.
    let isCopy: Bool
  }

  private(set) var bytes: [UInt8] = []
  /// The runs in order; a run ends where the next one begins.
  private var runs: [Run] = []

  /// Whether JSON can replace this part of the body.
  var isCopy: Bool { runs.allSatisfy(\.isCopy) }

  init() {}

  /// Uses the lines of an item, or the data of an event, without changes.
  init(_ item: SequenceItem, in body: [UInt8]) { append(item, in: body) }

  /// Makes an object of an event. It has the event's data, and the last value of each other field.
  init(event item: SequenceItem, in body: [UInt8]) {
    var last: [SequenceItem.Field.Name: SequenceItem.Field] = [:]
    for field in item.fields { last[field.name] = field }
    guard let first = item.fields.first, let end = item.fields.last else { return }
    append("{", for: first.nameRange)
    var isFirst = true
    for field in item.fields {
      guard let value = last.removeValue(forKey: field.name) else { continue }
      if !isFirst { append(",", for: value.nameRange) }
      isFirst = false
      append("\"\(field.name.rawValue)\"", for: field.nameRange)
      append(":", for: field.nameRange)
      switch field.name {
      case .data:
        let lines = item.lines
        let text = lines.map { String(decoding: body[$0], as: UTF8.self) }.joined(separator: "\n")
        let range = (lines.first?.lowerBound ?? 0)..<(lines.last?.upperBound ?? 0)
        append(JSONWriter.quoted(text), for: range)
      case .retry:
        let digits = body[value.value].drop { $0 == UInt8(ascii: "0") }
        append(digits.isEmpty ? "0" : String(decoding: digits, as: UTF8.self), for: value.value)
      case .id, .event:
        let text = String(decoding: body[value.value], as: UTF8.self)
        append(JSONWriter.quoted(text), for: value.value)
      }
    }
    append("}", for: end.value.isEmpty ? end.nameRange : end.value)
  }

  mutating func append(_ item: SequenceItem, in body: [UInt8]) {
    for (number, line) in item.lines.enumerated() {
      if number > 0 { append("\n", for: line.lowerBound..<line.lowerBound) }
      runs.append(Run(start: bytes.count, source: line, isCopy: true))
      bytes += body[line]
    }
  }

  /// Appends a text that represents a part of the body.
  mutating func append(_ text: String, for source: Range<Int>) {
    runs.append(Run(start: bytes.count, source: source, isCopy: false))
    bytes += text.utf8
  }

  /// The range of the body that a range of the text comes from.
  func source(of range: ByteRange) -> ByteRange {
    guard let first = run(at: range.offset) else { return range }
    let start =
      first.isCopy
      ? min(first.source.lowerBound + range.offset - first.start, first.source.upperBound)
      : first.source.lowerBound
    guard range.length > 0, let last = run(at: range.end - 1) else {
      return ByteRange(offset: start, length: 0)
    }
    let end =
      last.isCopy
      ? min(last.source.lowerBound + range.end - last.start, last.source.upperBound)
      : last.source.upperBound
    return ByteRange(offset: start, length: max(0, end - start))
  }

  /// The last run that begins at or before an offset. Empty lines have empty runs.
  private func run(at offset: Int) -> Run? {
    let next = runs.indices.partitionPoint { runs[$0].start > offset }
    return runs.isEmpty ? nil : runs[max(0, next - 1)]
  }
}
