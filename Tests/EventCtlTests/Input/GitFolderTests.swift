import Foundation
import Testing

@testable import eventctl

// Foundation cannot start two processes at the same time on Linux.
@Suite(.serialized) struct GitFolderTests {
    /// A repository whose first commit has `Streams/a.yaml`, and whose second has changed it.
    private struct Repository {
        let root = FileManager.default.temporaryDirectory.appending(path: "git-\(UUID().uuidString)").path

        init() throws {
            try FileManager.default.createDirectory(atPath: root + "/Streams", withIntermediateDirectories: true)
            try git("init", "--quiet")
            for text in ["one", "two"] {
                try Data(text.utf8).write(to: URL(filePath: root + "/Streams/a.yaml"))
                try Data(text.utf8).write(to: URL(filePath: root + "/other.yaml"))
                try git("add", ".")
                try git("-c", "user.name=a", "-c", "user.email=a@b", "commit", "--quiet", "-m", text)
            }
        }

        private func git(_ arguments: String...) throws {
            let process = Process()
            process.executableURL = URL(filePath: "/usr/bin/env")
            process.arguments = ["git", "-C", root] + arguments
            try process.run()
            process.waitUntilExit()
            try #require(process.terminationStatus == 0)
        }

        func remove() throws { try FileManager.default.removeItem(atPath: root) }
    }

    @Test func `a folder is copied as it was in a commit, and the copy is removed`() throws {
        let repository = try Repository()
        let folder = GitFolder(path: repository.root + "/Streams", revision: "HEAD~1")
        let copy = try folder.withCopy { copy in
            let copy = try #require(copy)
            #expect(try FileManager.default.contentsOfDirectory(atPath: copy) == ["a.yaml"])
            #expect(try String(contentsOfFile: copy + "/a.yaml", encoding: .utf8) == "one")
            return copy
        }
        #expect(!FileManager.default.fileExists(atPath: copy))
        #expect(!FileManager.default.fileExists(atPath: copy + ".tar"))
        try repository.remove()
    }

    @Test func `a commit without the folder has no copy`() throws {
        let repository = try Repository()
        try FileManager.default.createDirectory(atPath: repository.root + "/New", withIntermediateDirectories: true)
        #expect(try GitFolder(path: repository.root + "/New", revision: "HEAD").withCopy { $0 } == nil)
        try repository.remove()
    }

    @Test(arguments: ["nope", "--help", "", "HEAD:other.yaml"])
    func `a name that is no commit is an error that says so`(revision: String) throws {
        let repository = try Repository()
        let error = #expect(throws: CommandError.self) {
            try GitFolder(path: repository.root + "/Streams", revision: revision).withCopy { _ in }
        }
        #expect(error?.description.contains("'\(revision)' is neither a folder, nor a file, nor a commit") == true)
        try repository.remove()
    }
}
