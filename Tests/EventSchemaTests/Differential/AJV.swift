import EventSchema
import Foundation

/// The existing intake's validator, run by Node.
struct AJV {
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

    static let isInstalled = node.isInstalled(trying: ["-e", "require('ajv'); require('js-yaml')"], note: packages)

    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    // Where Debian's packages are; a node from elsewhere does not look there by itself.
    private static let node = OtherValidator(
        program: "node", arguments: [folder.appendingPathComponent("ajv.cjs").path],
        environment: ["NODE_PATH": "/usr/share/nodejs"])

    /// Schemas and instances about the ways of ajv 6 that the corpus has no use for.
    static func handmadeCases() throws -> [JSONValue] {
        try OtherValidator.lines(of: folder.appendingPathComponent("cases.jsonl").path)
    }

    /// The versioned schemas below a folder, with the file each came from.
    static func corpus(_ folder: URL) throws -> [(file: String, schema: JSONValue)] {
        try node.output(of: ["corpus", folder.path]).map {
            (URL(fileURLWithPath: $0["file"]?.string ?? "").path, $0["schema"] ?? .null)
        }
    }

    static func ask(_ questions: [OtherValidator.Question], _ command: Command = .verdicts) throws -> [Response] {
        try node.answers(to: questions, [command.rawValue]).map(response(from:))
    }

    private static func response(from line: JSONValue) -> Response {
        if let reason = line["refused"]?.string { return .refused(reason) }
        return .judged(
            (line["answers"]?.array ?? []).map { ($0["valid"] == true, $0["filled"] ?? .null) })
    }
}
