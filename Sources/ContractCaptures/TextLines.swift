/// The lines of text of an input. They wait until another line shows that the input is a log.
package struct TextLines<Line> {
  /// Whether the input is a log, so that its lines of text are no mistakes.
  package private(set) var isOfLog = false
  private var waiting: [Line] = []

  /// The maximum number of lines that wait.
  private static var most: Int { 100_000 }

  package init() {}

  /// Takes a line, and returns the lines that wait no longer.
  package mutating func pass(_ line: Line, mayWait: Bool = true) -> [Line] {
    waiting.append(line)
    return isOfLog || !mayWait || waiting.count > Self.most ? end() : []
  }

  /// Notes that the input is a log, and returns the lines that waited.
  package mutating func beginLog() -> [Line] {
    isOfLog = true
    return end()
  }

  /// Returns the lines that still wait.
  package mutating func end() -> [Line] {
    defer { waiting = [] }
    return waiting
  }
}
