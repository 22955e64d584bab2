import EventPlatformTesting
import Foundation
import TestSupport
import Testing

@testable import EventPlatform

/// Where a store is opened.
@Suite struct StoreLocationTests {
    @Test(
        arguments: [
            (["XDG_STATE_HOME": "/state", "HOME": "/home/a"], "/state/prog/events.sqlite"),
            (["XDG_STATE_HOME": "state", "HOME": "/home/a"], "/home/a/.local/state/prog/events.sqlite"),
            (["XDG_STATE_HOME": ""], nil), (["HOME": "/home/a"], "/home/a/.local/state/prog/events.sqlite"),
            ([:], nil), (["HOME": "a"], nil),
        ])
    func `the folder for application state follows the XDG base directories`(
        environment: [String: String], path: String?
    ) {
        let place = ApplicationState(environment: environment, program: "prog")
        #expect(StoreLocation.applicationState().fileURL(in: place)?.path == path)
    }

    /// Names must neither leave the folder nor share a file.
    @Test(
        arguments: [
            ("a", "a.sqlite"), ("a/b", "a%2Fb.sqlite"), ("..", "%2E..sqlite"), ("a%2Fb", "a%252Fb.sqlite"),
            ("é", "%C3%A9.sqlite"), ("org.wikipedia", "org.wikipedia.sqlite"),
        ])
    func `a namespace is escaped in the file name`(namespace: String, file: String) {
        let place = ApplicationState(folder: URL(fileURLWithPath: "/s"), program: "p")
        #expect(StoreLocation.applicationState(namespace: namespace).fileURL(in: place)?.path == "/s/p/" + file)
    }

    @Test func `without a folder for application state the store is in memory, with a remark`() throws {
        let nowhere = ApplicationState(environment: [:], program: "p")
        let opened = try StoreFactory.open(.applicationState(), StoreSettings(), in: nowhere)
        #expect(opened.store is InMemoryEventStore && opened.file == nil)
        #expect(opened.remark?.contains("kept in memory") == true)
    }

    @Test func `the default store is in memory when its folder cannot be created, and a named file is an error`() throws
    {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        try Data().write(to: folder.file("taken"))
        let place = ApplicationState(folder: folder.file("taken"), program: "p")
        let opened = try StoreFactory.open(.applicationState(), StoreSettings(), in: place)
        #expect(opened.store is InMemoryEventStore)
        #expect(opened.remark?.contains(folder.file("taken").path) == true)
        let file = try #require(StoreLocation.applicationState().fileURL(in: place))
        #expect { try StoreFactory.open(.file(file), StoreSettings(), in: place) } throws: {
            ($0 as? StoreError)?.code == .unavailable
        }
    }

    @Test func `a second client of the default store fails as owned and gets a spool beside it`() throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let place = ApplicationState(folder: folder.file("state"), program: "p")
        let owner = try StoreFactory.open(.applicationState(), StoreSettings(), in: place)
        #expect(owner.remark == nil && owner.file?.path == folder.file("state/p/events.sqlite").path)
        #expect { try StoreFactory.open(.applicationState(), StoreSettings(), in: place) } throws: {
            ($0 as? StoreError)?.code == .owned
        }
        let second = try #require(StoreFactory.spool(beside: .applicationState(), StoreSettings(), in: place))
        #expect(second.store.forwardsToOwner && second.file == owner.file)
        #expect(StoreFactory.spool(beside: .inMemory, StoreSettings(), in: place) == nil)
        #expect(
            StoreFactory.alternatives(to: .applicationState(), in: place).first
                == .file(folder.file("state/p/events-2.sqlite")))
        try owner.store.close()
    }

    @Test func `an enqueue-only client opens no store file`() throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let file = folder.file("deep/events.sqlite")
        let opened = try StoreFactory.open(.file(file), StoreSettings(), isEnqueueOnly: true)
        #expect(opened.store.forwardsToOwner)
        #expect(!FileManager.default.fileExists(atPath: file.path))
        try opened.store.close()
    }
}
