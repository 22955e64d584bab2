package import EventCatalog
import EventSchema
import EventSupport

/// A static site of schema repositories: an index of all titles, a page for each version, and a search that needs no
/// server.
///
/// The pages refer to nothing outside the site, can be opened as files, and can be read without scripts. The same
/// schemas and streams give the same bytes.
package struct SchemaSite: Sendable {
    /// What is wrong with the files that the site is made from, ordered by place. A file with a mistake is missing in
    /// the site, which says so.
    package let findings: [CatalogFinding]
    /// The files, ordered by path.
    package let files: [SiteFile]
    /// What the site has: `149 titles, 427 versions, 60 streams`.
    package let summary: String

    /// What a title without versions has in place of one.
    static let currentName = "current"

    /// Reads the folders and makes the pages.
    ///
    /// - Parameters:
    ///   - schemaRoots: schema repositories. The first that has a version of a title wins.
    ///   - streams: the folder of streams; `nil` for a site without streams.
    /// - Throws: `CatalogError` when a folder cannot be listed, or has no schemas or no streams.
    /// - Complexity: linear in the size of the files and of the pages; both on all cores.
    package init(schemaRoots: [String], streams: String? = nil) throws(CatalogError) {
        let sources = SourceFiles()
        let folder = try streams.map { directory throws(CatalogError) in
            try StreamFolder(directory: directory, in: sources)
        }
        let content = try SiteContent(schemaRoots: schemaRoots, streams: folder, in: sources)
        findings = (content.findings + (folder?.findings ?? [])).sortedWithoutDuplicates()
        files = Self.pages(content).sorted { $0.path < $1.path }
        let versions = content.titles.reduce(0) { $0 + $1.versions.count }
        let counts = [(content.titles.count, "title"), (versions, "version"), (folder?.streams.count ?? 0, "stream")]
        summary = counts.map { $0.counted($1) }.joined(separator: ", ")
    }

    private static func pages(_ content: SiteContent) -> [SiteFile] {
        let made = concurrentMap(content.titles) { TitlePages($0, content) }
        var search = SearchIndex()
        for pages in made { search.add(pages.title, pages.fields) }
        let page = SitePage(address: SiteAddress.index, addresses: content.addresses)
        let index = IndexPage(
            titles: content.titles, problems: content.problems, unmatchedStreams: content.unmatchedStreams, page: page)
        return made.flatMap(\.files) + [
            SiteFile(path: SiteAddress.index, bytes: index.bytes),
            SiteFile(path: SiteAddress.search, bytes: search.script),
            SiteFile(path: SiteAddress.style, bytes: Array(SiteStyle.text.utf8)),
            SiteFile(path: SiteAddress.script, bytes: Array(SiteScript.text.utf8)),
        ]
    }
}

package struct SiteFile: Sendable {
    /// The path below the folder of the site: letters, digits, `_`, `-`, `~`, `/`, and one dot before the ending.
    package let path: String
    /// The content.
    package let bytes: [UInt8]

    package init(path: String, bytes: [UInt8]) { (self.path, self.bytes) = (path, bytes) }
}

private struct TitlePages: Sendable {
    let title: SiteTitle
    let files: [SiteFile]
    /// The fields of the newest version.
    let fields: [SchemaField]

    init(_ title: SiteTitle, _ content: SiteContent) {
        self.title = title
        var (files, fields) = ([SiteFile](), [SchemaField]())
        for version in title.versions {
            let reader = content.fields(of: version)
            let isNewest = version.name == title.newest?.name
            // Both are in the same folder, so that they have the same links.
            let addresses = [
                version.name == SchemaSite.currentName ? nil : SiteAddress.page(of: title.path, version: version.name),
                isNewest ? SiteAddress.page(of: title.path) : nil,
            ].compactMap { $0 }
            let bytes = Self.bytes(title, version, reader, content)
            files += addresses.map { SiteFile(path: $0, bytes: bytes) }
            if isNewest { fields = reader.fields }
        }
        if title.versions.isEmpty {
            let bytes = Self.bytes(title, nil, SchemaFieldReader(), content)
            files.append(SiteFile(path: SiteAddress.page(of: title.path), bytes: bytes))
        }
        (self.files, self.fields) = (files, fields)
    }

    private static func bytes(
        _ title: SiteTitle, _ version: SiteTitle.Version?, _ fields: SchemaFieldReader, _ content: SiteContent
    ) -> [UInt8] {
        let page = SitePage(address: SiteAddress.page(of: title.path), addresses: content.addresses)
        return SchemaPage(
            title: title, version: version, fields: fields, attributes: content.attributes, page: page
        ).bytes
    }
}
