import EventCatalog

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
        let main: [HTMLElement] =
            [HTMLElement("h1", text: "Schemas"), HTMLElement("p", ["class": "faint"], text: summary)]
            + notes + [contents(groups.map { ($0.key, $0.value.count) })] + groups.map { section($0.key, $0.value) }
            + [unmatchedStreamSection].compactMap { $0 }
        return page.bytes(title: "Schemas", main: main)
    }

    /// The folder around a title; empty for a title at the root.
    private static func folder(of path: String) -> String {
        path.split(separator: "/").dropLast().joined(separator: "/")
    }

    /// What could not be read.
    private var notes: [HTMLElement] {
        let unread = titles.filter { !$0.problems.isEmpty }.map {
            HTMLElement("li", [:], [.element(link(to: $0)), ": \($0.problems.count.counted("mistake"))"])
        }
        let items = unread + problems.map { HTMLElement("li", text: $0) }
        guard !items.isEmpty else { return [] }
        let heading = HTMLElement("h2", ["id": "unread"], text: "What could not be read")
        return [
            HTMLElement(
                "section", ["class": "note", "aria-labelledby": "unread"],
                [heading, HTMLElement("ul", [:], items.contents)].contents)
        ]
    }

    private func contents(_ groups: [(folder: String, count: Int)]) -> HTMLElement {
        let items = groups.map { folder, count in
            let name = folder.isEmpty ? ["/"] : Self.breakable(folder)
            let link = HTMLElement("a", ["href": "#\(Self.anchor(folder))"], name)
            return HTMLElement(
                "li", [:], [link, HTMLElement("span", ["class": "faint"], text: " \(count)")].contents)
        }
        return HTMLElement(
            "nav", ["class": "folders", "aria-label": "Folders"],
            [.element(HTMLElement("ul", [:], items.contents))])
    }

    private func section(_ folder: String, _ titles: [SiteTitle]) -> HTMLElement {
        let heads = ["Schema", "Newest", "Versions", "Streams", "Description"]
        let head = HTMLElement("tr", [:], heads.map { HTMLElement("th", ["scope": "col"], text: $0) }.contents)
        let table = HTMLElement(
            "table", ["class": "titles"],
            [
                HTMLElement("thead", [:], [.element(head)]),
                HTMLElement("tbody", [:], titles.map(row).contents),
            ].contents)
        return page.section(Self.anchor(folder), Self.heading(folder), [table])
    }

    private var unmatchedStreamSection: HTMLElement? {
        guard !unmatchedStreams.isEmpty else { return nil }
        let items = unmatchedStreams.map { stream, title in
            HTMLElement("li", [:], [.element(.code(stream)), ", of ", .element(.code(title))])
        }
        return page.section("strays", "Streams whose schema is not here", [HTMLElement("ul", [:], items.contents)])
    }

    private func row(_ title: SiteTitle) -> HTMLElement {
        let versions = title.versions.filter { $0.name != SchemaSite.currentName }.count
        let cells = [
            HTMLElement("th", ["scope": "row"], [.element(link(to: title, title.path.split(separator: "/").last))]),
            HTMLElement("td", ["data-label": "Newest"], text: title.newest?.name ?? "not readable"),
            HTMLElement("td", ["data-label": "Versions", "class": "number"], text: "\(versions)"),
            HTMLElement("td", ["data-label": "Streams", "class": "number"], text: "\(title.streams.count)"),
            HTMLElement("td", ["data-label": "Description"], text: Self.beginning(of: title.description)),
        ]
        return HTMLElement("tr", [:], cells.contents)
    }

    private func link(to title: SiteTitle, _ name: Substring? = nil) -> HTMLElement {
        let text = HTMLElement.code(name.map(String.init) ?? title.path)
        return HTMLElement("a", ["href": SiteAddress.page(of: title.path)], [.element(text)])
    }

    /// The maximum number of characters of a description.
    private static let maximumDescriptionLength = 240

    private static func beginning(of text: String) -> String {
        let line = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return line.count > maximumDescriptionLength ? "\(line.prefix(maximumDescriptionLength))…" : line
    }

    /// A path that may be broken after each slash.
    private static func breakable(_ path: String) -> [HTMLElement.Content] {
        let parts = path.split(separator: "/")
        return parts.enumerated().flatMap { index, part -> [HTMLElement.Content] in
            index == 0 ? [.text(String(part))] : ["/", .element(HTMLElement("wbr")), .text(String(part))]
        }
    }

    private static func heading(_ folder: String) -> String { folder.isEmpty ? "/" : folder }
    private static func anchor(_ folder: String) -> String {
        "folder-" + SiteAddress.anchor(of: folder.split(separator: "/").map { .name(String($0)) })
    }
}
