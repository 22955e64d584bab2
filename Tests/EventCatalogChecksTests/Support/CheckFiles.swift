import CatalogTestSupport
import EventCatalog
import EventCatalogChecks
import EventStreams
import Foundation

/// Checks the files of a project as `eventctl check` does: each folder that is there, on the first day of 2026.
func check(_ files: [String: String]) throws -> [CatalogFinding] {
    try withFiles(files) { folder in
        func existing(_ name: String) -> String? {
            FileManager.default.fileExists(atPath: "\(folder)/\(name)") ? "\(folder)/\(name)" : nil
        }
        return CatalogCheck(
            streams: existing("Streams"), schemaRoots: existing("Schemas").map { [$0] } ?? [],
            experiments: existing("Experiments"), asOf: UTCInstant(iso8601: "2026-01-01")
        ).findings
    }
}
