import EventSchema
import Foundation

/// JSON files of suites.
enum JSONFiles {
    static func read(_ file: URL) throws -> JSONValue {
        try JSONValue(parsing: [UInt8](Data(contentsOf: file)))
    }

    /// The paths of the files below a folder that end in `.json`, relative to it, in order.
    static func paths(below folder: URL) -> [String] {
        let paths = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
        return paths.filter { $0.hasSuffix(".json") }.sorted()
    }
}
