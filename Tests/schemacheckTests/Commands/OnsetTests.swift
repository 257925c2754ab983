import ContractCheck
@_spi(Engine) import JSONTape
import TestSupport
import Testing

@testable import schemacheck

/// Rates since a mistake began, against a count that is made here.
@Suite struct OnsetTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// An exchange as the count here sees it.
  private struct Sample {
    var hour: Int
    var version: String
    /// Whether `a` is wrong, and whether `b` is missing.
    var mistakes: Set<String>

    var line: String {
      var properties: [String] = [#""a": \#(mistakes.contains("a") ? #""1""# : "1")"#]
      if !mistakes.contains("b") { properties.append(#""b": null"#) }
      let (day, hour) = (self.hour / 24 + 3, self.hour % 24)
      return RatesTests.record(
        at: "2026-11-\(day.padded(to: 2))T\(hour.padded(to: 2)):30:00Z",
        "{\(properties.joined(separator: ", "))}", version: version)
    }
  }

  /// Traffic of four days in which one mistake begins on the second and another on the third.
  private static func traffic(_ seed: UInt64, _ count: Int) -> [Sample] {
    var random = SeededGenerator(seed: seed)
    let starts = [("a", random.below(24) + 24), ("b", 50)]
    return (0..<count).map { _ in
      let hour = random.below(96)
      let version = random.pick(["5.1.0", "5.2.0", "5.3.0"])
      let share = version == "5.1.0" ? 2 : 40
      let mistakes = starts.filter { hour >= $0.1 && random.below(100) < share }.map(\.0)
      return Sample(hour: hour, version: version, mistakes: Set(mistakes))
    }
  }

  /// `a from 2026-11-04T07:00:00Z 40 of 300, 5.1.0 2 of 100 …`, counted from the samples.
  private static func counted(_ samples: [Sample], by isSplit: Bool) -> Set<String> {
    var lines: Set<String> = []
    for mistake in ["a", "b"] {
      let wrong = samples.filter { $0.mistakes.contains(mistake) }
      guard let from = wrong.map(\.hour).min() else { continue }
      let after = samples.filter { $0.hour >= from }
      guard wrong.count >= 5, samples.count - after.count >= 20 else { continue }
      var line = "\(mistake) from 2026-11-\((from / 24 + 3).padded(to: 2))T"
      line += "\((from % 24).padded(to: 2)):00:00Z \(wrong.count) of \(after.count)"
      for version in isSplit ? Set(after.map(\.version)).sorted() : [] {
        line += ", \(version) \(wrong.count { $0.version == version })"
        line += " of \(after.count { $0.version == version })"
      }
      lines.insert(line)
    }
    return lines
  }

  private static func reported(_ report: String) throws -> Set<String> {
    let groups = try JSONDocument(report).root["groups"]
    return Set(
      (groups.map { Array($0.elements) } ?? []).compactMap { group in
        guard let since = group["since"], let from = since["from"]?.string else { return nil }
        let name = group["member"]?.string ?? group["instance"]?.string?.dropFirst().description
        func counts(_ node: JSONNode) -> String {
          "\(node["exchanges"]?.text ?? "?") of \(node["evaluated"]?.text ?? "?")"
        }
        let by = since["by"].map { Array($0.properties) } ?? []
        return "\(name ?? "?") from \(from) \(counts(since))"
          + by.map { ", \($0.name) \(counts($0.value))" }.joined()
      })
  }

  private func check(_ lines: some Collection<String>, _ options: [String]) throws -> String {
    let contract = try folder.write(RatesTests.contract, to: "shop.json")
    return Scenario.run(
      ["check", "--no-config", "-q", "-c", contract, "--input-format", "ndjson", "-"] + options,
      input: lines.joined()
    ).output
  }

  @Test(arguments: [(1, 600), (2, 600), (3, 60), (4, 30), (5, 12)] as [(UInt64, Int)])
  func ratesSinceTheMistakeBegan(seed: UInt64, count: Int) throws {
    let samples = Self.traffic(seed, count)
    let lines = samples.map(\.line)
    for by in [[], ["--by", "header:X-App-Version"]] {
      let expected = Self.counted(samples, by: !by.isEmpty)
      #expect(count < 600 || expected.count == 2)
      #expect(try Self.reported(check(lines[...], ["-f", "json"] + by)) == expected)
      let cuts = [0, count / 5, count / 5 + 1, count / 2, count]
      for format in ["json", "ndjson"] {
        let parts = try zip(cuts, cuts.dropFirst()).enumerated().map { number, cut in
          try folder.write(check(lines[cut.0..<cut.1], ["-f", format] + by), to: "part-\(number)")
        }
        let merged = Scenario.run(["merge-summaries"] + parts).output
        #expect(try Self.reported(merged) == expected)
        // What was merged is merged again.
        #expect(
          try Self.reported(Scenario.run("merge-summaries", "-", input: merged).output) == expected)
      }
    }
  }

  /// Right exchanges in the first hour, wrong ones in the second.
  private static func lines(right: Int, wrong: Int) -> [String] {
    (0..<right + wrong).map { number in
      Sample(
        hour: number < right ? 0 : 1, version: number % 2 == 0 ? "5.3.0" : "5.2.0",
        mistakes: number < right ? [] : ["a"]
      ).line
    }
  }

  @Test(arguments: [(20, 5, true), (19, 5, false), (20, 4, false)])
  func anOnsetNeedsEnoughExchanges(right: Int, wrong: Int, isTold: Bool) throws {
    let report = try check(Self.lines(right: right, wrong: wrong), ["-f", "json"])
    #expect(report.contains(#""since""#) == isTold)
  }

  @Test func anExchangeWithoutATimeHidesTheOnset() throws {
    let lines = Self.lines(right: 20, wrong: 5)
    let untimed = lines[0].replacing(#""time": "2026-11-03T00:30:00Z", "#, with: "")
    #expect(untimed != lines[0])
    #expect(try !check(lines + [untimed], ["-f", "json"]).contains(#""since""#))
  }

  @Test func readersSeeTheRateSinceThen() throws {
    let lines =
      Self.lines(right: 40, wrong: 6)
      + [Sample(hour: 25, version: "5.1.0", mistakes: []).line]
    let text = try check(lines, ["--by", "header:X-App-Version"])
    #expect(
      text.contains(
        """
           = how often: first 2026-11-03 01:30; since then in 85.7 % of 7 exchanges
             (5.2.0: 100 %, 5.3.0: 100 %, 5.1.0: 0 %); in all 12.8 %; last 2026-11-03
             01:30
           = why:
        """), "\(text)")
    let concise = try check(lines, ["--by", "header:X-App-Version", "-f", "concise"])
    #expect(
      concise.contains(
        "\n  by: first 2026-11-03 01:30; since then in 85.7 % of 7 exchanges (5.2.0: 100 %, "
          + "5.3.0: 100 %, 5.1.0: 0 %); in all 12.8 %; last 2026-11-03 01:30\n"), "\(concise)")
  }
}
