import EventSchema
import Foundation
import TestSupport

/// The existing intake's validator, run by Node.
struct AJV {
    struct Question {
        let schema: JSONValue
        let instances: [JSONValue]
    }

    enum Command: String {
        /// ajv's verdicts.
        case verdicts
        /// Those of JavaScript's expressions with the `u` flag.
        case unicode
    }

    enum Response {
        /// The schema does not compile.
        case refused(String)
        /// For each instance the verdict, and what it has become with defaults.
        case judged([(valid: Bool, filled: JSONValue)])
    }

    /// What has to be installed.
    static let packages = "Debian's nodejs, node-ajv and node-js-yaml"

    static let isInstalled: Bool = {
        let isInstalled = (try? run(["-e", "require('ajv'); require('js-yaml')"])) ?? false
        if !isInstalled { Suites.noteMissing(packages) }
        return isInstalled
    }()

    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    private static let script = folder.appendingPathComponent("ajv.cjs").path

    /// Schemas and instances about the ways of ajv 6 that the corpus has no use for.
    static func handmadeCases() throws -> [JSONValue] { try lines(folder.appendingPathComponent("cases.jsonl").path) }

    /// The versioned schemas below a folder, with the file each came from.
    static func corpus(_ folder: URL) throws -> [(file: String, schema: JSONValue)] {
        try withScratchFolder { scratch in
            let output = scratch.appendingPathComponent("out").path
            guard try run([script, "corpus", folder.path, output]) else { return [] }
            return try lines(output).map {
                (URL(fileURLWithPath: $0["file"]?.string ?? "").path, $0["schema"] ?? .null)
            }
        }
    }

    static func ask(_ questions: [Question], _ command: Command = .verdicts) throws -> [Response] {
        try withScratchFolder { scratch in
            let input = scratch.appendingPathComponent("in")
            let output = scratch.appendingPathComponent("out").path
            let text = questions.map { question in
                (["schema": question.schema, "instances": .array(question.instances)] as JSONValue).jsonText
            }
            try Data(text.joined(separator: "\n").utf8).write(to: input)
            guard try run([script, command.rawValue, input.path, output]) else { return [] }
            return try lines(output).map(response(from:))
        }
    }

    private static func response(from line: JSONValue) -> Response {
        if let reason = line["refused"]?.string { return .refused(reason) }
        return .judged(
            (line["answers"]?.array ?? []).map { ($0["valid"] == true, $0["filled"] ?? .null) })
    }

    private static func lines(_ path: String) throws -> [JSONValue] {
        try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").map { try JSONValue(parsing: $0) }
    }

    private static func withScratchFolder<Result>(_ body: (URL) throws -> Result) throws -> Result {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        return try body(folder.url)
    }

    private static func run(_ arguments: [String]) throws -> Bool {
        let (process, _) = try Process.start { process in
            process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
            process.arguments = ["node"] + arguments
            // Where Debian's packages are; a node from elsewhere does not look there by itself.
            process.environment = ProcessInfo.processInfo.environment.merging(["NODE_PATH": "/usr/share/nodejs"]) {
                own, _ in
                own
            }
            process.standardError = FileHandle.nullDevice
        }
        process.waitUntilExit()
        return process.terminationStatus == 0
    }
}
