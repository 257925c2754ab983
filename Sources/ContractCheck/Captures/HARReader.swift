/// Reads HTTP Archives that are all there; ``HARStream`` reads them as they pass.
enum HARReader {
  /// Whether the root object's `log` holds an array of `entries`; the rest of the file may be broken
  /// or not there yet.
  static func recognises(_ bytes: [UInt8]) -> Bool {
    entries(bytes) != nil
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

  /// Stands before the first entry.
  private static func entries(_ bytes: [UInt8]) -> JSONSkipper? {
    var skipper = JSONSkipper(bytes, from: JSONSkipper.afterByteOrderMark(bytes))
    guard skipper.enter(member: "log"), skipper.enter(member: "entries"),
      skipper.take(UInt8(ascii: "["))
    else { return nil }
    return skipper
  }
}
