@_spi(Engine) internal import JSONTape

/// Looks at files of one JSON value, one after the other, in memory that is kept.
@_spi(Engine) public final class FileScreen {
  private var screen: any TrafficScreen
  private let tape = TapeBuffer()

  /// A look by a screen.
  public init(_ screen: any TrafficScreen) { self.screen = screen }

  /// What becomes of a file that certainly gives rise to no finding; nil where only the full check can
  /// tell.
  ///
  /// - Parameters:
  ///   - file: The whole file and 64 bytes more, all of them 0.
  ///   - name: What the file is called where something is said of it.
  public func look(at file: UnsafeRawBufferPointer, name: String) -> FileLook? {
    guard let base = file.baseAddress, file.count > 64 else { return nil }
    let bytes = base.assumingMemoryBound(to: UInt8.self)
    do {
      try tape.parse(bytes: bytes, start: 0, end: file.count - 64)
    } catch {
      return nil
    }
    return screen.look(atFile: tape.cursor, name: name)
  }
}
