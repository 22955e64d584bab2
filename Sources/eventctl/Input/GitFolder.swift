import Foundation

/// A folder of a git repository as it was in a commit.
struct GitFolder {
    /// The path of the folder as it is in the working tree; it is there.
    let path: String
    /// The name of the commit: a branch, a tag, a hash.
    let revision: String

    /// Calls `body` with the path of a copy of the folder as it was, which is removed afterwards; with `nil` when the
    /// commit does not have the folder.
    ///
    /// - Throws: ``CommandError`` when the revision is no commit of the folder's repository.
    func withCopy<Result>(_ body: (String?) throws -> Result) throws -> Result {
        let commit = try self.commit()
        let prefix = try git(["rev-parse", "--show-prefix"]).text
        let folder = "\(commit):\(prefix.hasSuffix("/") ? String(prefix.dropLast()) : prefix)"
        guard try git(["cat-file", "-e", folder]).status == 0 else { return try body(nil) }
        let copy = FileManager.default.temporaryDirectory.appendingPathComponent("eventctl-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: copy, withIntermediateDirectories: false)
        let result = Swift.Result {
            let archive = copy + ".tar"
            defer { unlink(archive) }
            // In a folder, git archives that folder alone.
            try require(git(["archive", "--format=tar", "--output", archive, commit]))
            try require(Self.run("tar", ["-xf", archive, "-C", copy]))
            return try body(copy)
        }
        try FileManager.default.removeItem(atPath: copy)
        return try result.get()
    }

    private func commit() throws -> String {
        let result = try git(["rev-parse", "--verify", "--quiet", "--end-of-options", revision + "^{commit}"])
        guard result.status == 0 else {
            let reason = result.text.isEmpty ? "" : ": \(result.text)"
            throw CommandError(
                "'\(revision)' is neither a folder, nor a file, nor a commit of the git repository of \(path)\(reason)")
        }
        return result.text
    }

    // MARK: - Processes

    private typealias Outcome = (status: Int32, text: String)

    private func git(_ arguments: [String]) throws -> Outcome { try Self.run("git", ["-C", path] + arguments) }

    private func require(_ outcome: Outcome) throws {
        guard outcome.status == 0 else { throw CommandError("cannot read \(path) at \(revision): \(outcome.text)") }
    }

    /// Runs a program to its end; the text is all of its output, without the last line end.
    private static func run(_ program: String, _ arguments: [String]) throws -> Outcome {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [program] + arguments
        let pipe = Pipe()
        process.standardInput = FileHandle.nullDevice
        (process.standardOutput, process.standardError) = (pipe, pipe)
        try process.run()
        let output = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        let text = String(decoding: output, as: UTF8.self)
        return (process.terminationStatus, text.hasSuffix("\n") ? String(text.dropLast()) : text)
    }
}
