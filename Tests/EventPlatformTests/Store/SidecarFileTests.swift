import EventPlatformTesting
import Foundation
import TestSupport
import Testing

@testable import EventPlatform

/// Texts in files beside a store, and values in the store.
@Suite struct SidecarFileTests {
    @Test func `a sidecar file returns only valid text, and its removal overwrites the text`() throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let file = SidecarFile(beside: folder.file("events.sqlite"), "consent") {
            ["granted", "declined"].contains($0)
        }
        #expect(file.read() == nil && !file.exists)
        try file.write("granted")
        #expect(file.read() == "granted" && file.exists)
        let url = folder.file("events.consent")
        let rights = try FileManager.default.attributesOfItem(atPath: url.path)[.posixPermissions] as? NSNumber
        #expect(rights?.intValue == 0o600)
        try file.write("perhaps")
        #expect(file.read() == nil && file.exists)
        try Data(repeating: 32, count: 5000).write(to: url)
        #expect(file.read() == nil, "longer than any text that is kept")
        let link = folder.file("link")
        try FileManager.default.linkItem(at: url, to: link)
        try file.remove()
        #expect(!file.exists)
        #expect(try Data(contentsOf: link).isEmpty)
    }

    @Test(arguments: EventStoreTests.Kind.allCases)
    func `a stored value is encoded as JSON with sorted keys and decoded again`(kind: EventStoreTests.Kind) throws {
        struct Session: Codable, Equatable { var id: String, at: StorageTime, count: Int }
        let session = Session(id: "a/é", at: EventStoreTests.time(3), count: 7)
        try EventStoreTests.with(kind) { store in
            var transaction = StoreTransaction()
            try transaction.set(session, for: "session")
            _ = try store.commit(transaction)
            #expect(try store.value(Session.self, named: "session") == session)
            #expect(try store.load().value(Session.self, named: "session") == session)
            #expect(try store.value(Session.self, named: "other") == nil)
            #expect(throws: DecodingError.self) { try store.value(Int.self, named: "session") }
            #expect(
                try store.value(named: "session")
                    == #"{"at":{"bootID":"this","sinceBoot":3000,"wall":3000},"count":7,"id":"a/é"}"#)
        }
    }
}
