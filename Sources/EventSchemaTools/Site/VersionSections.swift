import EventCatalog

/// The parts of a page about the versions of a title, and about the schemas that one is made of.
struct VersionSections {
    let title: SiteTitle
    let version: SiteTitle.Version
    let page: SitePage

    var elements: [HTML] { [versions, includes, users].compactMap { $0 } }

    private var isNewest: Bool { version.name == title.newest?.name }

    // MARK: - Versions

    /// On the page of the newest, all changes; on that of another, its own.
    private var versions: HTML? {
        guard version.name != SchemaSite.currentName else { return nil }
        let items = title.versions.reversed().map { other in
            let isThis = other.name == version.name
            let link = HTML(
                "a",
                [
                    "href": page.way(to: SiteAddress.page(of: title.path, version: other.name)),
                    "aria-current": isThis ? "page" : nil,
                ], text: other.name)
            return HTML("li", [:], [link] + (isNewest || isThis ? changes(of: other) : []))
        }
        return page.section("versions", "Versions", [HTML("ol", ["class": "versions"], items)])
    }

    private func changes(of version: SiteTitle.Version) -> [HTML] {
        // The $id of each version is another.
        guard let changes = version.changes?.filter({ $0.path != ["$id"] }) else {
            return [HTML("p", ["class": "faint"], text: "The first version that is here.")]
        }
        guard !changes.isEmpty else {
            return [HTML("p", ["class": "faint"], text: "Nothing has changed since the version before.")]
        }
        let items = changes.map { change in
            let verdict = HTML("strong", ["class": change.verdict.rawValue], text: change.verdict.words)
            return HTML("li", [:], [verdict, ": "] + page.words(change.words))
        }
        return [HTML("ul", ["class": "changes"], items)]
    }

    // MARK: - Fragments

    /// The schemas that this version is made of.
    private var includes: HTML? {
        let own = title.uri(of: version)
        let references = Set([version.document, version.origin].compactMap { $0 }.flatMap(SchemaNode.references))
        let items = references.filter { $0 != own }.sorted().map {
            HTML("li", [:], [page.link(toSchema: $0)])
        }
        guard !items.isEmpty else { return nil }
        return page.section("includes", "Made with", [HTML("ul", [:], items)])
    }

    /// The schemas that are made with a version of this title.
    private var users: HTML? {
        let users = isNewest ? title.users : title.users.filter { $0.target == title.uri(of: version) }
        guard !users.isEmpty else { return nil }
        let items = users.map { user, target in
            HTML(
                "li", [:],
                [page.link(toSchema: user), " with ", .code(String(target.split(separator: "/").last ?? ""))])
        }
        return page.section("users", "Schemas that are made with this one", [HTML("ul", [:], items)])
    }
}
