/// The script of the site: search, copying of examples, opening of nested fields. Pages can be read without it.
///
/// It is a plain script, and the index of the search is another that it adds to the page, since browsers refuse modules
/// and requests on pages that are opened as files. Texts from schemas are only ever set as text.
enum SiteScript {
    static let text = beginning + search + pages

    private static let beginning = #"""
        "use strict";
        (function () {
          var root = document.documentElement.dataset.root || "";
          var form = document.getElementById("search"), query = document.getElementById("query");
          var results = document.getElementById("results"), list = document.getElementById("result-list");
          var count = document.getElementById("result-count");
          var index = null, maximumResults = 50, maximumTitles = 6;

          function element(name, text) {
            var made = document.createElement(name);
            if (text !== undefined) made.textContent = text;
            return made;
          }

        """#

    private static let pages = #"""
          // MARK: - Nested fields

          // What the address names: words to search, or a field, whose outer parts are opened.
          function reveal() {
            var words = new URLSearchParams(location.hash.slice(1)).get("q");
            query.value = words || "";
            if (words) return load(show);
            results.hidden = true;
            var target = document.getElementById(location.hash.slice(1));
            if (!target) return;
            for (var outer = target; outer; outer = outer.parentElement) {
              if (outer.tagName === "DETAILS") outer.open = true;
            }
            target.scrollIntoView();
          }
          window.addEventListener("hashchange", reveal);
          window.addEventListener("pageshow", function (event) { if (event.persisted) reveal(); });

          var tools = document.getElementById("field-tools");
          var nested = document.querySelectorAll(".nested > td > details");
          if (tools && nested.length) {
            [["Close all parts", false], ["Open all parts", true]].forEach(function (choice) {
              var button = tools.appendChild(element("button", choice[0]));
              button.type = "button";
              button.onclick = function () { nested.forEach(function (part) { part.open = choice[1]; }); };
            });
          }

          // MARK: - Examples

          function copy(text) {
            if (navigator.clipboard && window.isSecureContext) return navigator.clipboard.writeText(text);
            var area = element("textarea");
            area.value = text;
            document.body.appendChild(area).select();
            var isCopied = document.execCommand("copy");
            area.remove();
            return isCopied ? Promise.resolve() : Promise.reject();
          }

          document.querySelectorAll("pre").forEach(function (example) {
            var button = element("button", "Copy"), text = example.textContent;
            button.type = "button";
            button.onclick = function () {
              copy(text).then(
                function () { button.textContent = "Copied"; },
                function () { button.textContent = "Select the text to copy it"; });
            };
            example.before(button);
          });

          reveal();
        })();

        """#
}
