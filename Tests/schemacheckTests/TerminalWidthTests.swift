@testable import ContractCheck
import TestSupport
import Testing

@testable import ContractRuns
@testable import schemacheck

/// Output that fits the terminal, and says how far a run is.
@Suite struct TerminalWidthTests {
  private static let body =
    #"{"id": 1, "title": "a long text before the place", "latitude": 37.7749, "longitude": -122.4194,"#
    + #" "caption": "and a long text behind it, so that the line is longer than any terminal"}"#

  private func lines(_ columns: String?, isTerminal: Bool = true) -> [Substring] {
    let variables = columns.map { ["COLUMNS": $0, "NO_COLOR": "1"] } ?? ["NO_COLOR": "1"]
    return Scenario.run(
      "lint", "-", input: Self.body, variables: variables, isTerminal: isTerminal
    ).output.split(separator: "\n")
  }

  /// Frames and carets fit, and the carets stay under the place.
  @Test(arguments: [40, 60, 79, 97, 120])
  func framesFit(columns: Int) throws {
    let lines = lines("\(columns)")
    let frames = lines.indices.filter { lines[$0].hasPrefix("  1|") }
    #expect(frames.count == 2)
    for frame in frames {
      #expect(lines[frame].count <= columns, "\(lines[frame])")
      #expect(lines[frame + 1].count <= columns, "\(lines[frame + 1])")
      let start = try #require(lines[frame + 1].firstIndex(of: "^"))
      let carets = lines[frame + 1][start...].prefix { $0 == "^" }
      let distance = lines[frame + 1].distance(from: lines[frame + 1].startIndex, to: start)
      let marked = lines[frame].dropFirst(distance).prefix(carets.count)
      #expect(marked == "\"latitude\"" || marked == "\"longitude\"")
    }
  }

  /// The variable comes before the terminal. Without either, there are 80 columns.
  @Test func otherWidths() {
    #expect(lines("40", isTerminal: false) == lines("40"))
    #expect(lines("1") == lines("40") && lines("1000") == lines("120"))
    #expect(lines("80") == lines(nil) && lines(nil) == lines(nil, isTerminal: false))
    #expect(lines("0") == lines(nil) && lines("wide") == lines(nil))
  }

  /// A label that has no room beside the carets is on a line of its own.
  @Test func labels() {
    #expect(
      lines("40").contains { $0.hasSuffix("^") }
        && lines("40").contains("   = fix: rename to `lng`"))
    #expect(lines("90").contains { $0.hasSuffix("^ rename to `lat`") })
  }

  @Test func framesWithWideCharacters() {
    let frame = CodeFrame(
      line: 1, text: String(repeating: "名", count: 30) + "x", highlight: 60..<61)
    let narrow = frame.fitting(24)
    #expect(narrow.text == "…" + String(repeating: "名", count: 11) + "x")
    #expect(narrow.highlight == 23..<24)
    #expect(frame.fitting(61) == frame)
    let start = CodeFrame(line: 1, text: String(repeating: "y", count: 90), highlight: 0..<90)
    #expect(start.fitting(20).text == String(repeating: "y", count: 19) + "…")
    #expect(start.fitting(20).highlight == 0..<19)
  }

  @Test(arguments: [""] + CommandSpec.all.map(\.name))
  func helpFits(command: String) {
    let arguments = command.isEmpty ? ["--help"] : [command, "--help"]
    for (columns, isTerminal) in [("60", true), ("80", true), ("200", true), ("60", false)] {
      let help = Scenario.run(
        arguments, variables: ["COLUMNS": columns], isTerminal: isTerminal
      ).output
      let most = isTerminal ? min(Int(columns) ?? 80, 100) : 80
      for line in help.split(separator: "\n") { #expect(line.count <= most, "\(line)") }
    }
  }

  @Test(arguments: Rule.catalogue.map(\.id))
  func tablesFit(rule: String) {
    for arguments in [["rules"], ["explain", rule]] {
      let text = Scenario.run(arguments, variables: ["COLUMNS": "64"], isTerminal: true).output
      // The first line of an explanation and its examples are folded by the terminal.
      let table = text.split(separator: "\n\n").max { $0.count < $1.count } ?? ""
      let isTable = arguments.count == 1 || table.hasPrefix("why")
      for line in table.split(separator: "\n") where isTable && line.contains("  ") {
        #expect(line.count <= 64, "\(line)")
      }
      let wide = Scenario.run(arguments).output
      let words = { (text: String) in text.split { $0 == " " || $0 == "\n" } }
      #expect(words(text) == words(wide))
    }
  }

  @Test func examplesCanBeCopied() {
    let help = Scenario.run("check", "--help", variables: ["COLUMNS": "60"], isTerminal: true)
      .output
    #expect(help.contains(" \\\n    "))
    let joined = help.split(separator: " \\\n    ").joined(separator: " ")
    for (example, _) in CommandSpec.check.examples { #expect(joined.contains("  \(example)\n")) }
  }

  @Test func progress() {
    func rest(_ read: Int, _ total: Int, _ seconds: Int) -> String {
      ProgressLine.rest(read: read, of: total, after: .seconds(seconds))
    }
    #expect(rest(0, 100, 3) == ", 0 %")
    #expect(rest(1, 100, 3) == ", 1 %")
    #expect(rest(25, 100, 3) == ", 25 %, about 9 s left")
    #expect(rest(1 << 30, 1 << 33, 60) == ", 12 %, about 7 min left")
    #expect(rest(100, 100, 3) == ", 100 %")
    // A file that grows meanwhile.
    #expect(rest(200, 100, 3) == ", 100 %")
  }
}
