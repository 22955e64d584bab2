import EventCatalog
import EventSupport

/// The page with all titles, by the folder that they are in.
struct IndexPage {
    /// All titles, by path.
    let titles: [SiteTitle]
    let problems: [String]
    /// The streams whose schema is not among the titles, with its title.
    let unmatchedStreams: [(stream: String, title: String)]
    let page: SitePage

    var bytes: [UInt8] {
        let groups = Dictionary(grouping: titles) { Self.folder(of: $0.path) }.sorted { $0.key < $1.key }
        let count = titles.reduce(0) { $0 + $1.versions.count }
        let summary = "\(titles.count.countedInGroups("title")), \(count.countedInGroups("version"))."
        let main: [HTML] =
            [HTML("h1", text: "Schemas"), HTML("p", ["class": "faint"], text: summary)]
            + notes + [contents(groups.map { ($0.key, $0.value.count) })] + groups.map { section($0.key, $0.value) }
            + [unmatchedStreamSection].compactMap { $0 }
        return page.bytes(title: "Schemas", main: main)
    }

    /// The folder around a title; empty for a title at the root.
    private static func folder(of path: String) -> String {
        path.split(separator: "/").dropLast().joined(separator: "/")
    }

    /// What could not be read.
    private var notes: [HTML] {
        let unread = titles.filter { !$0.problems.isEmpty }.map {
            HTML("li", [:], [link(to: $0), ": \($0.problems.count.counted("mistake"))"])
        }
        let items = unread + problems.map { HTML("li", text: $0) }
        guard !items.isEmpty else { return [] }
        let heading = HTML("h2", ["id": "unread"], text: "What could not be read")
        return [HTML("section", ["class": "note", "aria-labelledby": "unread"], [heading, HTML("ul", [:], items)])]
    }

    private func contents(_ groups: [(folder: String, count: Int)]) -> HTML {
        let items = groups.map { folder, count in
            let name = folder.isEmpty ? ["/"] : Self.breakable(folder)
            let link = HTML("a", ["href": "#\(Self.anchor(folder))"], name)
            return HTML("li", [:], [link, HTML("span", ["class": "faint"], text: " \(count)")])
        }
        return HTML("nav", ["class": "folders", "aria-label": "Folders"], [HTML("ul", [:], items)])
    }

    private func section(_ folder: String, _ titles: [SiteTitle]) -> HTML {
        let heads = ["Schema", "Newest", "Versions", "Streams", "Description"]
        let head = HTML("tr", [:], heads.map { HTML("th", ["scope": "col"], text: $0) })
        let table = HTML(
            "table", ["class": "titles"], [HTML("thead", [:], [head]), HTML("tbody", [:], titles.map(row))])
        return page.section(Self.anchor(folder), Self.heading(folder), [table])
    }

    private var unmatchedStreamSection: HTML? {
        guard !unmatchedStreams.isEmpty else { return nil }
        let items = unmatchedStreams.map { stream, title in
            HTML("li", [:], [.code(stream), ", of ", .code(title)])
        }
        return page.section("strays", "Streams whose schema is not here", [HTML("ul", [:], items)])
    }

    private func row(_ title: SiteTitle) -> HTML {
        let versions = title.versions.filter { $0.name != SchemaSite.currentName }.count
        let cells = [
            HTML("th", ["scope": "row"], [link(to: title, title.path.split(separator: "/").last)]),
            HTML("td", ["data-label": "Newest"], text: title.newest?.name ?? "not readable"),
            HTML("td", ["data-label": "Versions", "class": "number"], text: "\(versions)"),
            HTML("td", ["data-label": "Streams", "class": "number"], text: "\(title.streams.count)"),
            HTML("td", ["data-label": "Description"], text: Self.beginning(of: title.description)),
        ]
        return HTML("tr", [:], cells)
    }

    private func link(to title: SiteTitle, _ name: Substring? = nil) -> HTML {
        let text = HTML.code(name.map(String.init) ?? title.path)
        return HTML("a", ["href": SiteAddress.page(of: title.path)], [text])
    }

    /// The maximum number of characters of a description.
    private static let maximumDescriptionLength = 240

    private static func beginning(of text: String) -> String {
        let line = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return line.count > maximumDescriptionLength ? "\(line.prefix(maximumDescriptionLength))…" : line
    }

    /// A path that may be broken after each slash.
    private static func breakable(_ path: String) -> [HTML] {
        let parts = path.split(separator: "/")
        return parts.enumerated().flatMap { index, part -> [HTML] in
            index == 0 ? [.text(String(part))] : ["/", HTML("wbr"), .text(String(part))]
        }
    }

    private static func heading(_ folder: String) -> String { folder.isEmpty ? "/" : folder }
    private static func anchor(_ folder: String) -> String {
        "folder-" + SiteAddress.anchor(of: folder.split(separator: "/").map { .name(String($0)) })
    }
}
