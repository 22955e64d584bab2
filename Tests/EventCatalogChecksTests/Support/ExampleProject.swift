import CatalogTestSupport
import EventStreams
import Foundation

@testable import EventCatalog
@testable import EventCatalogChecks

/// The folders of a project that a test has written.
struct ExampleProject {
    let path: String

    /// Streams, Schemas and Experiments, and Sources as code, where they exist.
    var folders: CatalogFolders {
        func existing(_ name: String) -> String? {
            FileManager.default.fileExists(atPath: "\(path)/\(name)") ? "\(path)/\(name)" : nil
        }
        return CatalogFolders(
            streams: existing("Streams"), schemaRoots: [existing("Schemas")].compactMap { $0 },
            experiments: existing("Experiments"),
            clientConfiguration: existing(CatalogFolders.defaultClientConfiguration),
            code: [existing("Sources")].compactMap { $0 })
    }

    /// The report on the project, with its `baseline.json` if there is one.
    func report(asOf: String = "2026-01-01") throws -> CheckReport { try check(asOf: asOf).report() }

    /// The check of the project.
    func check(asOf: String = "2026-01-01") throws -> ProjectCheck {
        let baseline = "\(path)/baseline.json"
        return try ProjectCheck(
            folders, asOf: UTCInstant(iso8601: asOf),
            baseline: FileManager.default.fileExists(atPath: baseline) ? baseline : nil)
    }

    /// The findings as `FILE:LINE RULE`, with the paths as in the example.
    func lines(_ findings: [CatalogFinding]) -> [String] {
        findings.map { finding in
            let file = finding.location.file.replacing("\(path)/", with: "")
            return "\(file):\(finding.location.line ?? 0) \(finding.rule.id)"
        }
    }

    func text(of file: String) throws -> String { String(decoding: try bytes(of: file), as: UTF8.self) }

    func bytes(of file: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: URL(fileURLWithPath: "\(path)/\(file)")))
    }

    func write(_ text: String, to file: String) throws {
        try Data(text.utf8).write(to: URL(fileURLWithPath: "\(path)/\(file)"))
    }
}

/// Writes the files of a project into a folder of their own, and removes it afterwards.
func withProject<Result>(_ files: [String: String], _ body: (ExampleProject) throws -> Result) throws -> Result {
    try withFiles(files) { try body(ExampleProject(path: $0)) }
}
