import EventCatalog

/// The parts of a page about the versions of a title, and about the schemas that one is made of.
struct VersionSections {
    let title: SiteTitle
    let version: SiteTitle.Version
    let page: SitePage

    var elements: [HTMLElement] { [versions, includes, users].compactMap { $0 } }

    private var isNewest: Bool { version.name == title.newest?.name }

    // MARK: - Versions

    /// On the page of the newest, all changes; on that of another, its own.
    private var versions: HTMLElement? {
        guard version.name != SchemaSite.currentName else { return nil }
        let items = title.versions.reversed().map { other in
            let isThis = other.name == version.name
            let link = HTMLElement(
                "a",
                [
                    "href": page.way(to: SiteAddress.page(of: title.path, version: other.name)),
                    "aria-current": isThis ? "page" : nil,
                ], text: other.name)
            return HTMLElement(
                "li", [:], [.element(link)] + (isNewest || isThis ? changes(of: other) : []).contents)
        }
        return page.section("versions", "Versions", [HTMLElement("ol", ["class": "versions"], items.contents)])
    }

    private func changes(of version: SiteTitle.Version) -> [HTMLElement] {
        // The $id of each version is another.
        guard let changes = version.changes?.filter({ $0.path != ["$id"] }) else {
            return [HTMLElement("p", ["class": "faint"], text: "The first version that is here.")]
        }
        guard !changes.isEmpty else {
            return [HTMLElement("p", ["class": "faint"], text: "Nothing has changed since the version before.")]
        }
        let items = changes.map { change in
            let verdict = HTMLElement("strong", ["class": change.verdict.rawValue], text: change.verdict.words)
            return HTMLElement("li", [:], [.element(verdict), ": "] + page.words(change.words))
        }
        return [HTMLElement("ul", ["class": "changes"], items.contents)]
    }

    // MARK: - Fragments

    /// The schemas that this version is made of.
    private var includes: HTMLElement? {
        let own = title.uri(of: version)
        let references = Set([version.document, version.origin].compactMap { $0 }.flatMap(SchemaNode.references))
        let items = references.filter { $0 != own }.sorted().map {
            HTMLElement("li", [:], [.element(page.link(toSchema: $0))])
        }
        guard !items.isEmpty else { return nil }
        return page.section("includes", "Made with", [HTMLElement("ul", [:], items.contents)])
    }

    /// The schemas that are made with a version of this title.
    private var users: HTMLElement? {
        let users = isNewest ? title.users : title.users.filter { $0.target == title.uri(of: version) }
        guard !users.isEmpty else { return nil }
        let items = users.map { user, target in
            HTMLElement(
                "li", [:],
                [
                    .element(page.link(toSchema: user)), " with ",
                    .element(.code(String(target.split(separator: "/").last ?? ""))),
                ])
        }
        return page.section("users", "Schemas that are made with this one", [HTMLElement("ul", [:], items.contents)])
    }
}
