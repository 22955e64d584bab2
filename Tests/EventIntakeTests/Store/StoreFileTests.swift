import Foundation
import GRDB
import TestSupport
import Testing

@testable import EventIntake

/// Databases that are no store.
@Suite(.waitLimit) struct StoreFileTests {
    @Test(
        arguments: [
            "CREATE VIEW event AS SELECT 1", "CREATE VIEW other AS SELECT 1", "PRAGMA application_id = 77",
            "PRAGMA application_id = 77; CREATE TABLE event (id, stream, schema, received_at, repeats, body, test)",
        ], ["DELETE", "WAL"])
    func `a database of another kind is refused and unchanged, with nothing beside it`(
        sql: String, mode: String
    ) async throws {
        try await inFolder { folder in
            let path = folder + "/a.sqlite"
            let queue = try DatabaseQueue(path: path)
            try queue.inDatabase { try $0.execute(sql: "PRAGMA journal_mode = \(mode); \(sql)") }
            try queue.close()
            let before = try Data(contentsOf: URL(fileURLWithPath: path))
            try #require(!before.isEmpty)
            for open in [{ try IntakeStore(path: $0) }, { try IntakeStore(reading: $0) }] {
                let error = #expect(throws: IntakeError.self) { try open(path) }
                #expect(error?.message.contains("a database of another kind. It was not changed.") == true)
            }
            #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["a.sqlite"])
        }
    }

    @Test func `a database that was cut off is refused, with nothing beside it`() async throws {
        try await inFolder { folder in
            let path = folder + "/a.sqlite"
            try IntakeStore(path: path).close()
            try #require(truncate(path, 3000) == 0)
            for open in [{ try IntakeStore(path: $0) }, { try IntakeStore(reading: $0) }] {
                #expect(throws: IntakeError.self) { try open(path) }
            }
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["a.sqlite"])
        }
    }

    /// What is only in the log belongs to the file too.
    @Test func `a store whose process was killed is recognised by its log`() async throws {
        try await inFolder { folder in
            let path = folder + "/a.sqlite"
            let store = try IntakeStore(path: path)
            for suffix in ["", "-wal"] {
                try FileManager.default.copyItem(atPath: path + suffix, toPath: "\(folder)/killed\(suffix)")
            }
            try store.close()
            try IntakeStore(path: folder + "/killed").close()
        }
    }

    @Test(.enabled(if: SmallDisk.isAvailable))
    func `a store that cannot be created on a full disk leaves no file, and says so`() throws {
        let disk = try SmallDisk(bytes: 1 << 20)
        defer { #expect(throws: Never.self) { try disk.remove() } }
        try FileManager.default.createSymbolicLink(
            atPath: disk.file("link").path, withDestinationPath: disk.file("b.sqlite").path)
        try disk.fill()
        for name in ["a.sqlite", "link"] {
            let error = #expect(throws: IntakeError.self) { try IntakeStore(path: disk.file(name).path) }
            #expect(error?.message.contains("its disk is full") == true, "\(error?.message ?? "")")
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: disk.url.path).sorted() == ["filler", "link"])
    }
}
