@_spi(Engine) internal import ContractCheck
@_spi(Engine) internal import ContractCaptures

/// A history as a picture for a page. The history is also there as a text and as a table.
struct HistoryPicture {
  let history: ExchangeHistory
  /// The start times of mistakes, with their numbers on the page.
  var onsets: [(time: Timestamp, number: Int)] = []

  /// The picture. Empty if there is only one period or no finding.
  var text: String {
    guard let numbers = history.numbers, numbers.count > 1,
      history.periods.values.contains(where: { $0.withFindings > 0 })
    else { return "" }
    let shares = numbers.map { history.periods[$0].map(share) ?? 0 }
    let top = Self.tops.first { $0 >= shares.max() ?? 0 } ?? 1000
    let most = history.periods.values.map(\.exchanges).max() ?? 0
    return """
      <section id="history">
      <h2>Findings over time</h2>
      <p class="legend">Share of exchanges with findings; the colour shows the worst finding of an exchange: \(legend)</p>
      <figure>
      <div class="plot"><span>\(top / 10)\u{A0}%</span>\(plot(numbers, top))<span>0</span>\(marks(numbers))\
      </div>
      <p class="axis"><span>\(history.start(of: numbers.lowerBound))</span> \
      <span>\(history.start(of: numbers.upperBound))</span></p>
      <div class="plot volume">\(volume(numbers, most))</div>
      <figcaption>\(MarkupText.words(caption(most)))</figcaption>
      </figure>
      <details><summary>The same as a table</summary>
      \(table(numbers))</details>
      </section>

      """
  }

  private func caption(_ most: Int) -> String {
    (onsets.isEmpty ? "" : "The numbers show where these mistakes began. ")
      + "The lower bars count exchanges, at most \(Rate.grouped(most)). Each bar is "
      + "\(history.lengthWords); times are UTC."
  }

  private static let mostMarks = 9
  private static let mostNumbers = 3

  /// Lines at the start times of mistakes, with links to the mistakes.
  private func marks(_ numbers: ClosedRange<Int>) -> String {
    let columns = Dictionary(grouping: onsets.prefix(Self.mostMarks)) {
      history.number(of: $0.time) - numbers.lowerBound
    }
    let marks = columns.sorted { $0.key < $1.key }.map { column, onsets in
      let links = onsets.prefix(Self.mostNumbers).map { onset in
        "<a href=\"#m\(onset.number)\" aria-label=\"mistake \(onset.number) began "
          + "\(onset.time.minute)\">\(onset.number)</a>"
      }
      // The numbers stay inside the picture.
      let isLate = column * 2 > numbers.count
      let place =
        isLate
        ? "right:\(HTMLPage.width(numbers.count - column, of: numbers.count))"
        : "left:\(HTMLPage.width(column, of: numbers.count))"
      return "<b style=\"\(place)\">\(links.joined(separator: " "))"
        + "\(onsets.count > links.count ? " …" : "")</b>"
    }
    return marks.isEmpty ? "" : "<div class=\"marks\">\(marks.joined())</div>"
  }

  /// The highest values of scales, in tenths of a per cent.
  private static let tops = [10, 20, 50, 100, 200, 500, 1000]

  private var legend: String {
    HTMLPage.legend(
      Severity.allCases.reversed().filter { severity in
        history.periods.values.contains { $0.worst[severity] != nil }
      }.map { ($0.rawValue, "\($0.rawValue)s") })
  }

  /// The share in tenths of a per cent, rounded up.
  private func share(_ period: ExchangeHistory.Period) -> Int {
    (period.withFindings * 1000 + period.exchanges - 1) / max(1, period.exchanges)
  }

  private func plot(_ numbers: ClosedRange<Int>, _ top: Int) -> String {
    var text = svg(numbers, label: MarkupText.line(words(numbers)))
    for (column, number) in numbers.enumerated() {
      guard let period = history.periods[number], period.withFindings > 0 else { continue }
      text += "<g><title>\(words(of: number, period))</title>"
      var bottom = 100.0
      for severity in Severity.allCases.reversed() {
        guard let count = period.worst[severity] else { continue }
        // Even a small share is visible.
        let height = max(
          1.5, Double(count) / Double(period.exchanges) * 1000 / Double(top) * 100)
        bottom -= height
        text += "<rect class=\"\(severity.rawValue)\" x=\"\(column).1\" width=\".8\" "
        text += "y=\"\(Self.tenths(bottom))\" height=\"\(Self.tenths(height))\"/>"
      }
      text += "</g>\n"
    }
    return text + "</svg>"
  }

  private func volume(_ numbers: ClosedRange<Int>, _ most: Int) -> String {
    var text = svg(
      numbers, label: "exchanges in each period, the largest number is \(Rate.grouped(most))")
    for (column, number) in numbers.enumerated() {
      guard let count = history.periods[number]?.exchanges, count > 0 else { continue }
      let height = max(4, Double(count) / Double(most) * 100)
      text += "<rect x=\"\(column).1\" width=\".8\" y=\"\(Self.tenths(100 - height))\" "
      text += "height=\"\(Self.tenths(height))\"/>"
    }
    return text + "</svg>"
  }

  private func svg(_ numbers: ClosedRange<Int>, label: String) -> String {
    "<svg role=\"img\" aria-label=\"\(label)\" viewBox=\"0 0 \(numbers.count) 100\" "
      + "preserveAspectRatio=\"none\">\n"
  }

  private static func tenths(_ number: Double) -> String {
    let tenths = Int((number * 10).rounded())
    return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(abs(tenths % 10))"
  }

  /// The content of the picture in a sentence.
  private func words(_ numbers: ClosedRange<Int>) -> String {
    let bad = numbers.filter { (history.periods[$0]?.withFindings ?? 0) > 0 }
    guard let first = bad.first, let last = bad.last else {
      return "no exchange with findings at any time"
    }
    let worst = bad.reduce(first) { worst, number in
      guard let one = history.periods[worst], let other = history.periods[number] else {
        return worst
      }
      return share(other) > share(one) ? number : worst
    }
    let period = history.periods[worst] ?? .init()
    return "findings in \(bad.count) of \(numbers.count) periods of \(history.lengthWords), "
      + "from \(history.start(of: first)) to \(history.start(of: last)); the highest share is at "
      + "\(history.start(of: worst)): \(period.withFindings) of "
      + "\(Plural.count(period.exchanges, "exchange"))"
  }

  private func words(of number: Int, _ period: ExchangeHistory.Period) -> String {
    let counts = Severity.allCases.reversed().compactMap { severity in
      period.worst[severity].map { "\($0) with \(severity.rawValue)s" }
    }
    return "\(history.start(of: number)): \(Plural.count(period.exchanges, "exchange")), "
      + counts.joined(separator: ", ")
  }

  private func table(_ numbers: ClosedRange<Int>) -> String {
    var text = "<table class=\"history\">\n<thead><tr><th scope=\"col\">from (UTC)</th>"
    text += "<th scope=\"col\">exchanges</th>"
    let severities = Severity.allCases.reversed()
    for severity in severities { text += "<th scope=\"col\">with \(severity.rawValue)s</th>" }
    text += "</tr></thead>\n<tbody>\n"
    for number in numbers {
      guard let period = history.periods[number] else { continue }
      text += "<tr><th scope=\"row\">\(history.start(of: number))</th>"
      text += "<td>\(Rate.grouped(period.exchanges))</td>"
      for severity in severities {
        text += "<td>\(Rate.grouped(period.worst[severity] ?? 0))</td>"
      }
      text += "</tr>\n"
    }
    return text + "</tbody>\n</table>\n"
  }
}
