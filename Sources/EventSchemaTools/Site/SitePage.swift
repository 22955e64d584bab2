/// One page of the site: where it is, and what all pages have in common.
struct SitePage {
    /// Below the folder of the site.
    let address: String
    /// The pages of the schema versions, by URI.
    let addresses: [String: String]

    /// The whole page in UTF-8, with a title for the browser's window.
    func bytes(title: String, main: [HTML]) -> [UInt8] {
        let root = SiteAddress.root(from: address)
        let head: [HTML] = [
            HTML("meta", ["charset": "utf-8"]), HTML("title", text: title),
            HTML("meta", ["name": "viewport", "content": "width=device-width, initial-scale=1"]),
            HTML("meta", ["name": "color-scheme", "content": "light dark"]),
            HTML("link", ["rel": "icon", "href": "data:,"]),
            HTML("link", ["rel": "stylesheet", "href": root + SiteAddress.style]),
            HTML("script", ["src": root + SiteAddress.script, "defer": ""]),
        ]
        let body: [HTML] = [
            .link("Skip to the content", to: "#content", "skip"), header(root),
            HTML("main", ["id": "content", "tabindex": "-1"], main),
            HTML("footer", [:], ["Written by ", .code("eventctl schemas docs"), "."]),
        ]
        let page = HTML("html", ["lang": "en", "data-root": root], [HTML("head", [:], head), HTML("body", [:], body)])
        var bytes = Array("<!doctype html>\n".utf8)
        page.write(into: &bytes)
        return bytes
    }

    /// The name of the site, and the search, which the script makes visible.
    private func header(_ root: String) -> HTML {
        let label = HTML("label", ["for": "query"], text: "Search titles, fields and descriptions")
        let input = HTML(
            "input",
            [
                "id": "query", "type": "search", "autocomplete": "off", "spellcheck": "false",
                "aria-describedby": "search-help", "aria-controls": "results",
            ])
        let help = HTML(
            "span", ["id": "search-help", "class": "faint"],
            text: "/ to search, ↓ and ↑ to choose, Enter to open, Esc to leave")
        let search = HTML("form", ["role": "search", "id": "search", "hidden": ""], [label, input, help])
        let results = HTML(
            "section", ["id": "results", "aria-label": "Results of the search", "hidden": ""],
            [HTML("p", ["id": "result-count", "role": "status"]), HTML("ol", ["id": "result-list"])])
        let home = HTML.link("Schemas", to: root + SiteAddress.index, "home")
        return HTML("header", [:], [home, search, results])
    }

    // MARK: - Links and texts

    /// The way from this page to another one.
    func way(to address: String) -> String { SiteAddress.root(from: self.address) + address }

    /// A URI or reference as a link to its page; as a text, where the site has no such page.
    func link(toSchema reference: String) -> HTML {
        let uri = String(reference.prefix { $0 != "#" })
        guard let address = addresses[uri] else { return .code(reference) }
        return HTML("a", ["href": way(to: address)], [.code(reference)])
    }

    /// A text as paragraphs, which empty lines divide.
    func paragraphs(_ text: String, _ kind: String? = nil) -> [HTML] {
        var paragraphs: [[Substring]] = [[]]
        for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
            if line.allSatisfy(\.isWhitespace) {
                paragraphs.append([])
            } else {
                paragraphs[paragraphs.count - 1].append(line)
            }
        }
        return paragraphs.filter { !$0.isEmpty }.map {
            HTML("p", ["class": kind], text: $0.joined(separator: "\n"))
        }
    }

    /// A text whose names are between backticks, with these as code.
    func words(_ text: String) -> [HTML] {
        let parts = text.split(separator: "`", omittingEmptySubsequences: false)
        guard parts.count % 2 == 1 else { return [.text(text)] }
        return parts.enumerated().map { index, part in
            index % 2 == 0 ? .text(String(part)) : .code(String(part))
        }
    }

    /// A part of the page under a heading.
    func section(_ id: String, _ heading: String, _ contents: [HTML]) -> HTML {
        let heading = HTML("h2", ["id": id], text: heading)
        return HTML("section", ["aria-labelledby": id], [heading] + contents)
    }
}
