import EventSchema
import Foundation

/// The folder beside the checkout that holds the official suites and the corpora; tests that need it run where it is.
enum Shared {
    static let folder = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appendingPathComponent("shared")

    static let suite = folder.appendingPathComponent("conformance/json-schema-test-suite")
    static let corpus = folder.appendingPathComponent("corpus")

    static var hasSuite: Bool { FileManager.default.fileExists(atPath: suite.path) }
    static var hasCorpus: Bool { FileManager.default.fileExists(atPath: corpus.path) }

    static func json(_ file: URL) throws -> JSONValue {
        try JSONValue(parsing: [UInt8](Data(contentsOf: file)))
    }

    /// The paths of the files below a folder that end in `.json`, relative to it, in order.
    static func jsonFiles(below folder: URL) -> [String] {
        let paths = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
        return paths.filter { $0.hasSuffix(".json") }.sorted()
    }
}
