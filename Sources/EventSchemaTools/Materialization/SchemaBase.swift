import EventCatalog

/// A folder in which `$ref`s are searched.
package struct SchemaBase: Sendable, Hashable {
    /// The URL that the folder is a copy of; `nil` for any.
    package let url: String?
    /// The folder, without a slash at the end.
    package let folder: String

    /// Reads `DIR` or `URL=DIR`.
    package init(_ text: String) {
        let parts = text.split(separator: "=", maxSplits: 1)
        if parts.count == 2, parts[0].contains("://") {
            self.init(url: String(parts[0]), folder: String(parts[1]))
        } else {
            self.init(url: nil, folder: text)
        }
    }

    package init(url: String?, folder: String) { (self.url, self.folder) = (url, FolderPath.normal(folder)) }

    /// The path below the folder that a URL leads to; `nil` when the folder is not a copy of it.
    func path(of url: String) -> String? {
        guard var own = self.url else { return nil }
        while own.hasSuffix("/") { own.removeLast() }
        return url.hasPrefix(own + "/") ? String(url.dropFirst(own.count)) : nil
    }
}

extension SchemaTree {
    /// Where `$ref`s are searched, in order: the root, the other folders of the settings, then those given.
    ///
    /// A URL of the settings is used where a folder given is a copy of it: nothing is fetched from a network.
    func bases(_ given: [SchemaBase]) -> [SchemaBase] {
        let uris = settings.schemaBaseUris ?? [settings.schemaBasePath]
        let local = uris.filter { !$0.contains("://") || $0.hasPrefix("file://") }.map { uri in
            SchemaBase(url: nil, folder: FolderPath.joined(repository, uri))
        }
        var seen: Set<String> = []
        return ([SchemaBase(url: nil, folder: root)] + local + given).filter { seen.insert($0.folder).inserted }
    }

    /// The sites of the settings that no folder given is a copy of, as far as that is said.
    func missingSites(_ given: [SchemaBase]) -> [String] {
        settings.sites.filter { uri in !given.contains { $0.url == nil || $0.url == uri } }
    }
}

extension SchemaToolsSettings {
    /// The URLs of other repositories in which `$ref`s are searched.
    package var sites: [String] { (schemaBaseUris ?? []).filter { $0.contains("://") && !$0.hasPrefix("file://") } }
}
