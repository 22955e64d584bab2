import EventSupport
package import Foundation
package import Testing

/// Tests and data that come from others and are not committed: `Tests/fetch-suites` fetches them into `.suites`; in the
/// project's own integration they lie in a folder `shared` beside the checkout.
///
/// Tests that need them are skipped where they are missing, and the run says so in its last lines.
package enum Suites {
    package static let jsonSchema = find("conformance/json-schema-test-suite")
    package static let schemasSecondary = find("corpus/schemas-event-secondary")
    package static let schemasPrimary = find("corpus/schemas-event-primary")
    package static let productionStreams = find("corpus/wmf-streamconfigs.json")

    /// Whether schemas, streams and examples of production are there.
    package static var hasCorpus: Bool {
        [schemasSecondary, schemasPrimary, productionStreams].allSatisfy { $0 != nil }
    }

    /// Notes what tests are skipped without, beside the suites, for the last lines of the run.
    package static func noteMissing(_ name: String) { missing.note(name) }

    /// A file or folder below one of the two places; `nil` where it is in neither.
    private static func find(_ path: String) -> URL? {
        let places = [
            Checkout.root.appending(path: ".suites"), Checkout.root.appending(path: "../shared").standardized,
        ]
        let found = places.map { $0.appending(path: path) }.first { FileManager.default.fileExists(atPath: $0.path) }
        if found == nil { missing.note(path) }
        return found
    }

    private static let missing = MissingSuites()
}

extension Trait where Self == ConditionTrait {
    /// Skips a test or a suite where the corpus is missing.
    package static var needsCorpus: Self {
        .enabled(if: Suites.hasCorpus, "needs corpus, which Tests/fetch-suites fetches")
    }
}

/// What a run could not find; printed when the process ends.
private final class MissingSuites: Sendable {
    private static let paths = Locked<[String]>([])

    func note(_ path: String) {
        let isFirst = Self.paths.withLock { paths in
            paths.append(path)
            return paths.count == 1
        }
        guard isFirst else { return }
        atexit {
            let list = MissingSuites.paths.withLock { $0.sorted().joined(separator: ", ") }
            print("Tests were skipped, since these are missing: \(list). CONTRIBUTING.md says where they are from.")
        }
    }
}
