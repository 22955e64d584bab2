import EventSchema
import Foundation
import TestSupport

/// A program around another validator, asked over files of one JSON document a line.
struct OtherValidator {
    let program: String
    /// The arguments before those of a question.
    let arguments: [String]
    /// What is added to the environment.
    var environment: [String: String] = [:]

    struct Question {
        let schema: JSONValue
        let instances: [JSONValue]
    }

    /// Whether the program runs with these arguments. `note` are the names of what has to be installed, for the last
    /// lines of a run without it.
    func isInstalled(trying arguments: [String], note: String) -> Bool {
        do {
            if try run(arguments) { return true }
        } catch {
            // There is no such program.
        }
        Suites.noteMissing(note)
        return false
    }

    /// The lines that the program writes about questions, asked by these arguments and the files of both.
    func answers(to questions: [Question], _ arguments: [String]) throws -> [JSONValue] {
        let lines = questions.map { ["schema": $0.schema, "instances": .array($0.instances)] as JSONValue }
        return try withScratchFolder { folder in
            let input = folder.appendingPathComponent("in")
            try Data(lines.map(\.jsonText).joined(separator: "\n").utf8).write(to: input)
            return try output(of: arguments + [input.path], in: folder)
        }
    }

    /// The lines that the program writes, to a file whose name is the last argument.
    func output(of arguments: [String]) throws -> [JSONValue] {
        try withScratchFolder { try output(of: arguments, in: $0) }
    }

    private func output(of arguments: [String], in folder: URL) throws -> [JSONValue] {
        let output = folder.appendingPathComponent("out").path
        return try run(self.arguments + arguments + [output]) ? try Self.lines(of: output) : []
    }

    /// The JSON documents of a file with one in each line.
    static func lines(of path: String) throws -> [JSONValue] {
        try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").map { try JSONValue(parsing: $0) }
    }

    private func withScratchFolder<Result>(_ body: (URL) throws -> Result) throws -> Result {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        return try body(folder.url)
    }

    private func run(_ arguments: [String]) throws -> Bool {
        let (process, _) = try Process.start { process in
            process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
            process.arguments = [program] + arguments
            process.environment = ProcessInfo.processInfo.environment.merging(environment) { own, _ in own }
            process.standardError = FileHandle.nullDevice
        }
        process.waitUntilExit()
        return process.terminationStatus == 0
    }
}
