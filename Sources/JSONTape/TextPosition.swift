/// A place in a text as people count: line and column from 1, columns in Unicode scalars.
public struct TextPosition: Hashable, Comparable, Sendable {
  /// The line, from 1.
  public var line: Int

  /// The column, from 1, in Unicode scalars.
  public var column: Int

  /// The place at this line and column.
  public init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  /// Whether the left place comes first.
  public static func < (left: TextPosition, right: TextPosition) -> Bool {
    (left.line, left.column) < (right.line, right.column)
  }
}
