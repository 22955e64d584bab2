package import EventCatalog
import EventSchema
package import EventSchemaTools
package import EventStreams

/// The check of the versions of a schema repository against each other.
package struct CompatibilityCheck: Sendable {
    /// The rules by which versions are compared.
    package enum Policy: String, Sendable, CaseIterable {
        /// The table of `SchemaChangePolicy`.
        case events
        /// The walk of jsonschema-tools.
        case upstream
    }

    /// How the check is made.
    package struct Options: Sendable {
        /// The rules by which versions are compared. The default is ``Policy/events``.
        package var policy = Policy.events
        /// Whether `skipSchemaTestCases` exempts versions. The default is `true`.
        package var honoursSkips = true
        /// The number of events that are tried for each change, at least 1. The default is 200.
        package var events = CompatibilityTrial.defaultLimit
        /// More folders in which references are searched. Empty by default.
        package var bases: [SchemaBase] = []
        /// Where the random numbers begin. The default is 0.
        package var seed: UInt64 = 0

        package init() {}
    }

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
    ///   - options: how the check is made.
    ///   - asOf: the date by which waivers may have ended; `nil` when that is not checked. The default is `nil`.
    package init(
        _ tree: SchemaTree, since base: (tree: SchemaTree, commit: String)? = nil, options: Options = Options(),
        asOf: UTCInstant? = nil
    ) {
        let versions = VersionPairs(
            tree, base: base?.tree, bases: options.bases, isByName: options.policy == .upstream)
        let pairs = options.policy == .upstream ? versions.pairs.filter { !$0.new.isCurrent } : versions.pairs
        let skips = SkippedCases(tree.settings)
        let results = concurrentMap(pairs) { pair in
            (pair, Self.findings(of: pair, options), options.honoursSkips && pair.new.isSkipped(by: skips))
        }
        var all = tree.findings + versions.findings
        for (_, found, isSkipped) in results where !isSkipped { all += found }
        if options.policy == .events { all += VersionGaps(tree, since: base?.tree).findings }
        if let base { all += FrozenVersions(tree, since: base.tree, called: base.commit).findings }
        let documents = tree.titles.flatMap { $0.versions.map(\.document) + [$0.current].compactMap { $0 } }
        let waivers = Waivers(in: documents.map(\.file), of: tree.sources)
        // Since a commit, the versions that waivers were written for may not be compared any more.
        (findings, waived) = waivers.applied(to: all, asOf: asOf) {
            base == nil && Rule.compatibilityRules.contains($0)
        }
        pairCount = pairs.count
        files = documents.map(\.file)
        (folders, sources) = ([tree.root], tree.sources)
        let breaking = results.filter { result in
            result.1.contains { [.incompatibleChange, .upstreamIncompatibleChange].contains($0.rule) }
        }
        skipped = breaking.filter { $0.2 }.map { $0.0.name }
        refused = breaking.filter { !$0.2 }.map { $0.0.name }
    }

    /// The check of a copy with the paths of the folder itself.
    func moved(_ copies: [String: String]) -> CompatibilityCheck {
        var check = self
        check.findings = findings.map { $0.moved(copies) }
        check.folders = folders.map { $0.moved(copies) }
        check.files = files.map { $0.moved(copies) }
        check.sources = sources(movedBy: copies)
        check.waived = waived.map { waived in
            let place = CatalogFinding(waived.finding.rule, waived.location, "", remedy: "").moved(copies).location
            return WaivedFinding(
                finding: waived.finding.moved(copies), reason: waived.reason, until: waived.until, location: place)
        }
        return check
    }

    /// The files with findings under their paths, with the content that they have in the copy: reports quote lines.
    private func sources(movedBy copies: [String: String]) -> SourceFiles {
        var texts: [String: [UInt8]] = [:]
        for file in Set((findings + waived.map(\.finding)).map(\.location.file)) {
            do { texts[file.moved(copies)] = try sources.text(of: file).bytes } catch {
                // A file that cannot be read has no lines to quote.
            }
        }
        return sources.edited(texts)
    }

    private static func findings(of pair: VersionPair, _ options: Options) -> [CatalogFinding] {
        if options.policy == .events {
            return CompatibilityFindings(pair, events: options.events, seed: options.seed).findings
        }
        return UpstreamWalk(old: pair.old.schema, new: pair.new.schema).incompatibilities.map { place in
            CatalogFinding(
                .upstreamIncompatibleChange, pair.location(at: place.path),
                "\(place.words) (\(pair.old.name) → \(pair.new.name)).",
                remedy: "Raise the number to \(pair.old.number.next(.major)), undo the change, or exempt the version "
                    + "with skipSchemaTestCases: \(RobustnessCases.compatibility).")
        }
    }
}

extension ComparedVersion {
    /// Whether the version is exempt from the comparison with the one before it.
    fileprivate func isSkipped(by skips: SkippedCases) -> Bool {
        schema["$id"]?.string.map { skips.skips(RobustnessCases.compatibility, for: $0) } ?? false
    }
}
