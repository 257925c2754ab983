internal import JSONTape

extension ReportFormat {
  static let html = ReportFormat(
    name: "html", summary: "one page with everything in it", showsLines: true,
    needsExchanges: true
  ) { HTMLReport(sink: $1) }
}

/// One self-contained page: it loads nothing, works without JavaScript, and follows the reader's
/// light or dark mode. All text from inputs is escaped.
struct HTMLReport: Report {
  let sink: ReportSink
  private(set) var groups = FindingGroups()
  private(set) var matrix = ExchangeMatrix()

  mutating func add(_ finding: Finding) {
    groups.add(finding)
    matrix.add(finding)
  }

  mutating func add(_ exchange: CheckedExchange) { matrix.add(exchange) }

  mutating func finish(_ summary: Summary) {
    write(head(summary))
    if !matrix.operations.isEmpty { write(table) }
    let sorted = groups.bySeverity
    write("<h2>Findings</h2>\n")
    if sorted.isEmpty { write("<p>Nothing was found.</p>\n") } else { write(filter(sorted)) }
    for group in sorted { write(article(of: group, summary)) }
    if let rest = groups.rest { write("<p>\(MarkupText.line(rest))</p>\n") }
    write("\(sorted.isEmpty ? "" : Self.script)</body>\n</html>\n")
  }

  private func write(_ text: String) { sink(Array(text.utf8)) }

  private func head(_ summary: Summary) -> String {
    let counts = summary.bySeverity.filter { $0.count > 0 || $0.severity == .error }
    let badges = counts.map { severity, count in
      "<b class=\"\(count > 0 ? severity.rawValue : "right")\">\(Self.counted(count, severity))</b>"
    }
    return """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta http-equiv="Content-Security-Policy" content="\(Self.policy)">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <title>schemacheck: \(counts.map { Self.counted($1, $0) }.joined(separator: ", "))</title>
      \(Self.style)</head>
      <body>
      <h1>schemacheck</h1>
      <p class="counts">\(badges.joined(separator: "\n"))</p>
      <p>\(MarkupText.line(summary.line)).</p>

      """
  }

  /// Forbids loading anything, whatever the page contains.
  private static let policy =
    "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; "
    + "base-uri 'none'; form-action 'none'"

  private static func counted(_ count: Int, _ severity: Severity) -> String {
    Plural.count(count, severity.rawValue)
  }

  // MARK: Operations and statuses

  private var table: String {
    let statuses = matrix.statuses
    var text =
      "<h2>Operations and statuses</h2>\n<div class=\"wide\"><table>\n<tr><th>operation</th>"
    for status in statuses {
      text += "<th>\(status.map(String.init) ?? "no status")</th>"
    }
    text += "</tr>\n"
    for operation in matrix.operations {
      let name = operation.map { "<code>\(MarkupText.line($0))</code>" } ?? "no operation"
      text += "<tr><th scope=\"row\">\(name)</th>"
      for status in statuses {
        text += cell(matrix.cells[.init(operation: operation, status: status)])
      }
      text += "</tr>\n"
    }
    return text + "</table></div>\n"
  }

  private func cell(_ cell: ExchangeMatrix.Cell?) -> String {
    guard let cell else { return "<td></td>" }
    var parts: [String] = []
    if cell.checked > 0 {
      let text = "\(cell.checked) checked"
      parts.append(cell.found.isEmpty ? "<b class=\"right\">\(text)</b>" : text)
    }
    if cell.skipped > 0 { parts.append("\(cell.skipped) not checked") }
    for severity in Severity.allCases.reversed() {
      guard let count = cell.found[severity] else { continue }
      parts.append("<b class=\"\(severity.rawValue)\">\(Self.counted(count, severity))</b>")
    }
    return "<td>\(parts.joined(separator: "<br>"))</td>"
  }

  // MARK: Findings

