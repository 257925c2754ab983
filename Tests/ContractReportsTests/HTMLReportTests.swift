@_spi(Engine) @testable import ContractReports
@_spi(Engine) @testable import ContractCaptures
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
    var finding = SampleFindings.missingProperty
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
                if name in ("src", "action") or name.startswith("on"): self.wrong += 1
                if name == "href" and not value.startswith("#"): self.wrong += 1
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
      #expect(lines[0].hasPrefix("0 a b body"))
      #expect(!lines[0].contains("img"))
    }
    #expect(try Python.run(Self.reader, try attacked()).contains(Self.attack))
    let clean = try Python.run(Self.reader, try SampleFindings.report("html", [], Summary()))
    #expect(clean.contains("Nothing was checked."))
    #expect(!clean.contains("script"))
  }

  @Test func everyLinkHasItsTarget() throws {
    let pages = [
      try page(), try SampleFindings.report("html"), try attacked(),
      try SampleFindings.report("html", [], Summary()),
      try SampleFindings.report("html", [], SampleFindings.summary),
    ]
    for page in pages {
      #expect(PageLinks(page).broken == [])
      #expect(!page.contains("://"))
      // Only the form waits for the script.
      #expect(page.split(separator: " hidden>").count <= 2)
    }
    let links = PageLinks(pages[0]).links
    for link in ["#errors", "#warnings", "#notes", "#never", "#operations", "#unchecked", "#m7"] {
      #expect(links.contains(link))
    }
  }

  // MARK: What it says

  private func page(_ exchanges: [CheckedExchange] = SampleFindings.exchanges) throws -> String {
    let contract = try Contract(Self.contract.utf8, name: "fotolokashen")
    return try SampleFindings.report(
      "html", exchanges: exchanges, contracts: [ReportContract(contract)]
    ).replacing("\u{A0}", with: " ")
  }

  private static let contract = """
    {"openapi": "3.1.0", "info": {"title": "Photos & Places", "version": "1.2"}, "paths": {
     "/api/v1/locations/friends": {"get": {"responses": {}}},
     "/api/v1/locations/nearby": {"get": {"responses": {}}},
     "/api/v1/locations/public": {"get": {"responses": {}}},
     "/api/v1/users/{username}": {
      "parameters": [{"name": "username", "in": "path", "required": true}],
      "get": {"responses": {}}, "delete": {"responses": {}}}}}
    """

  @Test func theHeadSaysWhatIsWrong() throws {
    let page = try page()
    #expect(page.contains("<h1>Photos &amp; Places 1.2</h1>\n"))
    #expect(
      page.contains(
        """
        <p class="meta">Checked: captures/friends.har, captures/devices.ndjson, Fixtures/old file.har \
        and 1 more; the inputs have no times</p>

        """))
    #expect(
      page.contains(
        """
        <p class="verdict error">5 of 8 exchanges (62.5 %) have errors, from \
        <a href="#errors">5 mistakes</a>.</p>
        <ul class="counts">
        <li><a href="#errors">44 errors</a></li>
        <li><a href="#warnings">1 warning</a></li>
        <li><a href="#notes">1 note</a></li>
        <li><a href="#operations">29 of 31 exchanges checked</a></li>
        <li><a href="#never">2 of 5 operations never called</a></li>
        <li><a href="#unchecked">2 exchanges not checked</a></li>
        </ul>
        <dl class="answers">
        <div><dt>Errors in all</dt>
        <dd><b class="error">62.5 %</b> 5 of 8 exchanges</dd></div>
        <div><dt>Since</dt>
        <dd><b>unknown</b> no exchange with this mistake has a time</dd></div>
        <div><dt>Whose side</dt>
        <dd><b>the server’s</b> mistakes: app 2, server 4, contract 1</dd></div>
        <div><dt>Client</dt>
        <dd><b>unknown</b> no request says which app sent it</dd></div>
        </dl>
        <p class="first"><b>Do first, in the server:</b> rename to <code>lat</code>. \
        <a href="#m1">coordinate is named <code>latitude</code>; this API says <code>lat</code></a> \
        <code>GET /api/v1/locations/friends → 200</code></p>

        """))
  }

  @Test func theVerdictIsNeverMoreThanWasChecked() throws {
    let nothing = try SampleFindings.report("html", [], Summary())
    #expect(nothing.contains("<p class=\"verdict \">Nothing was checked.</p>"))
    let clean = try SampleFindings.report("html", [], SampleFindings.cleanSummary)
    #expect(
      clean.contains(
        "<p class=\"verdict right\">Nothing was found in 29\u{A0}checked exchanges.</p>"))
    var warned = SampleFindings.cleanSummary
    warned.warnings = 1
    warned.isTruncated = true
    let page = try SampleFindings.report("html", [SampleFindings.unknownRoute], warned)
    #expect(
      page.contains(
        """
        <p class="verdict warning">No errors, but 1\u{A0}warning, from \
        <a href="#warnings">1\u{A0}mistake</a>; \
        the run stopped early, so there may be more.</p>
        """))
  }

  /// By contract, those that were never exercised last.
  @Test func everyOperationIsListed() throws {
    let rows = try page().split(separator: "\n").filter { $0.hasPrefix("<tr") }
      .map { row in
        row.split(separator: "<code>").dropFirst().first?.split(separator: "</code>").first ?? ""
      }
    #expect(
      rows.filter { $0.contains(" /") } == [
        "GET /api/v1/locations/friends", "GET /api/v1/locations/public",
        "GET /api/v1/users/{username}", "GET /api/v1/locations/nearby",
        "DELETE /api/v1/users/{username}", "POST /api/devices",
        "DELETE /api/devices/{deviceToken}",
      ])
    let page = try page()
    #expect(
      page.contains(
        """
        <tr id="never" class="never"><th scope="row"><code>GET /api/v1/locations/nearby</code></th>\
        <td class="number" data-unit=" exchanges">0</td><td class="bar"></td>\
        <td class="found"><b>never exercised</b></td></tr>
        """))
    #expect(
      page.contains(
        """
        <small>200 ×2</small></th><td class="number" data-unit=" exchanges">2</td><td class="bar">\
        <span style="width:66.7%"><i class="note" style="width:50%"></i>\
        <i class="right" style="width:50%"></i></span></td><td class="found">\
        <details><summary><b class="note">1 with notes</b> (50 %), 1 mistake</summary>
        <ul>
        <li><a href="#m7">expected a number, found a string</a></li>
        """))
  }

  @Test func findingsOverTimeAreAPicture() throws {
    #expect(try !page().contains("<svg"))
    let exchanges = SampleFindings.exchanges.enumerated().map { index, exchange in
      var exchange = exchange
      exchange.reference?.time = Timestamp(milliseconds: 1_793_697_240_000 + index * 60_000)
      return exchange
    }
    let page = try page(exchanges)
    #expect(page.contains("; 2026-11-03 09:14 to 09:22 UTC</p>"))
    #expect(
      page.contains(
        """
        aria-label="findings in 7 of 33 periods of 15 seconds, from 2026-11-03 09:14:00 to \
        2026-11-03 09:20:00; the highest share is at 2026-11-03 09:14:00: 1 of 1 exchange"
        """))
    #expect(
      page.contains(
        """
        <g><title>2026-11-03 09:14:00: 1 exchange, 1 with errors</title>\
        <rect class="error" x="0.1" width=".8" y="0" height="100"/></g>
        """))
    #expect(
      page.contains(
        "<tr><th scope=\"row\">2026-11-03 09:14:00</th><td>1</td><td>1</td><td>0</td><td>0</td></tr>"
      ))
  }

  /// WCAG 2.2, success criterion 1.4.3: text has a contrast of at least 4.5 to 1.
  @Test func everyColourCanBeRead() throws {
    let schemes = HTMLStyle.text.split(separator: "{ color-scheme: ").dropFirst()
    #expect(schemes.count == 2)
    for scheme in schemes {
      var colours: [String: Double] = [:]
      for part in scheme.prefix(while: { $0 != "}" }).split(separator: "--").dropFirst() {
        let words = part.split(separator: ": #")
        let hex = try #require(words.last).prefix(while: \.isHexDigit)
        colours[String(words[0])] = Self.luminance(String(hex))
      }
      #expect(colours.count == 10)
      for name in ["text", "dim", "error", "warning", "note", "right", "link"] {
        for ground in ["page", "card"] {
          let (one, other) = (try #require(colours[name]), try #require(colours[ground]))
          let contrast = (max(one, other) + 0.05) / (min(one, other) + 0.05)
          #expect(contrast >= 4.5, "--\(name) on --\(ground)")
        }
      }
    }
  }

  private static func luminance(_ hex: String) -> Double {
    let digits = hex.compactMap(\.hexDigitValue)
    let pairs = digits.count == 3 ? digits.flatMap { [$0, $0] } : digits
    let channels: [Int] = [0, 2, 4].map { pairs[$0] * 16 + pairs[$0 + 1] }
    let linear = channels.map { channel -> Double in
      let share = Double(channel) / 255
      return share <= 0.04045 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4)
    }
    let weights = [0.2126, 0.7152, 0.0722]
    return zip(weights, linear).reduce(0) { $0 + $1.0 * $1.1 }
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
    #expect(page.contains("<title>schemacheck: "))
    #expect(!page.contains("<img"))
    // The form is hidden until the script shows it.
    #expect(page.contains("<form id=\"filter\">"))
  }

  @Test(.enabled(if: browser != nil, "Chromium is needed"))
  func theFilterFilters() throws {
    func choice(_ name: String, _ text: String) -> String {
      "form.\(name).value = Array.from(form.\(name)).find(one => one.text === '\(text)').value"
    }
    let choices = [
      ("", 7), (choice("rule", "explicit-null"), 1), (choice("severity", "warning"), 1),
      (choice("operation", "no operation"), 2), (choice("contract", "fotolokashen"), 3),
      ("form.text.value = 'LATITUDE'", 1), ("form.text.value = 'nowhere'", 0),
    ]
    let tries = choices.map { "() => { \($0.0) }" }.joined(separator: ", ")
    let page = try SampleFindings.report("html").replacing(
      "</script>",
      with: """
        document.title = [\(tries)].map(choose => {
          form.reset(); choose(); show();
          return form.querySelector("output").value + " "
            + document.querySelectorAll(".card:not([hidden])").length;
        }).join("; ");
        </script>
        """)
    let counts = choices.map { "\($0.1) of 7 \($0.1)" }.joined(separator: "; ")
    #expect(try shown(page).contains("<title>\(counts)</title>"))
  }

  /// A link to a finding that the filter hides shows all.
  @Test(.enabled(if: browser != nil, "Chromium is needed"))
  func linksLeadToHiddenFindings() throws {
    let page = try page().replacing(
      "</script>",
      with: """
        form.severity.value = "error"; show();
        const card = document.getElementById("m7").parentElement;
        const before = [card.hidden, card.open];
        document.querySelector('a[href="#m7"]').click();
        document.title = before + " " + [card.hidden, card.open];
        </script>
        """)
    #expect(try shown(page).contains("<title>true,false false,true</title>"))
  }

  @Test(.enabled(if: browser != nil, "Chromium is needed"))
  func aButtonOpensAllMistakes() throws {
    let page = try page().replacing(
      "</script>",
      with: """
        const open = () => document.querySelectorAll(".card[open]").length;
        const before = open();
        button.click();
        document.title = before + " " + open() + " " + button.textContent;
        </script>
        """)
    #expect(try shown(page).contains("<title>3 7 close all</title>"))
  }

  /// At every width there is no horizontal scrolling of the page, and on a phone none of code.
  @Test(.enabled(if: browser != nil, "Chromium is needed"))
  func thePageFitsAPhone() throws {
    let fits = """
      document.body.style.width = "375px";
      document.title = String(document.body.scrollWidth <= 375);
      </script>
      """
    #expect(
      try shown(attacked().replacing("</script>", with: fits)).contains("<title>true</title>"))
    let phone = try page().replacing("@media (max-width: 40rem)", with: "@media all")
      .replacing(
        "</script>",
        with: """
          document.body.style.width = "375px";
          button.click();
          document.title = Array.from(document.querySelectorAll("pre b, mark"))
            .every(one => one.getBoundingClientRect().right
              <= document.body.getBoundingClientRect().right);
          </script>
          """)
    #expect(try shown(phone).contains("<title>true</title>"))
  }

  /// No line ends between a number and its unit.
  @Test func numbersStayWithTheirUnits() throws {
    let exchanges = SampleFindings.exchanges.enumerated().map { index, exchange in
      var exchange = exchange
      exchange.reference?.time = Timestamp(milliseconds: 1_793_697_240_000 + index * 60_000)
      return exchange
    }
    let contract = try Contract(Self.contract.utf8, name: "fotolokashen")
    let page = try SampleFindings.report(
      "html", exchanges: exchanges, contracts: [ReportContract(contract)])
    let body = try #require(
      page.split(separator: "<body>").last?.split(separator: "<script>").first)
    // Lines of code are as they are.
    let words = body.replacing(/<(pre|code|title)>(?s:.*?)<\/(pre|code|title)>/, with: "")
      .replacing(/<[^>]*>/, with: "<>")
    #expect(words.firstMatch(of: /[0-9] (?!of )[a-z%]/) == nil)
    #expect(
      MarkupText.words("45 % of 812 exchanges, 2 <b>")
        == "45\u{A0}% of 812\u{A0}exchanges, 2\u{A0}&lt;b&gt;")
  }
}
