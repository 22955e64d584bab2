import EventCatalog
import EventSchema
import EventSupport

/// The page of a version of a schema.
struct SchemaPage {
    let title: SiteTitle
    /// The version; `nil` for a title of which no file can be read.
    let version: SiteTitle.Version?
    let fields: SchemaFieldReader
    /// The contextual attributes of the project's own, by the field that has the value.
    let attributes: [String: AttributeWord]
    let page: SitePage

    var bytes: [UInt8] {
        let name = version.map { "\(title.path) \($0.name)" } ?? title.path
        return page.bytes(
            title: name, main: head + (version.map { sections($0) } ?? []) + [streams].compactMap { $0 })
    }

    private var isNewest: Bool { version?.name == title.newest?.name }

    // MARK: - Head

    private var head: [HTML] {
        [
            path, HTML("h1", [:], [.code(title.path)]), versionLine,
        ] + problems + page.paragraphs(version?.document["description"]?.string ?? "", "lead")
    }

    /// Where the schema is.
    private var path: HTML {
        let folders = title.path.split(separator: "/").dropLast().joined(separator: " / ")
        return HTML(
            "nav", ["class": "path", "aria-label": "Path"],
            [.link("All schemas", to: page.way(to: SiteAddress.index)), " / \(folders)"])
    }

    private var versionLine: HTML {
        guard let version, let newest = title.newest else {
            return HTML("p", ["class": "note"], text: "No file of this schema can be read.")
        }
        if version.name == SchemaSite.currentName {
            return HTML("p", ["class": "note"], text: "No version has been released; this is the current file.")
        }
        if isNewest {
            let count = title.versions.count.counted("version")
            return HTML("p", ["class": "faint"], text: "Version \(version.name), the newest of \(count).")
        }
        let link = HTML.link("version \(newest.name)", to: page.way(to: SiteAddress.page(of: title.path)))
        return HTML("p", ["class": "note"], ["This is version \(version.name). The newest is ", link, "."])
    }

    private var problems: [HTML] {
        guard isNewest, !title.problems.isEmpty else { return [] }
        let heading = HTML("h2", ["id": "unread"], text: "What could not be read")
        let list = HTML("ul", [:], title.problems.map { HTML("li", text: $0) })
        return [HTML("section", ["class": "note", "aria-labelledby": "unread"], [heading, list])]
    }

    // MARK: - Sections

    private func sections(_ version: SiteTitle.Version) -> [HTML] {
        [fieldSection(version), examples(version)].compactMap { $0 }
            + VersionSections(title: title, version: version, page: page).elements
    }

    private func fieldSection(_ version: SiteTitle.Version) -> HTML {
        var parts: [HTML] = []
        let others = version.document["additionalProperties"]?.bool
        if let others {
            let words = others ? "Other fields are taken too." : "Other fields are refused."
            parts.append(HTML("p", ["class": "faint"], text: words))
        }
        if fields.isCut {
            parts.append(
                HTML(
                    "p", ["class": "note"], text: "The schema has more fields, or deeper ones, than this page shows."))
        }
        if fields.fields.isEmpty {
            parts.append(HTML("p", text: "The schema names no fields."))
        } else {
            parts.append(HTML("p", ["class": "tools", "id": "field-tools"]))
            parts.append(FieldTable(page: page, attributes: attributes).element(fields.fields))
        }
        return page.section("fields", "Fields", parts)
    }

    private func examples(_ version: SiteTitle.Version) -> HTML? {
        let examples = version.document["examples"]?.array ?? []
        guard !examples.isEmpty else { return nil }
        let blocks = examples.map { example in
            HTML("pre", ["tabindex": "0"], [.code(ExampleText.text(of: example))])
        }
        return page.section("examples", examples.count == 1 ? "Example" : "Examples", blocks)
    }

    private var streams: HTML? {
        guard !title.streams.isEmpty else { return nil }
        return page.section("streams", "Streams that use this schema", title.streams.flatMap(description))
    }

    private func description(of stream: SiteStream) -> [HTML] {
        let facts = stream.facts.flatMap { [HTML("dt", text: $0.heading), HTML("dd", text: $0.text)] }
        return [HTML("h3", [:], [.code(stream.name)])] + page.paragraphs(stream.description)
            + [HTML("dl", [:], facts)]
    }
}
