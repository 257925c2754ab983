/// The style of every page. A page uses the reader's light or dark mode. Printed pages are light.
enum HTMLStyle {
  private static let light = """
    --text: #1f2328; --page: #fff; --card: #f6f8fa; --line: #d1d9e0; --dim: #59636e; \
    --error: #c21c27; --warning: #8a5a00; --note: #0757ba; --right: #1a7f37; --link: #0757ba;
    """

  private static let dark = """
    --text: #f0f6fc; --page: #0d1117; --card: #151b23; --line: #3d444d; --dim: #9198a1; \
    --error: #ff7b72; --warning: #d9a22e; --note: #6cb0ff; --right: #3fb950; --link: #6cb0ff;
    """

  static let text = """
    <style>
    :root { color-scheme: light; \(light) }
    @media screen and (prefers-color-scheme: dark) { :root { color-scheme: dark; \(dark) } }
    * { box-sizing: border-box; }
    body { margin: 0 auto; max-width: 72rem; padding: 1rem 1rem 4rem; background: var(--page); \
    color: var(--text); font: 16px/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
    code, pre { font: 13px/1.5 ui-monospace, monospace; }
    a { color: var(--link); text-underline-offset: .15em; }
    a:focus-visible, summary:focus-visible, input:focus-visible, select:focus-visible, \
    button:focus-visible { outline: 2px solid var(--link); outline-offset: -2px; }
    h1 { margin: 0; font-size: 1.5rem; line-height: 1.25; }
    h2 { margin: 2rem 0 .5rem; font-size: 1.25rem; }
    h3 { margin: 1.25rem 0 .5rem; font-size: 1.0625rem; }
    h4 { margin: 0; font-size: 1rem; font-weight: 600; }
    small, .meta, .legend, .axis, figcaption { color: var(--dim); }
    small { font-size: .875rem; font-weight: 400; }
    .meta { margin: .25rem 0 0; font-size: .875rem; }
    .verdict { margin: .75rem 0 .5rem; padding: .5rem 1rem; border-left: 6px solid var(--line); \
    background: var(--card); font-size: 1.125rem; }
    .verdict.error { border-color: var(--error); }
    .verdict.warning { border-color: var(--warning); }
    .verdict.right { border-color: var(--right); }
    b.error, b.error a { color: var(--error); } b.warning, b.warning a { color: var(--warning); }
    b.note, b.note a { color: var(--note); } b.right, b.right a { color: var(--right); }
    .counts { display: flex; flex-wrap: wrap; gap: 0 1.25rem; margin: 0; padding: 0; \
    list-style: none; font-size: .9375rem; }
    .answers { display: flex; flex-wrap: wrap; gap: .5rem; margin: .75rem 0; }
    .answers div { flex: 1 1 10rem; padding: .5rem .75rem; border: 1px solid var(--line); \
    border-radius: 6px; }
    .answers .chips { flex: 2 1 16rem; }
    .answers dt { color: var(--dim); font-size: .8125rem; }
    .answers dd { margin: 0; font-size: .875rem; }
    .answers dd > b { display: block; font-size: 1.375rem; line-height: 1.25; white-space: nowrap; }
    .chip { display: inline-block; margin: .125rem 0; padding: 0 .5rem; border-radius: 1rem; \
    border: 1px solid var(--line); background: var(--card); color: var(--text); \
    font-size: .875rem; text-decoration: none; }
    a.chip:hover { border-color: var(--link); }
    .first { margin: .75rem 0; padding: .5rem 1rem; border: 1px solid var(--link); \
    border-radius: 6px; }
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
    .plot > span { position: absolute; left: 0; top: 0; width: 3rem; color: var(--dim); \
    font-size: .8125rem; line-height: 1; }
    .plot > span + svg + span { top: auto; bottom: 0; }
    .plot svg { display: block; width: calc(100% - 3rem); height: 8rem; margin-left: 3rem; \
    border-top: 1px dotted var(--line); border-bottom: 1px solid var(--dim); }
    .plot.volume svg { height: 2rem; border-top: 0; }
    .marks { position: absolute; inset: 0 0 0 3rem; pointer-events: none; }
    .marks b { position: absolute; top: -.25rem; bottom: 0; border-left: 2px solid var(--text); \
    white-space: nowrap; line-height: 1; }
    .marks b[style^=right] { border-left: 0; border-right: 2px solid var(--text); }
    .marks a { padding: 0 .25rem; background: var(--text); color: var(--page); font-size: .8125rem; \
    text-decoration: none; pointer-events: auto; }
    .axis { display: flex; justify-content: space-between; gap: 1rem; margin: .25rem 0 .5rem 3rem; \
    font-size: .8125rem; }
    .axis span:last-child { text-align: right; }
    .legend, figcaption { margin: 0 0 .5rem; font-size: .875rem; }
    summary { cursor: pointer; color: var(--link); } summary h3 { display: inline; }
    section > details:not(.card) { margin: 1.25rem 0; }
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
    form { position: sticky; top: 0; z-index: 1; display: flex; gap: .5rem; align-items: center; \
    padding: .5rem 0; background: var(--page); }
    input, select, button { flex: 1 1 6rem; min-width: 0; height: 2.25rem; padding: 0 .5rem; \
    border: 1px solid var(--dim); border-radius: 6px; background: var(--page); \
    color: var(--text); font: inherit; font-size: .9375rem; }
    input { flex-grow: 2; } button { flex: none; cursor: pointer; }
    output { color: var(--dim); font-size: .875rem; white-space: nowrap; }
    [hidden] { display: none !important; }
    .card { margin: .375rem 0; border: 1px solid var(--line); border-left: 4px solid var(--line); \
    border-radius: 6px; background: var(--card); content-visibility: auto; \
    contain-intrinsic-size: auto 3.75rem; }
    .card.error { border-left-color: var(--error); }
    .card.warning { border-left-color: var(--warning); }
    .card.note { border-left-color: var(--note); }
    .card summary { display: grid; grid-template-columns: .75rem auto 1fr auto; \
    column-gap: .5rem; padding: .375rem .75rem; color: var(--text); }
    .card summary::before { content: "▸"; color: var(--dim); }
    .card[open] > summary::before { content: "▾"; }
    .card summary > small { grid-column: 3 / 5; }
    .card .share { text-align: right; font-weight: 600; white-space: nowrap; }
    .card > div { padding: 0 .75rem .5rem 3.25rem; scroll-margin-top: 8rem; }
    .card p { margin: .25rem 0 0; } .from { color: var(--dim); font-size: .875rem; }
    .from code { margin-right: .5rem; color: var(--text); }
    .card:has(:target) { outline: 2px solid var(--link); outline-offset: 2px; }
    pre { margin: .5rem 0 0; padding: .5rem; overflow-x: auto; border-radius: 6px; \
    background: var(--page); overflow-wrap: normal; }
    pre i { color: var(--dim); font-style: normal; }
    mark { background: none; color: inherit; font-weight: 600; }
    .error pre b { color: var(--error); } .warning pre b { color: var(--warning); }
    .note pre b { color: var(--note); }
    @media (max-width: 40rem) {
    .answers { display: grid; grid-template-columns: 1fr 1fr; }
    .answers .chips { grid-column: 1 / -1; } .answers dd > b { font-size: 1.25rem; }
    form { position: static; overflow-x: auto; }
    input, select { flex: none; width: auto; max-width: 9rem; }
    .card > div { padding-left: .75rem; }
    .card summary { grid-template-columns: .75rem auto 1fr; }
    .card .share, .card summary > small { grid-column: 3; text-align: left; }
    .operations, .operations tbody { display: block; } .operations thead { display: none; }
    .operations tr { display: grid; grid-template-columns: 10.5rem 1fr; column-gap: .75rem; \
    padding: .5rem 0; border-bottom: 1px solid var(--line); }
    .operations th, .operations td { padding: 0; border: 0; width: auto; }
    .operations th, .operations .found { grid-column: 1 / -1; }
    .operations .number::after { content: attr(data-unit); }
    .operations .never .number { display: none; } .never .bar { grid-column: 1 / -1; }
    .bar span { margin-top: .4375rem; }
    }
    @media (max-width: 40rem), print {
    pre { white-space: pre-wrap; overflow-wrap: anywhere; }
    pre span { display: none; } mark { text-decoration: underline 2px; }
    }
    @media print {
    body { max-width: none; padding: 0; font-size: 10pt; }
    * { print-color-adjust: exact; }
    form, #history details, td details ul { display: none !important; }
    a { color: inherit; }
    .card { content-visibility: visible; break-inside: avoid; }
    tr, li, #history, .answers, .first { break-inside: avoid; } h2, h3 { break-after: avoid; }
    }
    </style>

    """
}
