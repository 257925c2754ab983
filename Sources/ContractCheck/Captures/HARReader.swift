import JSONTape

/// Reads HTTP Archives, versions 1.1 and 1.2: every entry of `log.entries`.
enum HARReader {
  /// Whether the root object's `log` holds an array of `entries`; the rest of the file may be broken
  /// or not there yet.
  static func recognises(_ bytes: [UInt8]) -> Bool {
    entries(bytes) != nil
  }

  static func read(_ bytes: [UInt8], _ yield: (CaptureItem) -> Void) {
    do throws(JSONParseError) {
      let document = try JSONDocument(bytes)
      guard let log = document.root["log"], log.kind == .object else {
        yield(fault(.noLog, at: document.root.range))
        return
      }
      guard let entries = log["entries"], entries.kind == .array else {
        yield(fault(.noEntries(found: log["entries"]?.kind), at: (log["entries"] ?? log).range))
        return
      }
      for (index, entry) in entries.elements.enumerated() {
        HAREntryReader(index: index, base: 0).read(entry, yield)
      }
    } catch {
      salvage(bytes, error, yield)
    }
  }

  private static func fault(_ kind: CaptureProblem.Kind, at range: ByteRange) -> CaptureItem {
    .problem(CaptureProblem(kind: kind, range: range))
  }

  /// Stands before the first entry.
  private static func entries(_ bytes: [UInt8]) -> JSONSkipper? {
    var skipper = JSONSkipper(bytes, from: JSONSkipper.afterByteOrderMark(bytes))
    guard skipper.enter(member: "log"), skipper.enter(member: "entries"),
      skipper.take(UInt8(ascii: "["))
    else { return nil }
    return skipper
  }

  /// A recorder that was stopped leaves a broken file; the entries that it finished are still worth
  /// checking, each parsed by itself.
  private static func salvage(
    _ bytes: [UInt8], _ error: JSONParseError, _ yield: (CaptureItem) -> Void
  ) {
    var isExplained = false
    var index = 0
    if var skipper = entries(bytes) {
      skipper.skipSpace()
      while skipper.current == UInt8(ascii: "{") {
        let start = skipper.position
        guard skipper.skipValue() else { break }
        do throws(JSONParseError) {
          let entry = try JSONDocument(bytes[start..<skipper.position])
          HAREntryReader(index: index, base: start).read(entry.root, yield)
        } catch let fault {
          let place = start + fault.offset
          isExplained = isExplained || place == error.offset
          yield(
            .problem(
              CaptureProblem(
                kind: .syntax(JSONParseError(fault.reason, offset: place)), index: index,
                unit: .entry, range: byte(at: place, of: bytes))))
        }
        index += 1
        _ = skipper.take(UInt8(ascii: ","))
        skipper.skipSpace()
      }
    }
    if !isExplained { yield(fault(.syntax(error), at: byte(at: error.offset, of: bytes))) }
  }

  private static func byte(at offset: Int, of bytes: [UInt8]) -> ByteRange {
    ByteRange(offset: offset, length: offset < bytes.count ? 1 : 0)
  }
}
