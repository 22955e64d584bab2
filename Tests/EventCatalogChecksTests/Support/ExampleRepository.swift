import Foundation
import Testing

@testable import EventCatalogChecks

/// A new repository of git in a folder.
struct ExampleRepository {
    let path: String
    private let git: GitFolder

    init(at path: String) throws {
        self.path = path
        git = GitFolder(path)
        try run("init", "--quiet", "--initial-branch=main")
    }

    /// Runs git as an author who has a name.
    @discardableResult func run(_ arguments: String..., day: Int = 1) throws -> String {
        var environment: [String: String] = [:]
        for role in ["AUTHOR", "COMMITTER"] {
            environment["GIT_\(role)_NAME"] = "Ä. Author"
            environment["GIT_\(role)_EMAIL"] = "a@example.org"
            environment["GIT_\(role)_DATE"] = "2025-01-0\(day)T23:30:00-02:00"
        }
        let output = try git.bytes(arguments, environment: environment)
        let bytes = try #require(output, "git \(arguments)")
        return String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .newlines)
    }

    /// Writes a file, or removes it.
    func write(_ text: String?, to file: String) throws {
        let url = URL(fileURLWithPath: "\(path)/\(file)")
        guard let text else { return try FileManager.default.removeItem(at: url) }
        try FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: url)
    }

    /// Commits all files, late on a day of January 2025 that is the next one in UTC.
    func commit(day: Int = 1) throws {
        try run("add", "--all")
        try run("commit", "--quiet", "--allow-empty", "--message", "Day \(day)", day: day)
    }
}
