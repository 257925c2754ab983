@_spi(Engine) package import ContractCaptures

/// Formats shares and times for text reports.
package enum Rate {
  /// A number such as `52,866`.
  package static func grouped(_ number: Int) -> String {
    var digits = String(number)
    var end = digits.count - 3
    while end > 0 {
      digits.insert(",", at: digits.index(digits.startIndex, offsetBy: end))
      end -= 3
    }
    return digits
  }

  /// A percentage such as `0.2 %`. It is `0 %` only for nothing, and `100 %` only for everything.
  package static func percent(_ part: Int, of whole: Int) -> String {
    if part <= 0 || whole <= 0 { return "0 %" }
    if part >= whole { return "100 %" }
    // The share in tenths of a per cent.
    let share = Int((Double(part) / Double(whole) * 1000).rounded())
    if share == 0 { return "<0.1 %" }
    if share >= 1000 { return ">99.9 %" }
    return "\(share / 10)" + (share % 10 == 0 ? "" : ".\(share % 10)") + " %"
  }

  /// A text such as `first 2026-11-03 09:14, last 11:02`, in UTC. Nil if no time is known.
  package static func period(_ first: Timestamp?, _ last: Timestamp?) -> String? {
    guard let first, let last else { return nil }
    if first.day != last.day { return "first \(first.minute), last \(last.minute)" }
    return first.clock == last.clock
      ? "at \(first.minute)" : "first \(first.minute), last \(last.clock)"
  }
}
