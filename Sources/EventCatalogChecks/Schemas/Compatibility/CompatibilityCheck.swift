package import EventCatalog
import EventSchema
import EventSchemaTools
package import EventStreams

/// The check of the versions of a schema repository against each other, with the severities of its project.
package struct CompatibilityCheck: Sendable {
    /// The findings that no waiver covers, ordered by file, line and column.
    package private(set) var findings: [CatalogFinding]
    /// The findings that a waiver covers, in the same order.
    package private(set) var waived: [WaivedFinding]
    /// The number of pairs of versions that were compared.
    package let pairCount: Int
    /// The `title: old → new` of pairs that `.jsonschema-tools.yaml` exempts and that have findings, in order.
    package let skipped: [String]
    /// The same of pairs that have findings by which versions break, before waivers, and are not exempt.
    package let refused: [String]
    /// The number of files that were read.
    package var fileCount: Int { files.count }
    /// The files that were read.
    private(set) var files: [String]
    /// The folders that were checked.
    private(set) var folders: [String]
    /// The files that were read.
    private(set) var sources: SourceFiles

    /// Compares the versions of a repository.
    ///
    /// - Parameters:
    ///   - tree: the repository.
    ///   - base: the repository at an earlier commit, and how findings name the commit; only versions that it lacks
    ///     are compared. The default is `nil`.
    ///   - others: the other repositories of the project, to which a title may have moved. Empty by default.
    ///   - options: how the check is made.
    ///   - project: the project of the repository, which sets severities. The default is the one that has its root.
    ///   - asOf: the date by which waivers may have ended; `nil` when that is not checked. The default is `nil`.
    package init(
        _ tree: SchemaTree, since base: (tree: SchemaTree, commit: String)? = nil, beside others: [SchemaTree] = [],
        options: Options = Options(), in project: Project? = nil, asOf: UTCInstant? = nil
    ) {
        let compared = ComparedVersions(tree, since: base, beside: others, options: options)
        let project = project ?? Project(of: tree)
        let documents = tree.titles.flatMap { $0.versions.map(\.document) + [$0.current].compactMap { $0 } }
        let waivers = Waivers(in: documents.map(\.file), of: tree.sources)
        let all = project.judged(tree.findings + compared.unread + compared.findings)
        // Since a commit, the versions that waivers were written for may not be compared any more.
        (findings, waived) = waivers.applied(to: all, asOf: asOf) {
            base == nil && Rule.compatibilityRules.contains($0)
        }
        (pairCount, skipped, refused) = (compared.pairCount, compared.skipped, compared.refused)
        files = documents.map(\.file)
        (folders, sources) = ([tree.root], tree.sources)
    }

    /// Several checks as one.
    init(_ checks: [CompatibilityCheck]) {
        findings = checks.flatMap(\.findings).sortedWithoutDuplicates()
        waived = checks.flatMap(\.waived)
        pairCount = checks.reduce(0) { $0 + $1.pairCount }
        (skipped, refused) = (checks.flatMap(\.skipped), checks.flatMap(\.refused))
        (files, folders) = (checks.flatMap(\.files), checks.flatMap(\.folders))
        let rest = checks.dropFirst().reduce(into: [:]) { $0.merge($1.quotedTexts(movedBy: [:])) { first, _ in first } }
        sources = checks.first?.sources.edited(rest) ?? SourceFiles()
    }

    /// The check of a copy with the paths of the folder itself.
    func moved(_ copies: [String: String]) -> CompatibilityCheck {
        guard !copies.isEmpty else { return self }
        var check = self
        check.findings = findings.map { $0.moved(copies) }
        check.folders = folders.map { $0.moved(copies) }
        check.files = files.map { $0.moved(copies) }
        check.sources = sources.edited(quotedTexts(movedBy: copies))
        check.waived = waived.map { waived in
            let place = CatalogFinding(waived.finding.rule, waived.location, "", remedy: "").moved(copies).location
            return WaivedFinding(
                finding: waived.finding.moved(copies), reason: waived.reason, until: waived.until, location: place)
        }
        return check
    }

    /// The files with findings by their paths, with the content that they have in the copy: reports quote lines.
    private func quotedTexts(movedBy copies: [String: String]) -> [String: [UInt8]] {
        var texts: [String: [UInt8]] = [:]
        for file in Set((findings + waived.map(\.finding)).map(\.location.file)) {
            do { texts[file.moved(copies)] = try sources.text(of: file).bytes } catch {
                // A file that cannot be read has no lines to quote.
            }
        }
        return texts
    }
}
