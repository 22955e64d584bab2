import EventCatalog
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

extension CatalogFinding {
    /// Rule, line and column: `unknown-attribute 5:24`.
    var place: String { "\(rule.id) \(location.line ?? 0):\(location.column ?? 0)" }
}
