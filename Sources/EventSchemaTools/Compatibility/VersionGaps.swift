package import EventCatalog
import EventSchema

extension Rule {
    package static let versionGap = Rule(
        "version-gap", .warning, "A number is left out between two versions of a schema.",
        reason: "Readers look for the version that is missing: it may have been lost on its way into the repository.",
        mistake: .versions("1.2.0", "{type: string, maxLength: 128}"),
        corrected: .versions("1.1.0", "{type: string, maxLength: 128}"))
}

/// Finds numbers that are left out between the versions of a title.
package struct VersionGaps {
    package private(set) var findings: [CatalogFinding] = []

    /// - Parameters:
    ///   - tree: the repository.
    ///   - base: the repository at an earlier commit: versions that it has are not looked at. The default is `nil`.
    package init(_ tree: SchemaTree, since base: SchemaTree? = nil) {
        let earlier = Dictionary((base?.titles ?? []).map { ($0.path, $0) }) { first, _ in first }
        for folder in tree.titles {
            let known = Set((earlier[folder.path]?.versions ?? []).map(\.version))
            // A version that was removed has a finding of its own.
            let numbers = known.union(folder.versions.map(\.version)).sorted()
            for (old, new) in zip(numbers, numbers.dropFirst()) where !known.contains(new) {
                let isNext = [VersionLevel.major, .minor, .patch].contains { old.next($0) == new }
                guard !isNext, let file = folder.versions.first(where: { $0.version == new }) else { continue }
                findings.append(Self.finding(old, new, file.document))
            }
        }
    }

    private static func finding(
        _ old: SemanticVersion, _ new: SemanticVersion, _ document: SourceDocument
    ) -> CatalogFinding {
        let level = new.level(over: old) ?? .major
        return CatalogFinding(
            .versionGap, document.location(at: ["$id"]),
            "\(new) follows \(old), and the numbers between them are missing.",
            remedy: "Number it \(old.next(level)), or add the one that is missing.")
    }
}

extension SemanticVersion {
    /// The next number behind this one for changes of a level.
    package func next(_ level: VersionLevel) -> SemanticVersion {
        switch level {
        case .major: SemanticVersion(major + 1, 0, 0)
        case .minor: SemanticVersion(major, minor + 1, 0)
        case .patch: SemanticVersion(major, minor, patch + 1)
        }
    }

    /// The part of the number that is raised from an earlier one; `nil` when none is.
    func level(over earlier: SemanticVersion) -> VersionLevel? {
        guard self > earlier else { return nil }
        if major != earlier.major { return .major }
        return minor == earlier.minor ? .patch : .minor
    }
}
