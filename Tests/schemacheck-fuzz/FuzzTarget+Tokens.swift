@_spi(Engine) @testable import ContractCaptures
@_spi(Engine) import ContractCheck
@_spi(Engine) import JSONTape
import TestSupport

extension FuzzTarget {
  /// The tokenizer over broken text. Where the text is cut into windows changes nothing.
  static let tokens = FuzzTarget(name: "tokens", weight: 20, seeds: { $0.documents + $0.captures })
  {
    input, _, generator in
    let pieces = 1 + generator.below(generator.once(in: 3) ? 8 : 200)
    var isAccepted = true
    for scans in [false, true] {
      let whole = TokenReading(input, pieces: max(1, input.count), scans: scans)
      let cut = TokenReading(input, pieces: pieces, scans: scans)
      if let wrong = whole.complaint ?? cut.complaint { return .wrong(wrong) }
      if whole.ends != cut.ends { return .wrong("other tokens in pieces of \(pieces)") }
      if whole.error != cut.error { return .wrong("another error in pieces of \(pieces)") }
      guard !scans else { continue }
      var parsed: JSONParseError?
      do throws(JSONParseError) { _ = try JSONDocument(input) } catch { parsed = error }
      if parsed != whole.error { return .wrong("the parser says \(String(describing: parsed))") }
      isAccepted = parsed == nil
    }
    return isAccepted ? .accepted : .refused
  }

  /// Blocks of lines and of entries, as the threads of a run read them.
  static let blocks = FuzzTarget(name: "blocks", weight: 8, seeds: \.captures) {
    input, context, generator in
    guard let checker = try? Checker(contracts: [generator.pick(context.contracts)]) else {
      return .refused
    }
    let lines = generator.once(in: 2) ? input + [0x0A] + input : input
    let validator = TrafficValidator(checker, showsLines: true, needsResults: generator.once(in: 2))
    let padded = lines + [UInt8](repeating: 0, count: 64)
    let read = padded.withByteView { validator.check(lines: $0, at: 0, of: "fuzz") }
    let all = lines.split(separator: 0x0A, omittingEmptySubsequences: false)
    let count = all.last?.isEmpty == false ? all.count : all.count - 1
    if read.lineCount != count { return .wrong("\(read.lineCount) lines of \(count)") }
    return FuzzOutcome(complaint(aboutEntriesOf: input, padded), else: .accepted)
  }

  /// Ranges that the scan of a HAR's entries finds are in order, and what is parsed in them ends there.
  private static func complaint(aboutEntriesOf input: [UInt8], _ padded: [UInt8]) -> String? {
    padded.withByteView { bytes in
      var scan = HAREntryScan(isAfterEntry: false)
      for end in [input.count / 2, input.count] { scan.scan(bytes, to: end) }
      let block = ByteView(rebasing: bytes[..<(input.count + 64)])
      let parser = HAREntryParser()
      var last = 0
      for (index, range) in scan.entries.enumerated() {
        if range.lowerBound < last || range.isEmpty || range.upperBound > input.count {
          return "an entry at \(range)"
        }
        last = range.upperBound
        // The bytes behind an entry are another one, or not read.
        parser.begin(block, offset: 0, after: LineCount())
        parser.entry(in: range, index: index)?.read { _ in }
      }
      return nil
    }
  }
}

/// What the tokenizer finds in a text that comes in pieces.
private struct TokenReading {
  private(set) var ends: [Int] = []
  private(set) var error: JSONParseError?
  private(set) var complaint: String?

  init(_ text: [UInt8], pieces: Int, scans: Bool) {
    var tokenizer = JSONTokenizer()
    var window: [UInt8] = []
    var base = 0
    var given = 0
    while true {
      let isLast = given + pieces >= text.count
      window += text[given..<min(text.count, given + pieces)]
      given = min(text.count, given + pieces)
      let held = window.count
      // Exactly what the tokenizer may read, so that AddressSanitizer sees what lies beyond.
      let padded = window + [UInt8](repeating: 0, count: 64)
      padded.withByteView { bytes in
        guard let start = bytes.memory.baseAddress else { return }
        do throws(JSONParseError) {
          try read(&tokenizer, start, held, isLast, base, scans)
        } catch {
          self.error = JSONParseError(error.reason, offset: base + error.offset)
        }
      }
      if isLast || error != nil || complaint != nil { return }
      let gone = min(tokenizer.needed, held)
      if gone < 0 {
        complaint = "needs the byte at \(gone)"
        return
      }
      window.removeFirst(gone)
      tokenizer.move(by: gone)
      base += gone
    }
  }

  private mutating func read(
    _ tokenizer: inout JSONTokenizer, _ bytes: UnsafePointer<UInt8>, _ held: Int, _ isLast: Bool,
    _ base: Int, _ scans: Bool
  ) throws(JSONParseError) {
    while true {
      let token =
        scans
        ? tokenizer.scan(bytes, end: held, isLast: isLast)
        : try tokenizer.next(bytes, end: held, isLast: isLast)
      guard let token, token.kind != .end else { return }
      if token.end > held || token.end <= token.start || base + token.end <= (ends.last ?? 0) {
        return complaint = "a token from \(token.start) to \(token.end) of \(held)"
      }
      if JSONTokenizer.isName(token, "log", in: bytes), token.end - token.start > 26 {
        return complaint = "`log` in \(token.end - token.start) bytes"
      }
      ends.append(base + token.end)
    }
  }
}
