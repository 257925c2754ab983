import Foundation

/// The command line.
enum BenchOptions: Equatable {
  case generate(folder: String, size: Int, seed: UInt64, broken: Int, findings: Int)
  case run(folder: String, tool: String, peers: [Peer], rounds: Int, workloads: [String])
  case growth(folder: String, tool: String, size: Int, seed: UInt64, rounds: Int)

  struct Peer: Equatable {
    let name: String
    /// For the shell; `{}` stands for the workload's file or folder, `{schema}` for its schema.
    let command: String

    /// Nil if the command needs a schema and the workload has none.
    func command(for workload: Workload, in folder: URL) -> String? {
      func quoted(_ path: String) -> String {
        let path = folder.appendingPathComponent(path).path
        return "'" + path.replacingOccurrences(of: "'", with: "'\\''") + "'"
      }
      let parts = command.components(separatedBy: Self.schema)
      guard parts.count > 1 else {
        return command.replacingOccurrences(of: "{}", with: quoted(workload.path))
      }
      guard let schema = workload.schema else { return nil }
      // One after the other could replace what stands in a path.
      return parts.map { $0.replacingOccurrences(of: "{}", with: quoted(workload.path)) }
        .joined(separator: quoted(schema))
    }

    private static let schema = "{schema}"
  }

  static let usage = """
    schemacheck-bench generate --out FOLDER [--size 200M] [--seed 1] [--broken 0] [--findings 1M]
    schemacheck-bench run --in FOLDER --tool PATH [--peer NAME=COMMAND]... [--rounds 7]
                          [--workload NAME]...
    schemacheck-bench growth --out FOLDER --tool PATH [--size 100M] [--seed 1] [--rounds 5]

    generate writes workloads: traffic (ndjson, har, fixtures, small) and, of about one size each,
    syntax trees, forty alternatives, presets, schemas as values, schemas of 10 to 1000 properties,
    nesting of 1 to 512, 1 to 1M findings. --broken is in percent, of the traffic.
    run times whole processes in turn and prints medians. In a peer's COMMAND {} is the workload and
    {schema} its schema; a peer with {schema} is left out where there is none.
    growth writes workloads that differ in bytes, keys, branches, values of an enum or depth, and
    prints the time per byte relative to the smallest of each.

    """

  init?(_ arguments: [String]) {
    guard let command = arguments.first else { return nil }
    var values: [String: [String]] = [:]
    var rest = arguments.dropFirst()
    while let option = rest.popFirst() {
      guard option.hasPrefix("--"), let value = rest.popFirst() else { return nil }
      values[String(option.dropFirst(2)), default: []].append(value)
    }
    func number(_ name: String, _ standard: Int, _ range: ClosedRange<Int>) -> Int? {
      guard let text = values.removeValue(forKey: name)?.last else { return standard }
      let powers: [Character: Int] = ["K": 1000, "M": 1_000_000, "G": 1_000_000_000]
      let unit = text.last.flatMap { powers[$0] }
      guard let digits = Int(unit == nil ? text : String(text.dropLast())) else { return nil }
      let (number, overflows) = digits.multipliedReportingOverflow(by: unit ?? 1)
      return !overflows && range.contains(number) ? number : nil
    }
    switch command {
    case "generate":
      guard let folder = values.removeValue(forKey: "out")?.last,
        let size = number("size", 200_000_000, 1000...100_000_000_000),
        let seed = number("seed", 1, 0...Int.max), let broken = number("broken", 0, 0...100),
        let findings = number("findings", 1_000_000, 1...10_000_000), values.isEmpty
      else { return nil }
      self = .generate(
        folder: folder, size: size, seed: UInt64(seed), broken: broken, findings: findings)
    case "run":
      guard let folder = values.removeValue(forKey: "in")?.last,
        let tool = values.removeValue(forKey: "tool")?.last,
        let rounds = number("rounds", 7, 1...1000)
      else { return nil }
      var peers: [Peer] = []
      for text in values.removeValue(forKey: "peer") ?? [] {
        guard let equals = text.firstIndex(of: "="), equals > text.startIndex else { return nil }
        peers.append(
          Peer(name: String(text[..<equals]), command: String(text[text.index(after: equals)...])))
      }
      let workloads = values.removeValue(forKey: "workload") ?? []
      guard values.isEmpty else { return nil }
      self = .run(folder: folder, tool: tool, peers: peers, rounds: rounds, workloads: workloads)
    case "growth":
      guard let folder = values.removeValue(forKey: "out")?.last,
        let tool = values.removeValue(forKey: "tool")?.last,
        let size = number("size", 100_000_000, 1000...100_000_000_000),
        let seed = number("seed", 1, 0...Int.max), let rounds = number("rounds", 5, 1...1000),
        values.isEmpty
      else { return nil }
      self = .growth(
        folder: folder, tool: tool, size: size, seed: UInt64(seed), rounds: rounds)
    default: return nil
    }
  }
}
