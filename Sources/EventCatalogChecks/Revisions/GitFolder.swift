import EventCatalog
import Foundation

/// Runs git in a folder.
///
/// git is started by the system's call. Foundation's `Process` walks through the descriptors of the process on Linux,
/// and crashes when two threads do so at the same time.
struct GitFolder {
    private let path: String
    /// A file for what git prints.
    private let scratch: String

    /// What git sets for hooks: the repository, the folder and the index of the hook.
    private static let hookVariables: Set<String> = [
        "GIT_DIR", "GIT_COMMON_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX", "GIT_NAMESPACE",
    ]

    /// - Parameters:
    ///   - path: the folder.
    ///   - scratch: the path of a file that is overwritten with what git prints.
    init(_ path: String, scratch: String) { (self.path, self.scratch) = (path, scratch) }

    /// The output of a command of git without the line end; `nil` when it fails.
    func output(_ arguments: String..., environment: [String: String] = [:]) throws(RevisionError) -> String? {
        let (succeeded, text) = try run(arguments, environment, reading: STDOUT_FILENO)
        return succeeded ? text : nil
    }

    /// The text of git on standard error for a command that fails, on one line.
    func errorText(of arguments: String...) throws(RevisionError) -> String {
        let (_, text) = try run(arguments, [:], reading: STDERR_FILENO)
        return text.split(separator: "\n").joined(separator: " ")
    }

    /// Runs a command in the folder's own repository, also in a hook of another.
    private func run(
        _ arguments: [String], _ environment: [String: String], reading stream: Int32
    ) throws(RevisionError) -> (succeeded: Bool, text: String) {
        let variables = ProcessInfo.processInfo.environment.filter { !Self.hookVariables.contains($0.key) }
            .merging(environment) { $1 }
        var process: pid_t = 0
        let error = CStrings.with(["git", "-C", path] + arguments) { arguments in
            CStrings.with(variables.map { "\($0)=\($1)" }) { variables in
                withActions(writing: stream) { posix_spawnp(&process, "git", $0, nil, arguments, variables) }
            }
        }
        guard error == 0 else {
            throw RevisionError(
                description: "cannot run git: \(String(cString: strerror(error)))")
        }
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        do {
            let text = String(decoding: try Data(contentsOf: URL(fileURLWithPath: scratch)), as: UTF8.self)
            return (status == 0, text.trimmingCharacters(in: .newlines))
        } catch {
            throw RevisionError(description: "cannot read \(scratch): \(error.reasonText)")
        }
    }

    /// The null device as standard streams, but for one, which goes to the file.
    private func withActions<Result>(
        writing stream: Int32, _ body: (UnsafeMutablePointer<posix_spawn_file_actions_t>) -> Result
    ) -> Result {
        #if canImport(Darwin)
            var actions: posix_spawn_file_actions_t?
        #else
            var actions = posix_spawn_file_actions_t()
        #endif
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        for other in [STDOUT_FILENO, STDERR_FILENO] where other != stream {
            posix_spawn_file_actions_addopen(&actions, other, "/dev/null", O_WRONLY, 0)
        }
        posix_spawn_file_actions_addopen(&actions, stream, scratch, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        return body(&actions)
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
