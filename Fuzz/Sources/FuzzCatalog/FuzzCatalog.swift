import EventCatalogChecks
import EventSchema
import Foundation

@testable import EventCatalog

/// From the bytes of a YAML or JSON file to streams, experiments or a schema, through the folders that hold them.
///
/// The first byte chooses what is read. Beyond not crashing, a mistake must be told in one line with a place in the
/// text, what was read must be JSON whose places are in the text, and a schema must give one verdict in two ways.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ data: UnsafePointer<UInt8>, _ size: Int) -> CInt {
    guard size > 0 else { return 0 }
    let bytes = Array(UnsafeBufferPointer(start: data, count: size))
    do {
        guard let problem = try CatalogFolder.shared.problem(with: Array(bytes.dropFirst()), choice: bytes[0]) else {
            return 0
        }
        FileHandle.standardError.write(Data((problem + "\n").utf8))
    } catch {
        FileHandle.standardError.write(Data("\(error)\n".utf8))
    }
    abort()
}

/// A folder for the text that is read.
struct CatalogFolder: Sendable {
    static let shared = CatalogFolder()
    private let path = FileManager.default.temporaryDirectory.appending(path: "fuzz-catalog-\(getpid())").path

    private enum Kind: UInt8 { case streams, defaults, experiments, schema, jsonSchema }

    /// What is wrong with what is made of a text; `nil` when nothing is.
    func problem(with bytes: [UInt8], choice: UInt8) throws -> String? {
        let kind = Kind(rawValue: choice % 5) ?? .streams
        let name =
            switch kind {
            case .streams: "streams/a.yaml"
            case .defaults: "defaults/defaults.yaml"
            case .experiments: "experiments/a.yaml"
            case .schema: "schemas/a/1.0.0.yaml"
            case .jsonSchema: "json/a/1.0.0.json"
            }
        let file = URL(fileURLWithPath: "\(path)/\(name)")
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(bytes).write(to: file)
        do {
            if let problem = placeProblem(in: try SourceDocument(file: file.path)) { return problem }
            switch kind {
            case .streams, .defaults:
                _ = try StreamCatalog(checking: file.deletingLastPathComponent().path, schemas: nil)
            case .experiments: _ = try ExperimentCatalog(checking: file.deletingLastPathComponent().path)
            case .schema, .jsonSchema:
                let root = file.deletingLastPathComponent().deletingLastPathComponent().path
                return verdictProblem(in: try SchemaRepository(roots: [root]))
            }
        } catch {
            return findingProblem(in: error)
        }
        return nil
    }

    private func findingProblem(in error: CatalogError) -> String? {
        error.findings.first { finding in
            finding.description.contains(where: \.isNewline) || (finding.location.line ?? 1) < 1
        }.map { "A finding is not one line with a place: \($0)" }
    }

    private func placeProblem(in document: SourceDocument) -> String? {
        do {
            guard try JSONValue(parsing: document.value.jsonBytes) == document.value else {
                return "What was read is another value when it is written and read again."
            }
        } catch {
            return "What was read cannot be written as JSON: \(error)"
        }
        var left = 500
        return placeProblem(at: [], document.value, document, &left)
    }

    private func placeProblem(
        at path: [String], _ value: JSONValue, _ document: SourceDocument, _ left: inout Int
    ) -> String? {
        left -= 1
        guard left > 0, path.count < 50 else { return nil }
        guard (document.location(at: path).line ?? 0) > 0 else { return "\(path) has no place." }
        let parts: [(String, JSONValue)] =
            value.object.map { $0.map { ($0.name, $0.value) } }
            ?? (value.array ?? []).enumerated().map { ("\($0)", $1) }
        for (name, part) in parts {
            if let problem = placeProblem(at: path + [name], part, document, &left) { return problem }
        }
        return nil
    }

    /// The schema judges itself, once quickly and once with reasons.
    private func verdictProblem(in repository: SchemaRepository) -> String? {
        for version in repository.versions {
            let isValid = version.schema.isValid(version.document)
            if isValid != version.schema.findings(in: version.document).isEmpty { return "Two verdicts." }
        }
        return nil
    }
}
