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
        ])
    func `a database of another kind is refused and unchanged`(sql: String) async throws {
        try await inFolder { folder in
            let path = folder + "/a.sqlite"
            let queue = try DatabaseQueue(path: path)
            try queue.inDatabase { try $0.execute(sql: sql) }
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
}
