import EventSchema
import EventSupport
import Foundation
import GRDB
import TestSupport
import Testing

@testable import EventIntake

/// One intake writes a store, by whatever path or link.
@Suite(.waitLimit) struct StoreOwnershipTests {
    private static func add(_ id: String, to store: IntakeStore) async throws {
        try await store.add([SinkEvent(id: id, stream: "s", schema: "/s", event: JSON([:]))])
    }

    private static func files(in folder: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    }

    /// Expects that the store at a path is refused since another intake writes it.
    private func expectOwned(_ path: String, _ place: SourceLocation = #_sourceLocation) {
        let error = #expect(throws: IntakeError.self, sourceLocation: place) { try IntakeStore(path: path) }
        #expect(error?.message.contains("another intake writes this store") == true, sourceLocation: place)
    }

    @Test func `another path to the file of an open store is refused, and leaves no file`() async throws {
        try await inFolder { folder in
            let path = folder + "/a.sqlite"
            let store = try IntakeStore(path: path)
            try FileManager.default.createSymbolicLink(atPath: folder + "/link", withDestinationPath: "a.sqlite")
            try FileManager.default.linkItem(atPath: path, toPath: folder + "/hard")
            let before = try Self.files(in: folder)
            expectOwned(folder + "/link")
            expectOwned(folder + "/hard")
            #expect(try Self.files(in: folder) == before)
            try await Self.add("a", to: store)
            try store.close()
            try FileManager.default.removeItem(atPath: folder + "/hard")
            let next = try IntakeStore(path: folder + "/link")
            #expect(try next.count() == 1)
            try next.close()
        }
    }

    @Test func `a store whose lock file was removed is refused`() async throws {
        try await inFolder { folder in
            let path = folder + "/a.sqlite"
            let store = try IntakeStore(path: path)
            try FileManager.default.removeItem(atPath: path + ".lock")
            expectOwned(path)
            try store.close()
            try IntakeStore(path: path).close()
        }
    }

    @Test func `a link to a file that does not exist yet is a store with one owner`() async throws {
        try await inFolder { folder in
            try FileManager.default.createSymbolicLink(atPath: folder + "/link", withDestinationPath: "a.sqlite")
            let store = try IntakeStore(path: folder + "/link")
            expectOwned(folder + "/a.sqlite")
            try store.close()
        }
    }

    @Test func `a store that was replaced does not remove the lock file of its successor`() async throws {
        try await inFolder { folder in
            let path = folder + "/a.sqlite"
            let first = try IntakeStore(path: path)
            for name in try Self.files(in: folder) { try FileManager.default.removeItem(atPath: "\(folder)/\(name)") }
            let second = try IntakeStore(path: path)
            let lock = FileIdentity(path: path + ".lock")
            try first.close()
            #expect(lock?.isAt(path + ".lock") == true)
            expectOwned(path)
            try await Self.add("a", to: second)
            try second.close()
            #expect(try IntakeStore(reading: path).count() == 1)
            #expect(try Self.files(in: folder).allSatisfy { !$0.hasSuffix(".lock") })
        }
    }

    /// Fails when the file is read before the lock is taken: SQLite reports it as locked then.
    @Test func `a store that another intake is creating has an owner, and is not merely locked`() async throws {
        try await inFolder { folder in
            let path = folder + "/a.sqlite"
            let queue = try DatabaseQueue(path: path)
            try await queue.write { try $0.execute(sql: "CREATE TABLE event (id)") }
            let owner = try StoreOwnership(of: path)
            defer { owner.release() }
            try queue.inDatabase { database in
                try database.execute(sql: "BEGIN EXCLUSIVE")
                expectOwned(path)
                try database.execute(sql: "ROLLBACK")
            }
            try queue.close()
        }
    }

    @Test func `a foreign database keeps the lock file that it has`() async throws {
        try await inFolder { folder in
            let path = folder + "/a.sqlite"
            let queue = try DatabaseQueue(path: path)
            try await queue.write { try $0.execute(sql: "CREATE TABLE other (id)") }
            try queue.close()
            for hasLock in [false, true] {
                if hasLock { try Data().write(to: URL(fileURLWithPath: path + ".lock")) }
                #expect(throws: IntakeError.self) { try IntakeStore(path: path) }
                #expect(FileManager.default.fileExists(atPath: path + ".lock") == hasLock)
            }
        }
    }

    /// Fails when a hard link is opened as any other path: it has a log of its own.
    @Test func `a store with two names has no writer until it has one name`() async throws {
        try await inFolder { folder in
            let (path, other) = (folder + "/a.sqlite", folder + "/b.sqlite")
            let store = try IntakeStore(path: path)
            try await Self.add("a", to: store)
            try FileManager.default.linkItem(atPath: path, toPath: other)
            try await Self.add("b", to: store)  // the path that is open stays the only one
            try store.close()
            let before = try Self.files(in: folder)
            for name in [path, other] {
                let error = #expect(throws: IntakeError.self) { try IntakeStore(path: name) }
                #expect(error?.message.contains("has 2 names (hard links)") == true, "\(error?.message ?? "")")
            }
            #expect(try Self.files(in: folder) == before)
            #expect(try IntakeStore(reading: other).count() == 2)
            try FileManager.default.removeItem(atPath: path)
            let next = try IntakeStore(path: other)
            #expect(try next.count() == 2)
            try next.close()
        }
    }

    /// Fails when the files beside a new store are taken for its own: they were removed without a word.
    @Test(arguments: [".lock", "-wal", "-journal", "-shm"])
    func `another program's file beside a new store is named and left`(suffix: String) async throws {
        try await inFolder { folder in
            let path = folder + "/a.sqlite"
            try Data("notes".utf8).write(to: URL(fileURLWithPath: path + suffix))
            let before = try Self.files(in: folder)
            let error = #expect(throws: IntakeError.self) { try IntakeStore(path: path) }
            #expect(error?.message.contains(path + suffix) == true, "\(error?.message ?? "")")
            #expect(try Self.files(in: folder) == before)
            #expect(try String(contentsOfFile: path + suffix, encoding: .utf8) == "notes")
        }
    }
}
