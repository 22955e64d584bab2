import EventCatalog
import EventSchema

/// The page of a version of a schema.
struct SchemaPage {
    let title: SiteTitle
    /// The version; `nil` for a title of which no file can be read.
    let version: SiteTitle.Version?
    let fields: SchemaFieldReader
    let page: SitePage

    var bytes: [UInt8] {
        let name = version.map { "\(title.path) \($0.name)" } ?? title.path
        return page.bytes(
            title: name, main: head + (version.map { sections($0) } ?? []) + [streams].compactMap { $0 })
    }

    private var isNewest: Bool { version?.name == title.newest?.name }

    // MARK: - Head

    private var head: [HTMLElement] {
        [
            path, HTMLElement("h1", [:], [.element(.code(title.path))]), versionLine,
        ] + problems + page.paragraphs(version?.document["description"]?.string ?? "", "lead")
    }

    /// Where the schema is.
    private var path: HTMLElement {
        let folders = title.path.split(separator: "/").dropLast().joined(separator: " / ")
        return HTMLElement(
            "nav", ["class": "path", "aria-label": "Path"],
            [.element(.link("All schemas", to: page.way(to: SiteAddress.index))), " / \(folders)"])
    }

    private var versionLine: HTMLElement {
        guard let version, let newest = title.newest else {
            return HTMLElement("p", ["class": "note"], text: "No file of this schema can be read.")
        }
        if version.name == SchemaSite.currentName {
            return HTMLElement("p", ["class": "note"], text: "No version has been released; this is the current file.")
        }
        if isNewest {
            let count = title.versions.count.counted("version")
            return HTMLElement("p", ["class": "faint"], text: "Version \(version.name), the newest of \(count).")
        }
        let link = HTMLElement.link("version \(newest.name)", to: page.way(to: SiteAddress.page(of: title.path)))
        return HTMLElement(
            "p", ["class": "note"], ["This is version \(version.name). The newest is ", .element(link), "."])
    }

    private var problems: [HTMLElement] {
        guard isNewest, !title.problems.isEmpty else { return [] }
        let heading = HTMLElement("h2", ["id": "unread"], text: "What could not be read")
        let list = HTMLElement("ul", [:], title.problems.map { HTMLElement("li", text: $0) }.contents)
        return [
            HTMLElement("section", ["class": "note", "aria-labelledby": "unread"], [heading, list].contents)
        ]
    }

    // MARK: - Sections

    private func sections(_ version: SiteTitle.Version) -> [HTMLElement] {
        [fieldSection(version), examples(version)].compactMap { $0 }
            + VersionSections(title: title, version: version, page: page).elements
    }

    private func fieldSection(_ version: SiteTitle.Version) -> HTMLElement {
        var parts: [HTMLElement] = []
        let others = version.document["additionalProperties"]?.bool
        if let others {
            let words = others ? "Other fields are taken too." : "Other fields are refused."
            parts.append(HTMLElement("p", ["class": "faint"], text: words))
        }
        if fields.isCut {
            parts.append(
                HTMLElement(
                    "p", ["class": "note"],
                    text: "The schema has more fields, or deeper ones, than this page shows."))
        }
        if fields.fields.isEmpty {
            parts.append(HTMLElement("p", text: "The schema names no fields."))
        } else {
            parts.append(HTMLElement("p", ["class": "tools", "id": "field-tools"]))
            parts.append(FieldTable(page: page).element(fields.fields))
        }
        return page.section("fields", "Fields", parts)
    }

    private func examples(_ version: SiteTitle.Version) -> HTMLElement? {
        let examples = version.document["examples"]?.array ?? []
        guard !examples.isEmpty else { return nil }
        let blocks = examples.map { example in
            HTMLElement("pre", ["tabindex": "0"], [.element(.code(ExampleText.text(of: example)))])
        }
        return page.section("examples", examples.count == 1 ? "Example" : "Examples", blocks)
    }

    private var streams: HTMLElement? {
        guard !title.streams.isEmpty else { return nil }
        return page.section("streams", "Streams that use this schema", title.streams.flatMap(description))
    }

    private func description(of stream: SiteStream) -> [HTMLElement] {
        let facts = stream.facts.flatMap { [HTMLElement("dt", text: $0.heading), HTMLElement("dd", text: $0.text)] }
        return [HTMLElement("h3", [:], [.element(.code(stream.name))])] + page.paragraphs(stream.description)
            + [HTMLElement("dl", [:], facts.contents)]
    }
}
