import ContractCheck
import Foundation
import TestSupport

/// A number of iterations from a seed; each one can be repeated alone.
struct FuzzRun: Sendable {
  struct Tally: Sendable {
    var iterations = 0
    /// Accepted inputs.
    var accepted = 0
    var slowest: UInt64 = 0
    var slowestIteration: UInt64 = 0
  }

  /// A property that does not hold, without a trap.
  struct Complaint: Sendable {
    let target: String
    let iteration: UInt64
    let text: String
    let input: [UInt8]
  }

  let options: FuzzOptions
  private(set) var tallies: [(name: String, tally: Tally)] = []
  private(set) var complaints: [Complaint] = []

  init(_ options: FuzzOptions) {
    self.options = options
  }

  /// Runs until the number of iterations or the time limit is reached.
  ///
  /// - Parameter note: called from time to time with the progress
  mutating func run(_ note: (String) -> Void) {
    let corpus = FuzzCorpus(paths: options.corpus)
    let contracts = Contract.bundledNames.compactMap { try? Contract.bundled($0) }
    let context = FuzzContext(
      contracts: contracts,
      instances: corpus.instances + corpus.documents.filter { $0.count < 4000 },
      texts: corpus.texts)
    let targets = FuzzTarget.all(context).filter { target in
      options.targets.isEmpty || options.targets.contains { target.name.hasPrefix($0) }
    }
    guard !targets.isEmpty else { return note("no target has such a name") }
    let seeds = targets.map { $0.seeds(corpus) }
    let wheel = targets.indices.flatMap { Array(repeating: $0, count: targets[$0].weight) }
    tallies = targets.map { ($0.name, Tally()) }
    let end = Date() + options.seconds
    iterations: for number in 0..<UInt64(options.iterations) {
      if number % 50_000 == 0, number > 0 || options.iterations > 50_000 {
        note("--seed \(options.seed) --start \(options.start &+ number)")
      }
      if number % 256 == 0, Date() > end { break }
      let iteration = options.start &+ number
      var generator = SeededGenerator(seed: options.seed, iteration: iteration)
      let index = generator.pick(wheel)
      guard !seeds[index].isEmpty else { continue }
      let input = generator.mutation(
        of: generator.pick(seeds[index]), donor: generator.pick(seeds[index]))
      if let folder = options.saves { save(input, iteration, to: folder) }
      CrashNote.begin(iteration: iteration)
      let outcome = targets[index].run(input, context, &generator)
      let time = CrashNote.end()
      tallies[index].tally.iterations += 1
      if time > tallies[index].tally.slowest {
        tallies[index].tally.slowest = time
        tallies[index].tally.slowestIteration = iteration
      }
      switch outcome {
      case .refused: break
      case .accepted: tallies[index].tally.accepted += 1
      case .wrong(let wrong):
        complaints.append(
          Complaint(
            target: targets[index].name, iteration: iteration, text: wrong,
            input: input))
        if complaints.count == options.mostComplaints { break iterations }
      }
    }
  }

  private func save(_ input: [UInt8], _ iteration: UInt64, to folder: String) {
    let file = "\(folder)/input-\(options.seed)-\(iteration)"
    try? Data(input).write(to: URL(fileURLWithPath: file))
  }

  /// The results, one line each.
  var summary: [String] {
    let width = tallies.map(\.name.count).max() ?? 0
    var lines = tallies.map { name, tally in
      let padding = String(repeating: " ", count: width - name.count)
      let time = Double(tally.slowest) / 1e6
      let milliseconds = (time * 10).rounded() / 10
      return
        "\(name)\(padding)  \(tally.iterations) inputs, \(tally.accepted) accepted, slowest \(milliseconds) ms at --start \(tally.slowestIteration)"
    }
    lines.append("\(tallies.reduce(0) { $0 + $1.tally.iterations }) inputs")
    lines += complaints.map {
      "WRONG \($0.target): \($0.text); --seed \(options.seed) --start \($0.iteration) --iterations 1"
    }
    return lines
  }
}
