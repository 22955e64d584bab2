import EventCatalog
import Foundation

/// Runs git in a folder.
///
/// git is started by the system's call. Foundation's `Process` walks through the descriptors of the process on Linux,
/// and crashes when two threads do so at the same time.
struct GitFolder {
    private let path: String

    static let nullDevice = "/dev/null"

    /// What git sets for hooks: the repository, the folder and the index of the hook; and how it reads paths.
    private static let otherVariables: Set<String> = [
        "GIT_DIR", "GIT_COMMON_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX", "GIT_NAMESPACE",
        "GIT_GLOB_PATHSPECS", "GIT_NOGLOB_PATHSPECS", "GIT_ICASE_PATHSPECS",
    ]

    init(_ path: String) { self.path = path }

    /// The output of a command of git without the line end; `nil` when it fails.
    func output(_ arguments: String..., environment: [String: String] = [:]) throws(RevisionError) -> String? {
        let (succeeded, output) = try run(arguments, environment, reading: STDOUT_FILENO)
        return succeeded ? Self.text(output) : nil
    }

    /// The output of a command of git as it is; `nil` when it fails. The command reads a file as standard input, which
    /// is the null device unless it is given.
    func bytes(
        _ arguments: [String], input: String = nullDevice, environment: [String: String] = [:]
    ) throws(RevisionError) -> [UInt8]? {
        let (succeeded, output) = try run(arguments, environment, reading: STDOUT_FILENO, input: input)
        return succeeded ? output : nil
    }

    /// The text of git on standard error for a command that fails, on one line.
    func errorText(of arguments: [String]) throws(RevisionError) -> String {
        let (_, output) = try run(arguments, [:], reading: STDERR_FILENO)
        return Self.text(output).split(separator: "\n").joined(separator: " ")
    }

    private static func text(_ output: [UInt8]) -> String {
        String(decoding: output, as: UTF8.self).trimmingCharacters(in: .newlines)
    }

    /// Runs a command that writes files, or its output into a file.
    ///
    /// - Parameters:
    ///   - arguments: the command.
    ///   - file: the path of a file for its output. The default ignores the output.
    ///   - environment: variables beside those of this process. None by default.
    /// - Throws: ``RevisionError`` with the text of git when it fails.
    func write(
        _ arguments: String..., to file: String = nullDevice, environment: [String: String] = [:]
    ) throws(RevisionError) {
        let (succeeded, output) = try run(arguments, environment, reading: STDERR_FILENO, writingTo: file)
        guard !succeeded else { return }
        let reason = Self.text(output).split(separator: "\n").first.map { ": \($0)" } ?? ""
        throw RevisionError(description: "git cannot write the files of a commit\(reason)")
    }

    /// Runs a command in the folder's own repository, also in a hook of another. Hooks of the repository do not run.
    private func run(
        _ arguments: [String], _ environment: [String: String], reading stream: Int32, input: String = nullDevice,
        writingTo file: String = nullDevice
    ) throws(RevisionError) -> (succeeded: Bool, output: [UInt8]) {
        let variables = ProcessInfo.processInfo.environment.filter { !Self.otherVariables.contains($0.key) }
            .merging(environment) { $1 }
        var process: pid_t = 0
        // What is read comes through a pipe: a file would need room on a disk that may be full.
        let pipe = try OutputPipe()
        let error = CStrings.with(["git", "-c", "core.hooksPath=\(Self.nullDevice)", "-C", path] + arguments) {
            arguments in
            CStrings.with(variables.map { "\($0)=\($1)" }) { variables in
                withActions(input, stream, into: pipe, file) { actions in
                    posix_spawnp(&process, "git", actions, nil, arguments, variables)
                }
            }
        }
        pipe.closeWriting()
        let output = pipe.readToEnd()
        guard error == 0 else {
            let remedy = error == ENOENT ? "; install it, or add its folder to PATH" : ""
            throw RevisionError(description: "cannot run git: \(String(cString: strerror(error)))\(remedy)")
        }
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        return (status == 0, output)
    }

    /// The null device as standard streams, but for the input, for one that goes to the pipe, and for the output if it
    /// goes to a file.
    private func withActions<Result>(
        _ input: String, _ stream: Int32, into pipe: OutputPipe, _ file: String,
        _ body: (UnsafeMutablePointer<posix_spawn_file_actions_t>) -> Result
    ) -> Result {
        #if canImport(Darwin)
            var actions: posix_spawn_file_actions_t?
        #else
            var actions = posix_spawn_file_actions_t()
        #endif
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, input, O_RDONLY, 0)
        for other in [STDOUT_FILENO, STDERR_FILENO] where other != stream {
            let path = other == STDOUT_FILENO ? file : Self.nullDevice
            posix_spawn_file_actions_addopen(&actions, other, path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        }
        posix_spawn_file_actions_adddup2(&actions, pipe.writing, stream)
        return body(&actions)
    }
}

/// The pipe through which the output of a process is read.
private struct OutputPipe {
    private let reading: Int32
    let writing: Int32

    init() throws(RevisionError) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else {
            throw RevisionError(description: "cannot run git: \(String(cString: strerror(errno)))")
        }
        // A process that another thread starts would keep the end for writing open.
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        (reading, writing) = (ends[0], ends[1])
    }

    func closeWriting() { close(writing) }

    /// The bytes until the end, after which the pipe is closed.
    func readToEnd() -> [UInt8] {
        defer { close(reading) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 12)
        while true {
            let count = read(reading, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return bytes }
            bytes += buffer[..<count]
        }
    }
}

/// Lists of C strings that end with a null pointer.
private enum CStrings {
    static func with<Result>(
        _ texts: [String], _ body: (UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> Result
    ) -> Result {
        let list = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>.allocate(capacity: texts.count + 1)
        for (index, text) in texts.enumerated() { list[index] = strdup(text) }
        list[texts.count] = nil
        defer {
            for index in texts.indices { free(list[index]) }
            list.deallocate()
        }
        return body(list)
    }
}
