import CatalogTestSupport
import Foundation

@testable import EventCatalog
@testable import EventSchemaTools

/// The site of a few files, by path.
struct SiteSample {
    let files: [String: String]
    let findings: [String]

    /// Makes the site of `Schemas/` and, where it has files, `Streams/`.
    init(_ files: [String: String]) throws {
        (self.files, findings) = try withFiles(files) { folder in
            let hasStreams = files.keys.contains { $0.hasPrefix("Streams/") }
            let site = try SchemaSite(
                schemaRoots: ["\(folder)/Schemas"], streams: hasStreams ? "\(folder)/Streams" : nil)
            let pages = site.files.map { ($0.path, String(decoding: $0.bytes, as: UTF8.self)) }
            let findings = site.findings.map { $0.description.replacing(folder, with: "") }
            return (Dictionary(uniqueKeysWithValues: pages), findings)
        }
    }

    /// Version 1.0.0 of a schema in YAML, with the lines of its properties.
    static func schema(_ title: String, _ properties: String) -> String { schema(title, "1.0.0", properties) }

    /// A version of a schema in YAML, with the lines of its properties, and further lines.
    static func schema(_ title: String, _ version: String, _ properties: String, _ more: String = "") -> String {
        "title: \(title)\n$id: /\(title)/\(version)\n$schema: 'https://json-schema.org/draft-07/schema#'\n"
            + "type: object\n\(more)properties:\n"
            + properties.split(separator: "\n").map { "  \($0)\n" }.joined()
    }

    /// The text of a page without its markup, with one space for white space.
    func text(_ page: String) -> String {
        (files[page] ?? "").replacing(/<[^>]*>/, with: " ").split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
}
