import EventSchema
import Foundation
import GRDB
import TestSupport
import Testing

@testable import EventIntake

/// A store whose files are removed or replaced while it is open.
@Suite(.waitLimit) struct OpenStoreFilesTests {
    private func add(_ id: String, to store: IntakeStore) async throws {
        try await store.add([SinkEvent(id: id, stream: "s", schema: "/s", event: JSON([:]))])
    }

    @Test(arguments: ["a.sqlite", "link"])
    func `each commit is refused once the file or its log was removed, and closing keeps what was accepted`(
        name: String
    ) async throws {
        try await inFolder { folder in
            try FileManager.default.createSymbolicLink(atPath: folder + "/link", withDestinationPath: "a.sqlite")
            let path = "\(folder)/\(name)"
            let store = try IntakeStore(path: path)
            try await add("a", to: store)
            try FileManager.default.removeItem(atPath: folder + "/a.sqlite-wal")
            for _ in 0..<2 {
                let error = await #expect(throws: IntakeError.self) { try await add("b", to: store) }
                #expect(error?.code == .storeUnusable)
                #expect(error?.message.contains("a.sqlite-wal: was removed or moved while the intake runs") == true)
            }
            await #expect(throws: IntakeError.self) { try await store.removeAll() }
            try store.close()
            #expect(try IntakeStore(reading: path).events().map(\.id) == ["a"])
        }
    }

    @Test func `each commit is refused once the log was cut off, whatever its size becomes`() async throws {
        try await inFolder { folder in
            let path = folder + "/a.sqlite"
            let store = try IntakeStore(path: path)
            try await add("a", to: store)
            let whole = try Data(contentsOf: URL(fileURLWithPath: path + "-wal"))
            for size in [whole.count - 1, 0, whole.count, 2 * whole.count] {
                try #require(truncate(path + "-wal", off_t(size)) == 0)
                let error = await #expect(throws: IntakeError.self) { try await add("b", to: store) }
                #expect(error?.message.contains("a.sqlite-wal: was cut off while the intake runs") == true)
                await #expect(throws: IntakeError.self) { try await store.removeAll() }
            }
            try store.close()
        }
    }

    /// SQLite's own checkpoints go on with the same log.
    @Test func `a log that was written anew, or emptied by another program's checkpoint, is whole`() async throws {
        try await inFolder { folder in
            let path = folder + "/a.sqlite"
            let store = try IntakeStore(path: path)
            let other = try DatabaseQueue(path: path)
            for number in 0..<600 {
                try await add("\(number)", to: store)
                if number % 200 == 100 {
                    try other.inDatabase { try $0.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)") }
                    #expect(try Data(contentsOf: URL(fileURLWithPath: path + "-wal")).isEmpty)
                }
            }
            try other.close()
            #expect(try store.count() == 600)
            try store.close()
        }
    }

    @Test func `a log that another file has replaced is refused`() async throws {
        try await inFolder { folder in
            let path = folder + "/a.sqlite"
            let store = try IntakeStore(path: path)
            try await add("a", to: store)
            try FileManager.default.copyItem(atPath: path + "-wal", toPath: folder + "/copy")
            try FileManager.default.removeItem(atPath: path + "-wal")
            try FileManager.default.moveItem(atPath: folder + "/copy", toPath: path + "-wal")
            await #expect(throws: IntakeError.self) { try await add("b", to: store) }
            try store.close()
        }
    }
}
