import Foundation

/// Runs git in a folder.
struct GitFolder {
    private let path: String

    init(_ path: String) { self.path = path }

    /// The path of the folder below the root of its repository, without a slash at the end; `nil` outside a repository.
    func prefix() throws(RevisionError) -> String? {
        guard let prefix = try output("rev-parse", "--show-prefix") else { return nil }
        return prefix.hasSuffix("/") ? String(prefix.dropLast()) : prefix
    }

    /// The output of a command of git without the line end; `nil` when it fails.
    ///
    /// The variables that git sets for hooks are left out, since they name the repository and the index of the hook.
    func output(_ arguments: String..., environment: [String: String] = [:]) throws(RevisionError) -> String? {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["git"] + arguments
        process.currentDirectoryURL = URL(fileURLWithPath: path)
        process.environment = ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("GIT_") }
            .merging(environment) { $1 }
        let output = Pipe()
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        let read: Data?
        do {
            try process.run()
            read = try output.fileHandleForReading.readToEnd()
        } catch {
            throw RevisionError(description: "cannot run git: \(error.reasonText)")
        }
        process.waitUntilExit()
        // The status with which env reports that there is no such program.
        if process.terminationStatus == 127 {
            throw RevisionError(description: "cannot run git, which --changed-since needs; install it")
        }
        guard process.terminationReason == .exit, process.terminationStatus == 0 else { return nil }
        return String(decoding: read ?? Data(), as: UTF8.self).trimmingCharacters(in: .newlines)
    }
}
