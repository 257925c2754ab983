@_spi(Engine) public import JSONTape

/// What holds the bytes and the tape of an entry.
protocol HAREntryMemory: AnyObject {
  var window: UnsafeMutablePointer<UInt8> { get }
  var tape: TapeBuffer { get }
  /// The entry's long texts, without their escapes.
  var texts: StringArena { get }
  /// A range of the window as one of the file.
  func range(_ start: Int, _ end: Int) -> ByteRange
  /// What stands in the file before a byte of the window.
  func lineCount(_ offset: Int) -> LineCount
}

/// A finished entry of a HAR that passes by; it is valid only while its stream hands it on.
public struct HAREntry {
  let stream: any HAREntryMemory
  /// Its number in the file, from 0.
  public let index: Int
  /// Offsets in the stream's window.
  let start: Int
  let end: Int

  /// The bytes of the file that it is.
  public var range: ByteRange { stream.range(start, end) }

  /// The bytes of the entry with their place in the file.
  ///
  /// - Parameter name: What findings call the file.
  public func source(name: String) -> CaptureSource {
    CaptureSource(
      name: name, bytes: Array(bytes), offset: range.offset, after: stream.lineCount(start))
  }

  /// The exchange, and what could not be read of it.
  public func read(_ yield: (CaptureItem) -> Void) {
    // The stream's memory is lent, so what is handed on gets a tape of its own.
    let document = JSONDocument(copying: stream.tape.cursor, at: 0, text: start..<end)
    HAREntryReader(index: index, tape: CaptureTape(document, base: range.offset)).read(yield)
  }

  /// Reads the entry where it lies; what is read is valid as long as the entry is.
  var reader: HAREntryReader {
    HAREntryReader(
      index: index, tape: CaptureTape(lent: stream.tape.cursor, base: stream.range(0, 0).offset))
  }

  /// The entry's long texts, without their escapes.
  var texts: StringArena { stream.texts }

  private var bytes: UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: stream.window + start, count: end - start)
  }
}
