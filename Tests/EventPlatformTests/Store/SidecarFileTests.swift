import EventPlatformTesting
import EventSupport
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

    @Test func `a link in the place of a sidecar file is replaced, and what it leads to stays`() throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let notes = try folder.write("notes", to: "notes.txt")
        try FileManager.default.createSymbolicLink(
            at: folder.file("events.consent"), withDestinationURL: folder.file("notes.txt"))
        let file = SidecarFile(beside: folder.file("events.sqlite"), "consent")
        try file.change { _ in "declined" }
        #expect(file.read() == "declined")
        #expect(try String(contentsOfFile: notes, encoding: .utf8) == "notes")
    }

    @Test func `no change of a sidecar file is lost while another process changes it`() throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let store = folder.file("events.sqlite")
        // Each adds its letter to the text a hundred times. A letter that is missing at the end is a lost change.
        DispatchQueue.concurrentPerform(iterations: 4) { index in
            var file = SidecarFile(beside: store, "consent")
            file.longestWait = .seconds(600)  // however busy the machine is
            for _ in 0..<100 {
                do { try file.change { ($0 ?? "") + "\(index)" } } catch { Issue.record(error) }
            }
        }
        let text = try #require(SidecarFile(beside: store, "consent").read())
        #expect(Dictionary(text.map { ($0, 1) }, uniquingKeysWith: +) == ["0": 100, "1": 100, "2": 100, "3": 100])
    }

    @Test func `a sidecar file is changed although a stopped process holds the lock of its folder`() throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let file = SidecarFile(beside: folder.file("events.sqlite"), "consent")
        let lock = try FileLock(waitingForFolder: folder.file("events.sqlite").deletingLastPathComponent().path)
        defer { lock.release() }
        try file.change { _ in "declined" }
        #expect(file.read() == "declined")
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
