import EventCatalog
import EventSchema
package import EventSchemaTools

extension Rule {
    static let upstreamIncompatibleChange = Rule(
        "upstream-incompatible-change", .error,
        "jsonschema-tools refuses the change between two versions (--as upstream).",
        reason: "Its case schema-version-compatibility fails in repositories that are checked with it.",
        mistake: .versions("1.1.0", "{type: string, maxLength: 128}"),
        corrected: .versions("1.1.0", "{type: string, maxLength: 64, description: The name.}"))
}

extension CompatibilityCheck {
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
}

/// What is wrong between the versions of a schema repository, without waivers and without the severities of a project.
struct ComparedVersions {
    /// The findings between versions, without those of exempt pairs, in no order.
    private(set) var findings: [CatalogFinding]
    /// What keeps versions from being compared.
    let unread: [CatalogFinding]
    /// The number of pairs of versions that were compared.
    let pairCount: Int
    /// The `title: old → new` of pairs that `.jsonschema-tools.yaml` exempts and that have findings, in order.
    let skipped: [String]
    /// The same of pairs that have findings by which versions break, and are not exempt.
    let refused: [String]

    /// - Parameters:
    ///   - tree: the repository.
    ///   - base: the repository at an earlier commit, and how findings name the commit. `nil` compares every pair.
    ///   - others: the other repositories of the project, to which a title may have moved. Empty by default.
    ///   - options: how the check is made.
    init(
        _ tree: SchemaTree, since base: (tree: SchemaTree, commit: String)?, beside others: [SchemaTree] = [],
        options: CompatibilityCheck.Options
    ) {
        let versions = VersionPairs(
            tree, base: base?.tree, bases: options.bases, isByName: options.policy == .upstream)
        let pairs = options.policy == .upstream ? versions.pairs.filter { !$0.new.isCurrent } : versions.pairs
        let skips = SkippedCases(tree.settings)
        let results = concurrentMap(pairs) { pair in
            (pair, Self.findings(of: pair, options), options.honoursSkips && pair.new.isSkipped(by: skips))
        }
        findings = results.filter { !$0.2 }.flatMap(\.1)
        if options.policy == .events { findings += VersionGaps(tree, since: base?.tree).findings }
        if let base { findings += FrozenVersions(tree, beside: others, since: base.tree, called: base.commit).findings }
        (unread, pairCount) = (versions.findings, pairs.count)
        let breaking = results.filter { result in
            result.1.contains { [.incompatibleChange, .upstreamIncompatibleChange].contains($0.rule) }
        }
        skipped = breaking.filter { $0.2 }.map { $0.0.name }
        refused = breaking.filter { !$0.2 }.map { $0.0.name }
    }

    private static func findings(of pair: VersionPair, _ options: CompatibilityCheck.Options) -> [CatalogFinding] {
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
