@_spi(Engine) internal import ContractCheck
@_spi(Engine) internal import ContractCaptures

/// Coverage as text. Each contract has a table of its operations. Then comes a list of everything
/// that never occurred, with the places in the contract. Suggestions follow.
struct CoverageText {
  private let coverage: Coverage
  private static let mostLines = 200

  init(_ coverage: Coverage) { self.coverage = coverage }

  var text: String {
    let parts = coverage.contracts.map(text)
    guard parts.count > 1 else { return parts.joined() }
    let share = coverage.share
    return parts.joined(separator: "\n")
      + "\nall contracts: \(share.seen) of \(share.all) cells seen (\(share.percentText) %)\n"
  }

  private func text(of contract: ContractCoverage) -> String {
    let share = contract.share
    var text =
      "\(SafeText.line(contract.name)), version \(SafeText.line(contract.version)): "
      + "\(share.seen) of \(share.all) cells seen (\(share.percentText) %)\n"
    if !contract.operations.isEmpty { text += "\n" + table(contract) }
    if contract.operations.count > 1 {
      text +=
        "  each row counts the cells that the exchanges of its operation showed; the total counts "
        + "a cell\n"
        + "  once, even if several operations share it\n"
    }
    let remarks = CoverageRemarks(contract)
    text += list(
      "never called",
      remarks.neverCalled.map { position in
        (contract.operations[position].name, contract.operations[position].place)
      })
    text += list(
      contract.operations.contains { $0.broken.total > 0 }
        ? "never seen in an exchange without errors" : "never seen",
      remarks.neverSeen.map { (Self.words(contract.cells[$0], contract), contract.cells[$0].place) }
    )
    if remarks.outOfReach > 0 {
      let cells = Plural.count(remarks.outOfReach, "cell belongs", "cells belong")
      let verb = Plural.noun(remarks.outOfReach, "is", "are")
      text += "\n\(cells) only to operations that were never called, and \(verb) not listed\n"
    }
    text += list(
      "suggestions", remarks.suggestions.map { ("\($0.cell.name) \($0.text)", $0.cell.place) })
    return text
  }

  private func table(_ contract: ContractCoverage) -> String {
    var rows = [["seen", "", "exchanges", "operation"]]
    for (position, operation) in contract.operations.enumerated() {
      let share = contract.share(ofOperation: position)
      var name = operation.name
      let statuses = contract.cells.filter {
        $0.kind == .status && $0.operation == position && $0.counts.total > 0
      }
      if !statuses.isEmpty {
        let list = statuses.map { "\($0.name) ×\($0.counts.total)" }
        name += "  → \(list.joined(separator: ", "))"
      }
      if operation.broken.total > 0 { name += " (\(operation.broken.total) with errors)" }
      rows.append([
        "\(share.seen) of \(share.all)", "\(share.percentText) %",
        Self.counted(operation.exchanges), SafeText.line(name),
      ])
    }
    let widths = (0..<3).map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
      let cells = (0..<3).map { column in
        String(repeating: " ", count: widths[column] - row[column].count) + row[column]
      }
      return "  \(cells.joined(separator: "  "))  \(row[3])\n"
    }.joined()
  }

  /// A count such as `120` or `120 (3 fixtures, 4 stubs, 2 live)`.
  static func counted(_ counts: CoverageCounts) -> String {
    var others: [String] = []
    if counts[.fixtures] > 0 { others.append(Plural.count(counts[.fixtures], "fixture")) }
    if counts[.stubs] > 0 { others.append(Plural.count(counts[.stubs], "stub")) }
    if counts[.live] > 0 { others.append("\(counts[.live]) live") }
    return "\(counts.total)" + (others.isEmpty ? "" : " (\(others.joined(separator: ", ")))")
  }

  static func words(_ cell: CoverageCell, _ contract: ContractCoverage) -> String {
    switch cell.kind {
    case .status:
      let operation = cell.operation.map { contract.operations[$0].name } ?? ""
      return "\(operation) → \(cell.name)"
    case .value: return "\(cell.name) with a value"
    case .null: return "\(cell.name) as null"
    case .absent: return "\(cell.name) missing"
    default: return cell.name
    }
  }

  private func list(_ title: String, _ lines: [(text: String, place: ContractPlace?)]) -> String {
    guard !lines.isEmpty else { return "" }
    var text = "\n\(title):\n"
    for (words, place) in lines.prefix(Self.mostLines) {
      text += "  " + SafeText.line(words) + (place.map { "  \($0)" } ?? "") + "\n"
    }
    if lines.count > Self.mostLines {
      text += "  … and \(lines.count - Self.mostLines) more; `--format json` has them all\n"
    }
    return text
  }
}
