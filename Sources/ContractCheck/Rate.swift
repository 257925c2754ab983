@_spi(Engine) package import ContractCaptures

/// Shares and times as reports for readers write them.
package enum Rate {
  /// `52,866`.
  package static func grouped(_ number: Int) -> String {
    var digits = String(number)
    var end = digits.count - 3
    while end > 0 {
      digits.insert(",", at: digits.index(digits.startIndex, offsetBy: end))
      end -= 3
    }
    return digits
  }

  /// `0.2 %`. Something is never `0 %`, and less than all never `100 %`.
  package static func percent(_ part: Int, of whole: Int) -> String {
    if part <= 0 || whole <= 0 { return "0 %" }
    if part >= whole { return "100 %" }
    // In tenths of a per cent.
    let share = Int((Double(part) / Double(whole) * 1000).rounded())
    if share == 0 { return "<0.1 %" }
    if share >= 1000 { return ">99.9 %" }
    return "\(share / 10)" + (share % 10 == 0 ? "" : ".\(share % 10)") + " %"
  }

  /// `first 2026-11-03 09:14, last 11:02`, in UTC; nil where no time is known.
  package static func period(_ first: Timestamp?, _ last: Timestamp?) -> String? {
    guard let first, let last else { return nil }
    if first.day != last.day { return "first \(first.minute), last \(last.minute)" }
    return first.clock == last.clock
      ? "at \(first.minute)" : "first \(first.minute), last \(last.clock)"
  }
}
