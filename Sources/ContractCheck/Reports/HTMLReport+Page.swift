/// What every page has alike.
extension HTMLReport {
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

  /// Shows the articles that the form asks for; what it compares is only ever text.
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
