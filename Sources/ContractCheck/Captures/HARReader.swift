@_spi(Engine) internal import JSONTape

/// Reads HTTP Archives that are all there; ``HARStream`` reads them as they pass.
enum HARReader {
  /// Whether the root object's `log` holds an array of `entries`; the rest of the file may be broken
  /// or not there yet.
  static func recognises(_ bytes: [UInt8]) -> Bool {
    var tokenizer = JSONTokenizer(at: ByteOrderMark.length(in: bytes))
    var outline = HAROutline()
    while !outline.isInEntries, outline.mayHaveEntries,
      let token = tokenizer.scan(bytes, end: bytes.count)
    {
      if token.kind == .unknown, tokenizer.depth <= 2 { return false }
      outline.note(token, depth: tokenizer.depth) {
        JSONTokenizer.isName(token, $0, in: bytes)
      }
    }
    return outline.isInEntries
  }

  static func read(_ bytes: [UInt8], _ yield: (CaptureItem) -> Void) {
    read(bytes, in: HARStream(), pieces: HARStream.pieceSize, yield)
  }

  /// Reads a file in pieces of a size.
  static func read(
    _ bytes: [UInt8], in stream: HARStream, pieces size: Int, _ yield: (CaptureItem) -> Void
  ) {
    func take(_ part: HARStream.Part) {
      switch part {
      case .entry(let entry): entry.read(yield)
      case .problem(let problem, _): yield(.problem(problem))
      }
    }
    bytes.withUnsafeBytes { bytes in
      for start in stride(from: 0, to: bytes.count, by: size) {
        let piece = bytes[start..<min(bytes.count, start + size)]
        stream.feed(UnsafeRawBufferPointer(rebasing: piece), yield: take)
      }
    }
    stream.finish(take)
  }

}