  /// Shown by the script, since it does not work without it.
  private func filter(_ groups: [FindingGroups.Group]) -> String {
    func options(_ values: [String]) -> String {
      var seen: Set<String> = []
      return values.filter { seen.insert($0).inserted }
        .map { MarkupText.line($0) }
        .map { "<option value=\"\($0)\">\($0.isEmpty ? "no operation" : $0)</option>" }.joined()
    }
    let rules = options(groups.map(\.first.rule).sorted())
    let operations = options(groups.map { $0.first.exchange?.operation ?? "" }.sorted())
    let severities = options(groups.map(\.first.severity.rawValue))
    return """
      <form id="filter" hidden>
      <label>search <input type="search" name="text"></label>
      <label>rule <select name="rule"><option value="*">all</option>\(rules)</select></label>
      <label>operation <select name="operation"><option value="*">all</option>\(operations)</select></label>
      <label>severity <select name="severity"><option value="*">all</option>\(severities)</select></label>
      <output></output>
      </form>

      """
  }

  private func article(of group: FindingGroups.Group, _ summary: Summary) -> String {
    let finding = group.first
    let severity = finding.severity.rawValue
    let rule = MarkupText.line(finding.rule)
    let tally = group.rate(in: summary).map { " " + $0 } ?? group.tally
    var text = """
      <article class="\(severity)" data-rule="\(rule)" data-severity="\(severity)" \
      data-operation="\(MarkupText.line(finding.exchange?.operation ?? ""))">
      <h3><b class="\(severity)">\(severity)</b> <code>\(rule)</code> \
      \(MarkupText.sentence(group.message))<small>\(MarkupText.line(tally))</small></h3>
      <p class="place"><code>\(MarkupText.line(finding.place))</code>

      """
    if let request = finding.request {
      let status = finding.exchange?.status.map { " → \($0)" } ?? ""
      let part = finding.isInRequest ? " (request)" : ""
      text += "<code>\(MarkupText.line(request + status + part))</code>\n"
    }
    if let pointer = group.pointer { text += "<code>\(MarkupText.line(pointer))</code>\n" }
    text += "</p>\n"
    if let frame = finding.frame { text += Self.code(frame, label: group.label) }
    if finding.frame == nil, !group.label.isEmpty {
      text += "<p>\(MarkupText.sentence(group.label))</p>\n"
    }
    if let decoded = finding.decoded {
      text += "<p>Line \(decoded.line), column \(decoded.column) of the decoded body.</p>\n"
    }
    if let place = finding.contractPlace {
      text += "<p class=\"why\">Contract: <code>\(MarkupText.line(place.description))</code></p>\n"
    }
    if let why = finding.why { text += "<p class=\"why\">\(MarkupText.sentence(why))</p>\n" }
    return text + "</article>\n"
  }

  private static func code(_ frame: CodeFrame, label: String) -> String {
    let number = "\(frame.line)"
    let margin = String(repeating: " ", count: number.utf8.count)
    let words = label.isEmpty ? "" : " " + MarkupText.line(label)
    return "<pre><i>\(number)|</i> \(MarkupText.escaped(frame.text))\n"
      + "<i>\(margin)|</i> \(frame.indent)<b>\(frame.carets)\(words)</b></pre>\n"
  }

