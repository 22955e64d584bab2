/// The style sheet of the site.
enum SiteStyle {
    /// Colours for a light and a dark background, those of the plots of forecasts, which differ for people with
    /// red-green colour blindness too.
    static let text = """
        :root {
          color-scheme: light dark;
          --text: #1f2328; --faint: #59636e; --background: #ffffff; --raised: #f6f8fa; --line: #d0d7de;
          --link: #0550ae; --warning: #953800; --mark: #fff1e5;
        }
        @media (prefers-color-scheme: dark) {
          :root {
            --text: #e6edf3; --faint: #a3adb8; --background: #0d1117; --raised: #161b22; --line: #3d444d;
            --link: #79c0ff; --warning: #ffa657; --mark: #2b1d0e;
          }
        }
        * { box-sizing: border-box; }
        html { scroll-padding-top: 1rem; }
        body {
          margin: 0 auto; padding: 0 1.5rem 4rem; max-width: 82rem;
          font: 16px/1.55 system-ui, sans-serif; color: var(--text); background: var(--background);
          overflow-wrap: anywhere;
        }
        a { color: var(--link); text-decoration-thickness: 1px; text-underline-offset: 0.3em; }
        a:has(code) { text-underline-offset: 0.35em; }
        .fields th a { text-decoration: none; }
        .fields th a:hover { text-decoration: underline; }
        :focus-visible { outline: 3px solid var(--link); outline-offset: 2px; border-radius: 3px; }
        main:focus { outline: none; }
        code, pre { font: 0.875em/1.5 ui-monospace, "DejaVu Sans Mono", monospace; }
        code { unicode-bidi: isolate; }
        h1 { font-size: 1.6rem; line-height: 1.25; margin: 0.5rem 0; }
        h1 code, h3 code { font-size: 0.95em; }
        h2 {
          font-size: 1.15rem; margin: 2.5rem 0 0.75rem; padding-bottom: 0.3rem; border-bottom: 1px solid var(--line);
        }
        h3 { font-size: 1rem; margin: 1.5rem 0 0.25rem; }
        p { margin: 0.25rem 0; white-space: pre-line; max-width: 72ch; }
        td p:first-child { margin-top: 0; }
        .lead { margin: 0.75rem 0; }
        .faint, .format { color: var(--faint); font-size: 0.9rem; }
        .unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
        .skip { position: absolute; left: -100rem; }
        .skip:focus { position: static; }
        .note {
          border-left: 4px solid var(--warning); background: var(--mark); margin: 1rem 0; padding: 0.5rem 1rem;
        }
        .note h2 { margin: 0; border: 0; }

        header { padding: 1rem 0; border-bottom: 1px solid var(--line); margin-bottom: 1.5rem; }
        .home { font-weight: 600; color: var(--text); text-decoration: none; }
        #search { margin-top: 0.5rem; }
        #search label { display: block; font-size: 0.9rem; }
        #query {
          display: block; width: 100%; max-width: 40rem; padding: 0.5rem 0.75rem; font: inherit; color: inherit;
          background: var(--background); border: 1px solid var(--faint); border-radius: 6px;
        }
        #results { margin-top: 1rem; padding: 0.5rem 1rem; background: var(--raised); border-radius: 6px; }
        #result-list { list-style: none; margin: 0; padding: 0; }
        #result-list li { padding: 0.5rem 0; border-top: 1px solid var(--line); }
        #result-list li a { display: inline-block; margin-right: 1rem; }
        footer { margin-top: 4rem; color: var(--faint); font-size: 0.9rem; }

        .folders ul { columns: 17rem; list-style: none; padding: 0; }
        table { border-collapse: collapse; width: 100%; }
        th, td { text-align: left; vertical-align: top; padding: 0.4rem 0.75rem 0.4rem 0; }
        th { font-weight: 400; }
        thead th { color: var(--faint); font-size: 0.85rem; border-bottom: 1px solid var(--line); }
        tbody > tr > * { border-bottom: 1px solid var(--line); }
        .titles { table-layout: fixed; }
        .titles th:first-child { width: 36%; }
        .titles th:nth-child(2), .titles th:nth-child(3), .titles th:nth-child(4) { width: 5.5rem; }
        .fields { table-layout: fixed; }
        .fields tr > :nth-child(2) { width: min(9rem, 12vw); }
        .fields tr > :nth-child(3) { width: 5.5rem; }
        .fields tr > :nth-child(4) { width: min(16rem, 20vw); }
        .fields tr > :nth-child(5) { width: min(28rem, 36vw); }
        .fields tr:target > * { background: var(--mark); }
        .nested > td { padding: 0 0 0.75rem 1rem; border-left: 2px solid var(--line); }
        .nested thead th { padding: 0; border: 0; line-height: 0; }
        .limit, summary { font-size: 0.9rem; }
        summary { cursor: pointer; padding: 0.3rem 0; color: var(--faint); }
        .values { margin: 0; padding-left: 1.1rem; font-size: 0.9rem; }
        pre {
          position: relative; overflow: auto; margin: 0; padding: 1rem; background: var(--raised);
          border: 1px solid var(--line); border-radius: 6px;
        }
        button {
          font: inherit; font-size: 0.9rem; color: var(--link); background: var(--background); cursor: pointer;
          border: 1px solid var(--line); border-radius: 6px; padding: 0.2rem 0.7rem; margin: 0.5rem 0.5rem 0.5rem 0;
        }
        .versions { list-style: none; padding: 0; }
        .versions > li { margin: 0.75rem 0; }
        .changes { margin: 0.25rem 0; }
        .compatible { color: var(--faint); font-weight: 400; }
        .breaking { color: var(--warning); }
        dl { display: grid; grid-template-columns: minmax(8rem, 14rem) 1fr; gap: 0.3rem 1rem; margin: 0.5rem 0; }
        dt { color: var(--faint); }
        dd { margin: 0; }

        @media (max-width: 48rem) {
          body { padding: 0 1rem 3rem; }
          thead { display: none; }
          table, tbody, tr, th, td { display: block; width: auto !important; }
          tbody > tr > * { border: 0; padding: 0.1rem 0; }
          tbody > tr { border-bottom: 1px solid var(--line); padding: 0.5rem 0; }
          td[data-label]:not(:empty)::before {
            content: attr(data-label) ": "; color: var(--faint); font-size: 0.85rem;
          }
          td[data-label="Required"]::before { content: "" !important; }
          td:empty { display: none; }
          dl { display: block; }
        }
        @media print { #search, #results, .tools, button, .skip { display: none; } }

        """
}
