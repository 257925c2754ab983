@_spi(Engine) internal import ContractCheck
@_spi(Engine) internal import ContractCaptures
internal import JSONTape

/// Writes the requests of a live run that got no response, for each kind of report.
extension JSONWriter {
  mutating func write(_ requests: [UnansweredRequest]) {
    guard !requests.isEmpty else { return }
    list("unanswered") { writer in
      for request in requests {
        writer.object {
          $0.text(request.operation, "operation")
          $0.text(request.url, "url")
          $0.text(request.reason, "reason")
        }
      }
    }
  }
}

extension Summary {
  /// A Markdown table. Empty if every request got a response.
  var unansweredMarkdown: String {
    guard !unanswered.isEmpty else { return "" }
    var text = "\n| no response from | reason |\n| --- | --- |\n"
    for request in unanswered.prefix(Self.shown) {
      text += "| \(MarkdownText.code(request.name)) | \(MarkdownText.escaped(request.reason)) |\n"
    }
    return text + (rest.map { "\n\(MarkdownText.escaped($0)).\n" } ?? "")
  }

  /// The table for the HTML page.
  var unansweredHTML: String {
    guard !unanswered.isEmpty else { return "" }
    var text = "<h2 id=\"unanswered\">No response</h2>\n<table class=\"operations\">\n"
    text += "<thead><tr><th scope=\"col\">request</th><th scope=\"col\">reason</th></tr></thead>\n"
    for request in unanswered.prefix(Self.shown) {
      text += "<tr><td>\(MarkupText.line(request.name))</td>"
      text += "<td>\(MarkupText.sentence(request.reason))</td></tr>\n"
    }
    return text + "</table>\n" + (rest.map { "<p>\(MarkupText.sentence($0))</p>\n" } ?? "")
  }

  private static let shown = 50

  private var rest: String? {
    let count = unanswered.count - Self.shown
    return count > 0
      ? "\(Plural.count(count, "more request")) had no response; `--format json` has them" : nil
  }
}

extension UnansweredRequest {
  fileprivate var name: String { [operation, url].compactMap { $0 }.joined(separator: ", ") }

  /// Reads a request from a report. Nil for any other value.
  init?(report node: JSONNode) {
    guard let url = node["url"]?.string, let reason = node["reason"]?.string else { return nil }
    self.init(operation: node["operation"]?.string, url: url, reason: reason)
  }
}