  static let style = """
    <style>
    :root { color-scheme: light dark; --text: #1f2328; --page: #fff; --card: #f6f8fa; \
    --line: #d1d9e0; --dim: #59636e; --error: #cf222e; --warning: #9a6700; --note: #0969da; \
    --right: #1a7f37; }
    @media (prefers-color-scheme: dark) { :root { --text: #f0f6fc; --page: #0d1117; \
    --card: #151b23; --line: #3d444d; --dim: #9198a1; --error: #f85149; --warning: #d29922; \
    --note: #4493f8; --right: #3fb950; } }
    * { box-sizing: border-box; }
    body { margin: 2rem auto; max-width: 64rem; padding: 0 1rem; background: var(--page); \
    color: var(--text); font: 16px/1.5 system-ui, sans-serif; }
    code, pre { font: 13px/1.5 ui-monospace, monospace; overflow-wrap: anywhere; }
    h1 { margin: 0; } h2 { margin: 2rem 0 .5rem; }
    h3 { margin: 0; font-size: 1rem; font-weight: 600; overflow-wrap: anywhere; }
    h3 code, .why code { padding: .1em .3em; border-radius: 4px; background: var(--page); }
    small { color: var(--dim); font-weight: 400; }
    .counts b { margin-right: 1rem; font-size: 1.25rem; }
    b.error { color: var(--error); } b.warning { color: var(--warning); }
    b.note { color: var(--note); } b.right { color: var(--right); }
    .wide { overflow-x: auto; }
    table { border-collapse: collapse; font-size: .875rem; }
    th, td { padding: .25rem .75rem; border: 1px solid var(--line); text-align: left; \
    vertical-align: top; white-space: nowrap; }
    form { display: flex; flex-wrap: wrap; gap: .5rem 1rem; align-items: end; margin: 1rem 0; }
    form[hidden], article[hidden] { display: none; }
    label { display: flex; flex-direction: column; color: var(--dim); font-size: .75rem; }
    input, select { max-width: 18rem; padding: .25rem .5rem; border: 1px solid var(--line); \
    border-radius: 6px; background: var(--page); color: var(--text); font: inherit; \
    font-size: .875rem; }
    output { color: var(--dim); font-size: .875rem; }
    article { margin: 1rem 0; padding: .75rem 1rem; border: 1px solid var(--line); \
    border-left: 4px solid var(--line); border-radius: 6px; background: var(--card); }
    article.error { border-left-color: var(--error); }
    article.warning { border-left-color: var(--warning); }
    article.note { border-left-color: var(--note); }
    .place code { margin-right: 1rem; } .place, .why { margin: .25rem 0 0; color: var(--dim); }
    pre { margin: .5rem 0 0; padding: .5rem; overflow-x: auto; border-radius: 6px; \
    background: var(--page); }
    pre i { color: var(--dim); font-style: normal; }
    article.error pre b { color: var(--error); } article.warning pre b { color: var(--warning); }
    article.note pre b { color: var(--note); }
    </style>

    """

  /// Shows the articles that the form selects; values are only compared as text.
  static let script = """
    <script>
    "use strict";
    const form = document.getElementById("filter");
    const articles = Array.from(document.querySelectorAll("article"));
    function show() {
      const text = form.text.value.toLowerCase();
      let count = 0;
      for (const article of articles) {
        const isWanted = ["rule", "operation", "severity"].every(
          name => form[name].value === "*" || form[name].value === article.dataset[name])
          && article.textContent.toLowerCase().includes(text);
        article.hidden = !isWanted;
        if (isWanted) count += 1;
      }
      form.querySelector("output").value = count + " of " + articles.length;
    }
    form.addEventListener("input", show);
    form.addEventListener("submit", event => event.preventDefault());
    form.hidden = false;
    show();
    </script>

    """
}

/// Text from inputs as character data of XML and HTML, between tags and in quoted attributes.
enum MarkupText {
  /// `text` as one line, without markup and without characters that XML 1.0 forbids.
  static func line(_ text: String) -> String { escaped(SafeText.line(text)) }

  /// The same for a message: names in back quotes become code.
  static func sentence(_ text: String) -> String {
    QuotedNames.parts(of: text).map { part, isName in
      isName ? "<code>\(line(part))</code>" : line(part)
    }.joined()
  }

  /// The same for text that is safe to print already.
  static func escaped(_ text: String) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count)
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "&"): bytes += "&amp;".utf8
      case UInt8(ascii: "<"): bytes += "&lt;".utf8
      // XML does not allow `]]>` in text.
      case UInt8(ascii: ">"): bytes += "&gt;".utf8
      case UInt8(ascii: "\""): bytes += "&quot;".utf8
      case UInt8(ascii: "'"): bytes += "&#39;".utf8
      default: bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
