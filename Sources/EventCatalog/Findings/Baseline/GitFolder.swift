import Foundation

/// Runs git in a folder.
struct GitFolder {
    private let path: String

    init(_ path: String) { self.path = path }

    /// The output of a command of git without the line end; `nil` when it fails.
    func output(_ arguments: String..., environment: [String: String] = [:]) throws(RevisionError) -> String? {
        let (succeeded, text) = try run(arguments, environment, reading: \.standardOutput)
        return succeeded ? text : nil
    }

    /// What git says on standard error about a command that fails, on one line.
    func complaint(about arguments: String...) throws(RevisionError) -> String {
        let (_, text) = try run(arguments, [:], reading: \.standardError)
        return text.split(separator: "\n").joined(separator: " ")
    }

    /// Runs a command. The variables that git sets for hooks are left out, since they name the repository and the index
    /// of the hook.
    private func run(
        _ arguments: [String], _ environment: [String: String], reading stream: ReferenceWritableKeyPath<Process, Any?>
    ) throws(RevisionError) -> (succeeded: Bool, text: String) {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["git"] + arguments
        process.currentDirectoryURL = URL(fileURLWithPath: path)
        process.environment = ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("GIT_") }
            .merging(environment) { $1 }
        let output = Pipe()
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        process[keyPath: stream] = output
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
        let succeeded = process.terminationReason == .exit && process.terminationStatus == 0
        return (succeeded, String(decoding: read ?? Data(), as: UTF8.self).trimmingCharacters(in: .newlines))
    }
}
