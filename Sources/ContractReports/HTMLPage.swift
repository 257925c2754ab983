@_spi(Engine) internal import ContractCheck

/// The frame of every page. A page loads nothing, works without JavaScript, and uses the reader's
/// light or dark mode. Printed pages are light.
enum HTMLPage {
  /// The text before the content.
  static func head(title: String, hasScript: Bool) -> String {
    """
    <!DOCTYPE html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta http-equiv="Content-Security-Policy" content="\(policy(hasScript: hasScript))">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>\(MarkupText.line(title))</title>
    \(HTMLStyle.text)</head>
    <body>

    """
  }

  /// The text after the content.
  static func end(hasScript: Bool) -> String {
    "\(hasScript ? HTMLScript.text : "")</body>\n</html>\n"
  }

  /// A policy that forbids the page to load anything. The content of the page does not matter.
  private static func policy(hasScript: Bool) -> String {
    "default-src 'none'; style-src 'unsafe-inline'; "
      + (hasScript ? "script-src 'unsafe-inline'; " : "") + "base-uri 'none'; form-action 'none'"
  }

  /// A list such as `Fotolokashen 1, BMN Boston 2 and 3 more`.
  static func list(_ names: [String], most: Int = 3, of count: Int? = nil) -> String {
    let shown = Array(names.prefix(most))
    let rest = max(count ?? 0, names.count) - shown.count
    guard rest > 0 else { return FailureContext.joined(shown, "and") }
    return shown.joined(separator: ", ") + " and \(Rate.grouped(rest)) more"
  }

  /// A number with its noun: `5,000 mistakes`.
  static func counted(_ count: Int, _ noun: String) -> String {
    "\(Rate.grouped(count))\u{A0}\(Plural.noun(count, noun))"
  }

  /// A percentage for a page: `0.2 %`.
  static func percent(_ part: Int, of whole: Int) -> String {
    MarkupText.words(Rate.percent(part, of: whole))
  }

  /// An item of the first screen: a value, its name, and a few more words.
  static func answer(_ name: String, _ value: String, _ more: String, tone: String = "") -> String {
    "<div><dt>\(name)</dt>\n<dd><b\(tone.isEmpty ? "" : " class=\"\(tone)\"")>\(value)</b> "
      + "\(more)</dd></div>\n"
  }

  /// The colours of a picture as a text. It lists only colours that occur.
  static func legend(_ colours: [(name: String, words: String)]) -> String {
    colours.map { "<span><i class=\"\($0.name)\"></i>\($0.words)</span>" }.joined(separator: " ")
  }

  /// A share as a width: `37.5%`. More than nothing is never 0.
  static func width(_ part: Int, of whole: Int) -> String {
    guard part > 0, whole > 0 else { return "0" }
    let tenths = min(1000, max(1, Int((Double(part) / Double(whole) * 1000).rounded())))
    return tenths % 10 == 0 ? "\(tenths / 10)%" : "\(tenths / 10).\(tenths % 10)%"
  }
}
