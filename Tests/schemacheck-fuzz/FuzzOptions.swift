/// The options of a run.
struct FuzzOptions: Sendable {
  var iterations = 100_000
  var seed: UInt64 = 1
  var start: UInt64 = 0
  var seconds = Double.infinity
  /// The limit of processor time for one input.
  var secondsPerInput = 5.0
  /// Prefixes of the names of targets; empty means all.
  var targets: [String] = []
  /// A file to which each input is written before it runs.
  var saves: String?
  /// The folder where failing inputs are kept.
  var failures: String?
  /// Files of inputs that failed, to be run again and nothing else.
  var replays: [String] = []
  var mostComplaints = 50
  var corpus: [String] = []
  /// The stack that inputs run on: what a secondary thread has on Apple's systems, unless the code
  /// is not optimised.
  #if DEBUG
    var stackSize = 4 << 20
  #else
    var stackSize = 512 << 10
  #endif

  static let usage = """
    usage: schemacheck-fuzz [options] CORPUS...
    CORPUS: files and folders of captures, bodies, contracts and schema suites
      --iterations N          inputs to run (100000)
      --seed S                of the random numbers (1)
      --start I               first iteration (0); with --iterations 1, that one again
      --seconds T             stop after so long
      --seconds-per-input T   processor time after which an input counts as hanging (5)
      --targets A,B           only those whose names begin so
      --save FOLDER           write every input before it runs
      --failures FOLDER       keep failing inputs as files
      --replay FILE           run such a file again, and nothing else
      --stack KIB             stack of the thread that runs inputs (512)
    Exit status: 0 no failure, 1 a property does not hold, 2 wrong usage, 71 a hang, 128 and its number for
    a signal.

    """
}

extension FuzzOptions {
  /// Nil for wrong arguments.
  init?(_ arguments: [String]) {
    self.init()
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      guard argument.hasPrefix("--") else {
        corpus.append(argument)
        continue
      }
      guard let value = rest.popFirst(), set(argument, value) else { return nil }
    }
  }

  private mutating func set(_ option: String, _ value: String) -> Bool {
    switch option {
    case "--iterations": return store(Int(value).flatMap { $0 >= 0 ? $0 : nil }, in: \.iterations)
    case "--seed": return store(UInt64(value), in: \.seed)
    case "--start": return store(UInt64(value), in: \.start)
    case "--seconds": return store(Double(value), in: \.seconds)
    case "--seconds-per-input":
      return store(Double(value).flatMap { $0 >= 0 && $0 < 1e6 ? $0 : nil }, in: \.secondsPerInput)
    case "--targets": targets = value.split(separator: ",").map(String.init)
    case "--save": saves = value
    case "--failures": failures = value
    case "--replay": replays.append(value)
    case "--stack":
      return store(Int(value).flatMap { 16...1_000_000 ~= $0 ? $0 << 10 : nil }, in: \.stackSize)
    default: return false
    }
    return true
  }

  private mutating func store<T>(
    _ value: T?, in path: WritableKeyPath<FuzzOptions, T>
  ) -> Bool {
    guard let value else { return false }
    self[keyPath: path] = value
    return true
  }
}
