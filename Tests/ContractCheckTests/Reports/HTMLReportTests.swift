import Foundation
import JSONTape
import TestSupport
import Testing

@testable import ContractCheck

@Suite struct HTMLReportTests {
  private static let attack = """
    </script><script>document.title="owned"</script><img src=x onerror='document.title="owned"'>" \
    onmouseover="x" ' & &lt; <!-- ]]>
    """

  private func attacked() throws -> String {
    var finding = SampleFindings.absentMember
    (finding.message, finding.label, finding.why) = (Self.attack, Self.attack, Self.attack)
    (finding.file, finding.rule) = (Self.attack, Self.attack)
    finding.exchange?.operation = Self.attack
    finding.instance = JSONPointer(tokens: [Self.attack])
    finding.frame?.text = Self.attack
    return try SampleFindings.report("html", [finding])
  }

  /// The tags of a page and the text outside of style and script, by Python's parser.
  private static let reader = """
    import html.parser, sys
    class Reader(html.parser.HTMLParser):
        def __init__(self):
            super().__init__(); self.open = []; self.wrong = 0; self.words = []; self.places = set()
        def handle_starttag(self, tag, attributes):
            if tag not in ("meta", "br", "input"): self.open.append(tag)
            for name, value in attributes:
                if name in ("src", "href", "action") or name.startswith("on"): self.wrong += 1
            self.places.add(tag)
        def handle_endtag(self, tag):
            if not self.open or self.open.pop() != tag: self.wrong += 1
        def handle_data(self, data):
            if self.open and self.open[-1] not in ("style", "script"): self.words.append(data)
    reader = Reader(); reader.feed(sys.stdin.read()); reader.close()
    print(len(reader.open) + reader.wrong, *sorted(reader.places))
    print("".join(reader.words))
    """

  private static let hasPython = (try? Python.run("import html.parser")) == ""

  @Test(.enabled(if: hasPython, "python3 is needed"))
  func aPageIsWellFormedAndFetchesNothing() throws {
    let pages = [
      try SampleFindings.report("html", exchanges: SampleFindings.exchanges), try attacked(),
    ]
    for page in pages {
      let lines = try Python.run(Self.reader, page).split(separator: "\n", maxSplits: 1)
      #expect(lines[0].hasPrefix("0 article b body"))
      #expect(!lines[0].contains("img"))
    }
    #expect(try Python.run(Self.reader, try attacked()).contains(Self.attack))
    let clean = try Python.run(Self.reader, try SampleFindings.report("html", [], Summary()))
    #expect(clean.contains("Nothing was found."))
    #expect(!clean.contains("script"))
  }

  @Test func theMatrixCountsExchanges() throws {
    let page = try SampleFindings.report("html", exchanges: SampleFindings.exchanges)
    let rows = page.split(separator: "\n").filter { $0.hasPrefix("<tr>") }
    #expect(
      rows.first
        == "<tr><th>operation</th><th>200</th><th>304</th><th>400</th><th>no status</th></tr>")
    #expect(
      rows.contains(
        "<tr><th scope=\"row\"><code>GET /api/v1/users/{username}</code></th><td>2 checked<br>"
          + "<b class=\"note\">1 note</b></td><td></td><td></td><td></td></tr>"))
    #expect(rows.last?.hasPrefix("<tr><th scope=\"row\">no operation</th>") == true)
  }

  // MARK: In a browser

  private static let browser = Browser.find()

  /// What a page has become when its script has run.
  private func shown(_ page: String) throws -> String {
    let folder = try TemporaryFolder()
    let path = try folder.write(page, to: "page.html")
    return try #require(Self.browser).page(of: path, profile: folder.path)
  }

  @Test(.enabled(if: browser != nil, "Chromium is needed"))
  func aBrowserRunsNothingButTheFilter() throws {
    let page = try shown(try attacked())
    #expect(page.contains("<output>1 of 1</output>"))
    #expect(page.contains("<title>schemacheck: "))
    #expect(!page.contains("<img"))
    // The form is hidden until the script shows it.
    #expect(page.contains("<form id=\"filter\">"))
  }

  @Test(.enabled(if: browser != nil, "Chromium is needed"))
  func theFilterFilters() throws {
    let choices = [
      ("", 7), ("form.rule.value = 'explicit-null'", 1), ("form.severity.value = 'warning'", 1),
      ("form.operation.value = ''", 2), ("form.text.value = 'LATITUDE'", 1),
      ("form.text.value = 'nowhere'", 0),
    ]
    let tries = choices.map { "() => { \($0.0) }" }.joined(separator: ", ")
    let page = try SampleFindings.report("html").replacing(
      "</script>",
      with: """
        document.title = [\(tries)].map(choose => {
          form.reset(); choose(); show();
          return form.querySelector("output").value + " "
            + document.querySelectorAll("article:not([hidden])").length;
        }).join("; ");
        </script>
        """)
    let counts = choices.map { "\($0.1) of 7 \($0.1)" }.joined(separator: "; ")
    #expect(try shown(page).contains("<title>\(counts)</title>"))
  }
}
