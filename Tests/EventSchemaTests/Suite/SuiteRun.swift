import EventSchema
import Foundation
import TestSupport
import Testing

/// One case of the official suite: which file, group and test, and what came of it.
struct SuiteCase: Hashable, CustomStringConvertible {
    let file: String
    let group: String
    let test: String

    var description: String { "\(file) / \(group) / \(test)" }
}

/// Runs files of the official suite.
struct SuiteRun {
    private(set) var passed: Set<SuiteCase> = []
    /// What failed, with the reason.
    private(set) var failed: [SuiteCase: String] = [:]
    private let remotes: [String: JSONValue]

    /// Runs the files with these paths, relative to the suite's `tests` folder.
    init(of paths: [String]) throws {
        remotes = try Self.loadRemotes()
        for path in paths { try run(path) }
    }

    static func paths(of dialect: Dialect, isOptional: Bool) throws -> [String] {
        let folder = folder(of: dialect)
        let all = JSONFiles.paths(below: try folderOfSuite("tests/\(folder)"))
        return all.filter { $0.hasPrefix("optional/") == isOptional }.map { "\(folder)/\($0)" }
    }

    /// The suite's name of a dialect.
    static func folder(of dialect: Dialect) -> String {
        switch dialect {
        case .draft201909: "draft2019-09"
        case .draft202012: "draft2020-12"
        case .draft4, .draft6, .draft7: "\(dialect)"
        }
    }

    private static func folderOfSuite(_ path: String) throws -> URL {
        try #require(Suites.jsonSchema).appending(path: path)
    }

    /// The suite's remote documents under the addresses it gives them.
    private static func loadRemotes() throws -> [String: JSONValue] {
        let folder = try folderOfSuite("remotes")
        var remotes: [String: JSONValue] = [:]
        for path in JSONFiles.paths(below: folder) {
            remotes["http://localhost:1234/\(path)"] = try JSONFiles.read(folder.appendingPathComponent(path))
        }
        return remotes
    }

    private mutating func run(_ path: String) throws {
        let groups = try JSONFiles.read(Self.folderOfSuite("tests/\(path)")).array ?? []
        for group in groups { run(group, of: path) }
    }

    private mutating func run(_ group: JSONValue, of path: String) {
        // Formats and content are annotations in the required tests and assertions in the optional ones.
        let mode = Schema.Mode.standard(assertsFormats: path.contains("/optional/"))
        let dialect = Dialect.allCases.first { path.hasPrefix("\(Self.folder(of: $0))/") } ?? .draft7
        let name = group["description"]?.string ?? ""
        let schema = Result { () throws(SchemaError) in
            try Schema(group["schema"] ?? true, mode: mode, registry: remotes, dialect: dialect)
        }
        for test in group["tests"]?.array ?? [] {
            let id = SuiteCase(file: path, group: name, test: test["description"]?.string ?? "")
            check(test, schema, id)
        }
    }

    /// The verdict on the instance as a document.
    private static func isValid(document instance: JSONValue, _ schema: Schema) -> Bool? {
        let options = JSON.Options(repeatedNames: .last, allowsLoneSurrogates: true)
        guard let document = try? JSON(parsing: instance.jsonBytes, options: options) else { return nil }
        return schema.isValid(document)
    }

    private mutating func check(_ test: JSONValue, _ schema: Result<Schema, SchemaError>, _ id: SuiteCase) {
        switch schema {
        case .failure(let error): failed[id] = "refused: \(error)"
        case .success(let schema):
            let instance = test["data"] ?? .null
            let verdict = schema.isValid(instance)
            if verdict != test["valid"]?.bool {
                failed[id] = "said \(verdict) of \(instance.jsonText)"
            } else if Self.isValid(document: instance, schema) != verdict {
                failed[id] = "said \(!verdict) of the document \(instance.jsonText)"
            } else if schema.findings(in: instance).isEmpty != verdict {
                failed[id] = "findings contradict the verdict"
            } else {
                passed.insert(id)
            }
        }
    }
}
