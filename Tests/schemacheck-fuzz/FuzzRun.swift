import ContractCheck
import Foundation
import TestSupport

/// The inputs that once failed, then a number of iterations from a seed; each can be repeated alone.
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
    let text: String
    /// How to run it again.
    let again: String
  }

  let options: FuzzOptions
  private(set) var tallies: [(name: String, tally: Tally)] = []
  private(set) var complaints: [Complaint] = []
  /// How many inputs that once failed were run.
  private(set) var replayed = 0

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
    let all = FuzzTarget.all(context)
    let targets = all.filter { target in
      options.targets.isEmpty || options.targets.contains { target.name.hasPrefix($0) }
    }
    guard !targets.isEmpty else { return note("no target has such a name") }
    replay(all, context)
    guard options.replays.isEmpty else { return }
    let seeds = targets.map { $0.seeds(corpus) }
    let wheel = targets.indices.flatMap { Array(repeating: $0, count: targets[$0].weight) }
    tallies = targets.map { ($0.name, Tally()) }
    let end = Date() + options.seconds
    for number in 0..<UInt64(options.iterations) {
      if complaints.count >= options.mostComplaints { break }
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
      run(targets[index], input, iteration, context, tally: index)
    }
  }

  private mutating func run(
    _ target: FuzzTarget, _ input: [UInt8], _ iteration: UInt64, _ context: FuzzContext,
    tally index: Int
  ) {
    var choices = SeededGenerator(choicesOf: options.seed, iteration: iteration)
    CrashNote.begin(target: target.name, seed: options.seed, iteration: iteration, input)
    let outcome = target.run(input, context, &choices)
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
      CrashNote.keep()
      let again = "--seed \(options.seed) --start \(iteration) --iterations 1"
      complaints.append(Complaint(target: target.name, text: wrong, again: again))
    }
  }

  /// Runs the inputs that once failed, or only those that were named.
  private mutating func replay(_ targets: [FuzzTarget], _ context: FuzzContext) {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: FailedInput.folder)) ?? []
    let found = names.sorted().filter { !$0.hasPrefix(".") }.map { FailedInput.folder + "/" + $0 }
    for file in options.replays.isEmpty ? found : options.replays {
      let input = FailedInput(file: file)
      let target = input.flatMap { input in targets.first { $0.name == input.target } }
      replayed += 1
      let wrong =
        if let input, let target { input.complaint(of: target, context) } else {
          "cannot be read, or is named after no target"
        }
      guard let wrong else { continue }
      complaints.append(
        Complaint(target: input?.target ?? "", text: wrong, again: "--replay \(file)"))
    }
  }

  private func save(_ input: [UInt8], _ iteration: UInt64, to folder: String) {
    // An archive is told by its name, everything else by its content.
    let ending = input.starts(with: [0x50, 0x4B]) ? "zip" : "json"
    let file = "\(folder)/input-\(options.seed)-\(iteration).\(ending)"
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
    let count = tallies.reduce(0) { $0 + $1.tally.iterations }
    lines.append("\(count) inputs from seed \(options.seed), \(replayed) that once failed")
    lines += complaints.map { "WRONG \($0.target): \($0.text); \($0.again)" }
    return lines
  }
}
