@_spi(Engine) internal import ContractCheck

/// The frame of every page: it loads nothing, works without JavaScript, and follows the reader's
/// light or dark mode; paper is light.
enum HTMLPage {
  /// Everything before the content.
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
    \(style)</head>
    <body>

    """
  }

  /// Everything after the content.
  static func end(hasScript: Bool) -> String { "\(hasScript ? script : "")</body>\n</html>\n" }

  /// Forbids loading anything, whatever the page contains.
  private static func policy(hasScript: Bool) -> String {
    "default-src 'none'; style-src 'unsafe-inline'; "
      + (hasScript ? "script-src 'unsafe-inline'; " : "") + "base-uri 'none'; form-action 'none'"
  }

  /// `Fotolokashen 1, BMN Boston 2 and 3 more`.
  static func list(_ names: [String], most: Int = 3, of count: Int? = nil) -> String {
    let shown = Array(names.prefix(most))
    let rest = max(count ?? 0, names.count) - shown.count
    guard rest > 0 else { return FailureContext.joined(shown, "and") }
    return shown.joined(separator: ", ") + " and \(Rate.grouped(rest)) more"
  }

  /// `5,000 mistakes`.
  static func counted(_ count: Int, _ noun: String) -> String {
    "\(Rate.grouped(count)) \(Plural.noun(count, noun))"
  }

  /// The colours of a picture, in words; only those that it has.
  static func legend(_ colours: [(name: String, words: String)]) -> String {
    colours.map { "<span><i class=\"\($0.name)\"></i>\($0.words)</span>" }.joined(separator: " ")
  }

  /// A part as a width: `37.5%`. Something is never nothing.
  static func width(_ part: Int, of whole: Int) -> String {
    guard part > 0, whole > 0 else { return "0" }
    let tenths = min(1000, max(1, Int((Double(part) / Double(whole) * 1000).rounded())))
    return tenths % 10 == 0 ? "\(tenths / 10)%" : "\(tenths / 10).\(tenths % 10)%"
  }

  private static let light = """
    --text: #1f2328; --page: #fff; --card: #f6f8fa; --line: #d1d9e0; --dim: #59636e; \
    --error: #c21c27; --warning: #8a5a00; --note: #0757ba; --right: #1a7f37; --link: #0757ba;
    """

  private static let dark = """
    --text: #f0f6fc; --page: #0d1117; --card: #151b23; --line: #3d444d; --dim: #9198a1; \
    --error: #ff7b72; --warning: #d9a22e; --note: #6cb0ff; --right: #3fb950; --link: #6cb0ff;
    """

  static let style = """
    <style>
    :root { color-scheme: light; \(light) }
    @media screen and (prefers-color-scheme: dark) { :root { color-scheme: dark; \(dark) } }
    * { box-sizing: border-box; }
    body { margin: 0 auto; max-width: 68rem; padding: 1.5rem 1rem 4rem; background: var(--page); \
    color: var(--text); font: 16px/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
    code, pre { font: 13px/1.5 ui-monospace, monospace; }
    a { color: var(--link); text-underline-offset: .15em; }
    a:focus-visible, summary:focus-visible, input:focus-visible, select:focus-visible, \
    pre:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
    h1 { margin: 0; font-size: 1.75rem; line-height: 1.25; }
    h2 { margin: 2.5rem 0 .5rem; font-size: 1.25rem; }
    h3 { margin: 1.5rem 0 .5rem; font-size: 1.0625rem; }
    h4 { margin: 0; font-size: 1rem; font-weight: 600; }
    small, .meta, .legend, .axis, figcaption { color: var(--dim); }
    small { font-size: .875rem; font-weight: 400; }
    .meta { margin: .25rem 0 0; }
    .verdict { margin: 1rem 0; padding: .75rem 1rem; border-left: 6px solid var(--line); \
    background: var(--card); font-size: 1.125rem; }
    .verdict.error { border-color: var(--error); }
    .verdict.warning { border-color: var(--warning); }
    .verdict.right { border-color: var(--right); }
    b.error, b.error a { color: var(--error); } b.warning, b.warning a { color: var(--warning); }
    b.note, b.note a { color: var(--note); } b.right, b.right a { color: var(--right); }
    .tiles { display: grid; grid-template-columns: repeat(auto-fit, minmax(9.5rem, 1fr)); \
    gap: .75rem; margin: 0; padding: 0; list-style: none; }
    .tiles li { padding: .5rem .75rem; border: 1px solid var(--line); border-radius: 6px; }
    .tiles b { display: block; font-size: 1.5rem; line-height: 1.25; }
    .top { margin: 0; padding-left: 1.5rem; } .top li { margin: .5rem 0; }
    .top small { display: block; }
    .legend span { margin-right: .75rem; white-space: nowrap; }
    .legend i { display: inline-block; width: .75em; height: .75em; margin-right: .3em; \
    border-radius: 2px; }
    i.error { background: var(--error); } i.warning { background: var(--warning); }
    i.note { background: var(--note); } i.right { background: var(--right); }
    i.rest { background: var(--dim); }
    rect { fill: var(--dim); } rect.error { fill: var(--error); }
    rect.warning { fill: var(--warning); } rect.note { fill: var(--note); }
    figure { margin: 0; }
    .plot { position: relative; }
    .plot span { position: absolute; left: 0; top: 0; width: 3rem; color: var(--dim); \
    font-size: .8125rem; line-height: 1; }
    .plot span:last-child { top: auto; bottom: 0; }
    .plot svg { display: block; width: calc(100% - 3rem); height: 9rem; margin-left: 3rem; \
    border-top: 1px dotted var(--line); border-bottom: 1px solid var(--dim); }
    .volume svg { height: 2.5rem; border-top: 0; }
    .axis { display: flex; justify-content: space-between; gap: 1rem; margin: .25rem 0 .5rem 3rem; \
    font-size: .8125rem; }
    .axis span:last-child { text-align: right; }
    .legend, figcaption { margin: 0 0 .5rem; font-size: .875rem; }
    summary { cursor: pointer; color: var(--link); }
    table { width: 100%; border-collapse: collapse; font-size: .9375rem; }
    th, td { padding: .375rem .75rem .375rem 0; border-bottom: 1px solid var(--line); \
    text-align: left; vertical-align: top; font-weight: 400; }
    thead th { color: var(--dim); font-size: .8125rem; }
    .number { width: 5rem; text-align: right; white-space: nowrap; \
    font-variant-numeric: tabular-nums; }
    .bar { width: 20%; } .found { width: 32%; }
    th small { display: block; }
    .bar span { display: flex; min-width: 3px; height: .75rem; margin-top: .375rem; \
    border-radius: 2px; overflow: hidden; background: var(--dim); }
    .bar span.track { background: none; border: 1px solid var(--dim); }
    .bar i { flex: none; min-width: 2px; } .bar .track i { min-width: 0; }
    .never th code, .never td { color: var(--dim); } .never td b { color: var(--text); }
    td ul { margin: .25rem 0; padding-left: 1.25rem; }
    .history th, .history td { padding: .125rem .75rem .125rem 0; font-size: .8125rem; }
    form { display: flex; flex-wrap: wrap; gap: .5rem 1rem; align-items: end; margin: 1rem 0; }
    label { display: flex; flex-direction: column; max-width: 100%; color: var(--dim); \
    font-size: .8125rem; }
    input, select { width: 14rem; max-width: 100%; height: 2.25rem; padding: 0 .5rem; \
    border: 1px solid var(--dim); border-radius: 6px; background: var(--page); \
    color: var(--text); font: inherit; font-size: .9375rem; }
    output { color: var(--dim); font-size: .875rem; }
    [hidden] { display: none !important; }
    article { margin: .75rem 0; padding: .75rem 1rem; border: 1px solid var(--line); \
    border-left: 4px solid var(--line); border-radius: 6px; background: var(--card); \
    content-visibility: auto; contain-intrinsic-size: auto 13rem; }
    article.error { border-left-color: var(--error); }
    article.warning { border-left-color: var(--warning); }
    article.note { border-left-color: var(--note); }
    article p { margin: .25rem 0 0; } p code + code { margin-left: 1rem; }
    :target { outline: 2px solid var(--link); outline-offset: 2px; scroll-margin-top: 1rem; }
    section:target { outline: none; }
    pre { margin: .5rem 0 0; padding: .5rem; overflow-x: auto; border-radius: 6px; \
    background: var(--page); overflow-wrap: normal; }
    pre i { color: var(--dim); font-style: normal; }
    article.error pre b { color: var(--error); } article.warning pre b { color: var(--warning); }
    article.note pre b { color: var(--note); }
    @media (max-width: 40rem) {
    body { padding-top: 1rem; }
    .operations, .operations tbody { display: block; } .operations thead { display: none; }
    .operations tr { display: grid; grid-template-columns: 10.5rem 1fr; column-gap: .75rem; \
    padding: .5rem 0; border-bottom: 1px solid var(--line); }
    .operations th, .operations td { padding: 0; border: 0; width: auto; }
    .operations th, .operations .found { grid-column: 1 / -1; }
    .operations .number::after { content: attr(data-unit); }
    .operations .never .number { display: none; } .never .bar { grid-column: 1 / -1; }
    .bar span { margin-top: .4375rem; }
    label, input, select { width: 100%; }
    .tiles { grid-template-columns: 1fr 1fr; }
    }
    @media print {
    body { max-width: none; padding: 0; font-size: 10pt; }
    * { print-color-adjust: exact; }
    form, #history details, td details ul { display: none !important; }
    a { color: inherit; }
    article { content-visibility: visible; break-inside: avoid; }
    tr, li, #history { break-inside: avoid; } h2, h3 { break-after: avoid; }
    pre { white-space: pre-wrap; overflow-wrap: anywhere; }
    }
    </style>

    """

  /// Shows the articles that the form selects. Everything is there without it.
  private static let script = """
    <script>
    "use strict";
    const form = document.getElementById("filter");
    const articles = Array.from(document.getElementsByTagName("article"));
    let texts;
    function show() {
      const text = form.text.value.toLowerCase();
      if (text && !texts) texts = articles.map(article => article.textContent.toLowerCase());
      const names = ["rule", "contract", "operation"].filter(name => form[name].value !== "");
      const severity = form.severity.value;
      let count = 0;
      articles.forEach((article, index) => {
        const isWanted = names.every(name => form[name].value === article.dataset[name])
          && (severity === "" || severity === article.className)
          && (text === "" || texts[index].includes(text));
        article.hidden = !isWanted;
        if (isWanted) count += 1;
      });
      for (const section of document.querySelectorAll("#findings section")) {
        section.hidden = section.querySelector("article:not([hidden])") === null;
      }
      form.querySelector("output").value = count + " of " + articles.length;
    }
    form.addEventListener("input", show);
    form.addEventListener("submit", event => event.preventDefault());
    document.addEventListener("click", event => {
      const link = event.target.closest("a");
      if (link === null) return;
      const target = document.getElementById(link.hash.slice(1));
      if (link.dataset.operation !== undefined) {
        form.reset();
        form.operation.value = link.dataset.operation;
        show();
      } else if (target !== null && target.closest("[hidden]") !== null) {
        form.reset();
        show();
      }
    });
    form.hidden = false;
    if (Array.from(form.elements).some(element => element.value !== "")) show();
    </script>

    """
}
