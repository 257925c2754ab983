@_spi(Engine) internal import ContractCheck

/// Bytes, time and memory of a run, for `--stats`.
package struct RunStatistics {
  private let clock = ContinuousClock()
  private let start: ContinuousClock.Instant
  private var formats: [String: (inputs: Int, bytes: Int)] = [:]

  init() { start = clock.now }

  mutating func count(_ bytes: Int, as format: String) {
    formats[format, default: (0, 0)].inputs += 1
    formats[format, default: (0, 0)].bytes += bytes
  }

  func lines(_ summary: Summary) -> [String] {
    let bytes = formats.values.reduce(0) { $0 + $1.bytes }
    let seconds = max((clock.now - start) / .seconds(1), 1e-9)
    let perSecond = Int(min(Double(bytes) / seconds, 1e15))
    var lines = [
      "stats: \(bytes) bytes, \(Plural.count(summary.exchanges, "exchange")), \(Int(seconds * 1000)) ms, "
        + "\(perSecond) bytes/s, peak memory \(Self.peakMemory) bytes"
    ]
    for (format, counts) in formats.sorted(by: { $0.key < $1.key }) {
      let inputs = Plural.count(counts.inputs, "input")
      lines.append("stats: \(format): \(inputs), \(counts.bytes) bytes")
    }
    for (name, count) in summary.operations.sorted(by: { $0.key < $1.key }) {
      let statuses = count.statuses.sorted { $0.key < $1.key }.map { "\($0.key) ×\($0.value)" }
      lines.append(
        "stats: \(name.operation) (\(name.contract)): \(count.checked) checked, "
          + "\(Plural.count(count.withFindings, "exchange")) with findings"
          + (statuses.isEmpty ? "" : ", status \(statuses.joined(separator: ", "))"))
    }
    return lines
  }

  /// The peak memory of the process, in bytes.
  static var peakMemory: Int {
    #if os(Linux)
      // The peak of `getrusage` includes the memory of the process that started this one.
      let status = (try? InputFile(InputPath("/proc/self/status")).readAll()) ?? []
      let lines = status.split(separator: UInt8(ascii: "\n"))
      let line = lines.first { $0.starts(with: "VmHWM:".utf8) }
      let digits = line?.filter { $0 &- UInt8(ascii: "0") < 10 }
      if let peak = digits.flatMap({ Int(String(decoding: $0, as: UTF8.self)) }) {
        return peak * 1024
      }
    #endif
    var usage = rusage()
    // RUSAGE_SELF is 0, but its type differs between C libraries.
    guard getrusage(0, &usage) == 0 else { return 0 }
    #if canImport(Darwin)
      return Int(usage.ru_maxrss)
    #else
      return Int(usage.ru_maxrss) * 1024
    #endif
  }
}
