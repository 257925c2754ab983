import ContractCheck

/// Rows of text in aligned columns.
enum TextTable {
  /// A line for each row, every cell but the last padded to its column's width.
  ///
  /// Cells may hold text of inputs: each is made safe to print.
  static func text(_ rows: [[String]], indent: Int = 0) -> String {
    let rows = rows.map { $0.map(SafeText.line) }
    var widths: [Int] = []
    for row in rows {
      for (column, cell) in row.enumerated() {
        if column == widths.count { widths.append(0) }
        widths[column] = max(widths[column], cell.count)
      }
    }
    var text = ""
    for row in rows {
      var line = String(repeating: " ", count: indent)
      for (column, cell) in row.enumerated() {
        line += cell
        guard column < row.count - 1 else { continue }
        line += String(repeating: " ", count: widths[column] - cell.count + 2)
      }
      while line.last == " " { line.removeLast() }
      text += line + "\n"
    }
    return text
  }
}
