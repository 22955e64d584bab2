extension SiteScript {
    /// The search: what is typed, found and chosen.
    static let search = #"""
          // MARK: - Search

          function load(done) {
            if (index) return done();
            var script = element("script");
            script.src = root + "search-index.js";
            script.onload = function () {
              if (!index) index = prepared(window.schemaSearchIndex);
              done();
            };
            script.onerror = function () { count.textContent = "The index of the search is missing."; };
            document.head.appendChild(script);
          }

          function plain(text) { return text.normalize("NFKC").toLowerCase(); }

          function prepared(data) {
            var entries = data.titles.map(function (title) {
              return {
                name: title[0], kind: "schema, version " + title[1], text: title[3],
                targets: [{ text: title[0], address: title[2] }]
              };
            });
            data.fields.forEach(function (field) {
              entries.push({
                name: field[0], kind: field[1], text: field[2],
                targets: field[4].map(function (place) {
                  return { text: data.titles[place][0], address: data.titles[place][2] + "#" + field[3] };
                })
              });
            });
            entries.forEach(function (entry) { entry.low = plain(entry.name); entry.lowText = plain(entry.text); });
            return entries;
          }

          // How well an entry fits: 0 for not at all. All words must be in its name or its description.
          function fit(entry, words) {
            var sum = 0;
            for (var place = 0; place < words.length; place++) {
              var word = words[place], last = entry.low.slice(entry.low.search(/[^.\/]*$/));
              if (entry.low === word) sum += 100;
              else if (last === word) sum += 60;
              else if (last.indexOf(word) === 0) sum += 30;
              else if (entry.low.indexOf(word) >= 0) sum += 15;
              else if (entry.lowText.indexOf(word) >= 0) sum += 3;
              else return 0;
            }
            return sum;
          }

          function show() {
            var words = plain(query.value).split(/\s+/).filter(Boolean);
            list.textContent = "";
            results.hidden = words.length === 0;
            remember(query.value);
            if (results.hidden) return;
            var found = [];
            index.forEach(function (entry, place) {
              var points = fit(entry, words);
              if (points) found.push({ entry: entry, points: points, place: place });
            });
            found.sort(function (one, other) {
              return other.points - one.points || one.entry.name.length - other.entry.name.length
                || one.place - other.place;
            });
            found.slice(0, maximumResults).forEach(function (one) { list.appendChild(row(one.entry)); });
            count.textContent = found.length === 0 ? "Nothing in the newest versions has these words."
              : found.length + (found.length === 1 ? " result" : " results")
                + (found.length > maximumResults ? ", the best " + maximumResults + " of them here" : "");
          }

          function row(entry) {
            var item = element("li"), first = element("div");
            var isSchema = entry.targets.length === 1 && entry.targets[0].text === entry.name;
            first.appendChild(isSchema ? link(entry.targets[0]) : element("code", entry.name));
            first.appendChild(element("span", " " + entry.kind)).className = "faint";
            item.appendChild(first);
            if (entry.text) item.appendChild(element("p", entry.text));
            if (!isSchema) item.appendChild(links(entry.targets));
            return item;
          }

          function links(targets) {
            var line = element("div", "in "), rest = targets.slice(maximumTitles);
            targets.slice(0, maximumTitles).forEach(function (target) { line.appendChild(link(target)); });
            if (rest.length === 0) return line;
            var more = line.appendChild(element("button", "and " + rest.length + " more"));
            more.type = "button";
            more.onclick = function () {
              more.remove();
              rest.forEach(function (target) { line.appendChild(link(target)); });
              line.children[maximumTitles].focus();
            };
            return line;
          }

          function link(target) {
            var made = element("a");
            made.href = root + target.address;
            made.appendChild(element("code", target.text));
            return made;
          }

          // The words are in the address of the page, so that going back from a result finds the search again.
          function remember(text) {
            var current = new URLSearchParams(location.hash.slice(1)).get("q");
            if (text === (current || "")) return;
            history.replaceState(null, "", text ? "#" + new URLSearchParams({ q: text }) : location.href.split("#")[0]);
          }

          function move(step) {
            var all = [query].concat(Array.from(list.querySelectorAll("a, button")));
            var next = all[all.indexOf(document.activeElement) + step];
            if (next) next.focus();
          }

          function leave() {
            query.value = "";
            load(show);
            query.focus();
          }

          document.addEventListener("keydown", function (event) {
            if (event.ctrlKey || event.metaKey || event.altKey) return;
            var inSearch = form.contains(document.activeElement) || results.contains(document.activeElement);
            if (event.key === "/" && document.activeElement !== query) query.focus();
            else if (inSearch && event.key === "ArrowDown") move(1);
            else if (inSearch && event.key === "ArrowUp") move(-1);
            else if (inSearch && event.key === "Escape") leave();
            else return;
            event.preventDefault();
          });
          form.addEventListener("submit", function (event) {
            event.preventDefault();
            load(function () {
              show();
              var first = list.querySelector("a");
              if (first) first.click();
            });
          });
          query.addEventListener("input", function () { load(show); });
          form.hidden = false;


        """#
}
