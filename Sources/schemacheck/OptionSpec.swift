@_spi(Engine) internal import ContractCaptures
@_spi(Engine) import ContractCheck
import ContractRuns
import JSONTape

/// An option as data for the parser, the help, the manual and the completions.
struct OptionSpec: Hashable, Sendable {
  /// The kind of the value. The first text is the value's name in the help.
  enum Value: Hashable, Sendable {
    case text(String)
    case choice(String, [String])
    case integer(String, ClosedRange<Int>)
    /// A number of bytes: `65536`, `512K`, `64M`, `1G`.
    case byteCount(String)
    /// A pair `NAME=VALUE`.
    case assignment(String)
    /// A setting `RULE=SEVERITY`.
    case ruleSetting(String)
    /// A report `FORMAT` or `FORMAT=FILE`, with the names of the formats.
    case report(String, [String])
    /// A list of statuses: `2XX,404`.
    case statuses(String)
    /// A base path: `/wp-json/app/v1`.
    case basePath(String)
    /// A criterion for splitting: `header:NAME`, `client`, `host` or `day`.
    case split(String)
    /// A pointer: `/components/schemas/User`, with or without a leading `#`.
    case pointer(String)
    /// A rate: `5/s`.
    case rate(String)
    /// A duration: `10s`, `500ms`, `2m`.
    case duration(String)
  }

  /// The name without the dashes.
  let name: String
  var short: Character?
  /// The value. Nil for a switch.
  var value: Value?
  var isRepeatable = false
  /// The option that this option requires. Without it, this option has no effect.
  var requires: String?
  /// Options that cannot be used together with this option.
  var excludes: [String] = []
  var excludesInputs = false
  /// A hint for users who do not want the required option: `; …`.
  var alternative = ""
  /// The default, in the words of the help.
  var defaultText: String?
  let help: String

  var valueName: String? {
    switch value {
    case .text(let name), .choice(let name, _), .integer(let name, _), .byteCount(let name),
      .assignment(let name), .ruleSetting(let name), .report(let name, _), .statuses(let name),
      .basePath(let name), .split(let name), .pointer(let name), .rate(let name),
      .duration(let name):
      name
    case nil: nil
    }
  }

  var usage: String { "--\(name)" + (valueName.map { " \($0)" } ?? "") }

  /// The help with the choices and the default.
  var fullHelp: String {
    var text = help
    if case .choice(_, let choices) = value { text += ": \(choices.joined(separator: ", "))" }
    if isRepeatable { text += "; may be repeated" }
    return text + (defaultText.map { " (default: \($0))" } ?? "")
  }
}

extension OptionSpec {
  /// The error of a value. Nil for a valid value. The error repeats a value only if it is a number
  /// or a word from a short list, because any other value may be a secret.
  func error(in text: String) -> RunError? {
    switch value {
    case .text(let name):
      return text.isEmpty ? RunError("`--\(self.name)` needs a value (\(name))") : nil
    case .choice(_, let choices):
      return choices.contains(text) ? nil : unknown(text, of: choices)
    case .integer(_, let range):
      if let number = Int(text), range.contains(number) { return nil }
      let end = range.upperBound == .max ? "on" : "to \(range.upperBound)"
      return RunError("`--\(name)` takes a number from \(range.lowerBound) \(end), not `\(text)`")
    case .byteCount:
      if ByteCount.parse(text) != nil { return nil }
      return RunError(
        "`--\(name)` takes a number of bytes such as `512K` or `64M`, not `\(text)`")
    case .assignment(let form):
      if let equals = text.firstIndex(of: "="), equals > text.startIndex { return nil }
      return RunError("`--\(name)` takes \(form)")
    case .ruleSetting(let form):
      guard let equals = text.firstIndex(of: "="), equals > text.startIndex else {
        return RunError("`--\(name)` takes \(form), such as `key-case=off`")
      }
      let severity = String(text[text.index(after: equals)...])
      let id = String(text[..<equals])
      let rule = Rule.named(id)
      let known = Rule.levels
      if known.contains(severity) {
        guard let rule, !rule.levels.contains(severity) else { return nil }
        return RunError(rule.refusalOfOff)
      }
      // `password=x` is not a setting of a rule.
      let name = rule == nil ? id : nil
      return unknown(Redaction.shown(severity, ofProperty: name), of: known)
    case .report(_, let known):
      let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let format = String(parts[0])
      guard known.contains(format) else { return unknown(format, of: known) }
      guard parts.count == 2, parts[1].isEmpty else { return nil }
      return RunError("`--\(name) \(format)=` needs a file name after the `=`")
    case .statuses:
      if ExpectedStatuses(text) != nil { return nil }
      return RunError("`--\(name)` takes statuses and classes of them, such as `404` or `2XX,404`")
    case .basePath:
      if BasePath(text) != nil { return nil }
      return RunError(
        "`--\(name)` takes a path such as `/api/v1`, without `?` and `#`")
    case .split:
      do throws(ExchangeSplit.Refusal) {
        _ = try ExchangeSplit(text)
        return nil
      } catch .secret {
        return RunError("`--\(name)` does not print this header, since its values are secrets")
      } catch {
        return RunError("`--\(name)` takes `header:NAME`, `client`, `host` or `day`")
      }
    case .pointer:
      if ContractPointer.parse(text) != nil { return nil }
      return RunError(
        "`--\(name)` takes a JSON Pointer such as `/components/schemas/User`, with `~1` for `/`")
    case .rate:
      if LivePace.rate(text) != nil { return nil }
      return RunError(
        "`--\(name)` takes a number of requests per second, such as `5/s` or `0.5/s`")
    case .duration:
      if TimeSpan.parse(text) != nil { return nil }
      return RunError(
        "`--\(name)` takes a time such as `10s`, `500ms` or `2m`, up to a day, not `\(text)`")
    case nil: return nil
    }
  }

  private func unknown(_ text: String, of choices: [String]) -> RunError {
    RunError(
      "`\(text)` is not a value of `--\(name)`", near: NearestName.of(text, among: choices),
      known: choices)
  }
}

/// A JSON Pointer into a contract, in the form of `$ref` or without the `#`.
enum ContractPointer {
  static func parse(_ text: String) -> JSONPointer? {
    JSONPointer(text.hasPrefix("#") ? String(text.dropFirst()) : text)
  }
}

/// Numbers with a suffix for powers of 1024.
enum ByteCount {
  static func parse(_ text: String) -> Int? {
    let powers: [Character: Int] = ["K": 1 << 10, "M": 1 << 20, "G": 1 << 30]
    let unit = text.last.flatMap { powers[Character($0.uppercased())] }
    guard let number = Int(unit == nil ? text[...] : text.dropLast()), number > 0 else {
      return nil
    }
    let (bytes, overflow) = number.multipliedReportingOverflow(by: unit ?? 1)
    return overflow ? nil : bytes
  }
}

/// Numbers with a unit of time.
enum TimeSpan {
  static func parse(_ text: String) -> Duration? {
    let units: [(name: String, milliseconds: Int)] = [
      ("ms", 1), ("s", 1000), ("m", 60_000), ("h", 3_600_000),
    ]
    guard let unit = units.first(where: { text.hasSuffix($0.name) }),
      let number = Int(text.dropLast(unit.name.count)), number > 0, number <= 86_400_000
    else { return nil }
    let time = Duration.milliseconds(number) * unit.milliseconds
    return time <= .seconds(86_400) ? time : nil
  }
}
