@_spi(Engine) internal import ContractCaptures
@_spi(Engine) import ContractCheck

/// A progress line on a terminal. It is not shown in the first second.
struct ProgressLine {
  private let console: Console
  private let isOn: Bool
  private let clock = ContinuousClock()
  private let start: ContinuousClock.Instant
  private var next: ContinuousClock.Instant
  private var isShown = false
  /// The reader of the current input.
  var reader: InputReader?
  /// The number of bytes of all inputs, or the number of all requests. Nil if a size is not known.
  private var total: Int?
  /// The number of finished bytes or requests.
  private var done = 0
  /// Whether every input is a request.
  private var areRequests = false

  init(console: Console, isQuiet: Bool) {
    self.console = console
    isOn = !isQuiet && console.environment.errorIsTerminal && console.environment["TERM"] != "dumb"
    start = clock.now
    next = start + .seconds(1)
  }

  /// Sets the next inputs. The rest of the work is known only if all inputs are regular files, or
  /// all are requests.
  mutating func expect(_ inputs: [Input]) {
    guard isOn else { return }
    done = 0
    areRequests = inputs.allSatisfy(\.isRequest)
    total = areRequests ? inputs.count : 0
    if areRequests { return }
    for input in inputs {
      total = total.flatMap { sum in
        let (next, isTooLarge) = sum.addingReportingOverflow(input.size ?? Int.max)
        return isTooLarge ? nil : next
      }
    }
  }

  /// Marks an input as done.
  mutating func pass(_ input: Input) {
    guard isOn, total != nil else { return }
    done += areRequests ? 1 : input.size ?? 0
    reader = nil
  }

  /// Shows a line, at most ten times per second.
  mutating func show(_ text: @autoclosure () -> String) {
    guard isOn, clock.now >= next else { return }
    let now = clock.now
    next = now + .milliseconds(100)
    isShown = true
    var line = text()
    if let total, total > 0 {
      let read = done + (reader?.bytesTaken ?? 0)
      if areRequests { line += ", request \(done + 1) of \(total)" }
      line += Self.rest(read: read, of: total, after: start.duration(to: now))
    }
    let columns = console.environment.terminalColumns ?? 80
    console.writeError(Array("\r\u{1B}[K\(Self.cut(SafeText.line(line), to: columns))".utf8))
  }

  /// A text such as `, 42 %, about 12 s left`. There is no time in it until the time can be
  /// estimated.
  static func rest(read: Int, of total: Int, after time: Duration) -> String {
    let share = min(1, Double(read) / Double(total))
    let percent = ", \(Int(share * 100)) %"
    guard share >= 0.02 else { return percent }
    let (seconds, attoseconds) = time.components
    let spent = Double(seconds) + Double(attoseconds) / 1e18
    let left = Int((spent / share * (1 - share)).rounded(.up))
    if left < 1 { return percent }
    return percent + ", about " + (left < 120 ? "\(left) s" : "\((left + 59) / 60) min") + " left"
  }

  /// Cuts a line to the terminal's width. A longer line would wrap, and only its last row would be
  /// cleared. The end of the line is the most important part.
  private static func cut(_ line: String, to columns: Int) -> String {
    line.count < columns ? line : "…" + line.suffix(max(0, columns - 2))
  }

  mutating func clear() {
    guard isShown else { return }
    isShown = false
    console.writeError(Array("\r\u{1B}[K".utf8))
  }
}

extension Input {
  fileprivate var isRequest: Bool { if case .url = self { true } else { false } }

  /// The size in bytes. Nil if the input is no regular file.
  fileprivate var size: Int? {
    if case .entry(let entry) = self { return entry.file.size }
    guard case .file(let path) = self else { return nil }
    return FileState(path).flatMap { $0.isRegularFile ? $0.size : nil }
  }
}
