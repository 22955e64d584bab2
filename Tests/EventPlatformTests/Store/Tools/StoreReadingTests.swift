import EventPlatformTesting
import EventSchema
import Foundation
import TestSupport
import Testing

@testable import EventPlatform

/// Tools that only read a store.
@Suite struct StoreReadingTests {
    @Test(.enabled(if: geteuid() != 0, "the superuser may write everywhere"))
    func `a store in a folder that cannot be written is read with what its log holds`() throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let files = FileManager.default
        try files.createDirectory(at: folder.file("there"), withIntermediateDirectories: false)
        let open = try SQLiteEventStore(path: folder.path("store.sqlite"))
        _ = try open.commit(SpoolTests.adding("1", "2"))
        for suffix in ["", "-wal"] {
            try files.copyItem(atPath: folder.path("store.sqlite" + suffix), toPath: folder.path("there/s" + suffix))
        }
        try open.close()
        try files.setAttributes([.posixPermissions: 0o500], ofItemAtPath: folder.path("there"))
        defer { chmod(folder.path("there"), 0o700) }
        let inspector = try StoreInspector(path: folder.path("there/s"))
        #expect(try inspector.findings() == [])
        #expect(try inspector.statistics(now: Timestamp(milliseconds: 0))["waiting"] == 2)
        try files.setAttributes([.posixPermissions: 0o000], ofItemAtPath: folder.path("there"))
        let error = #expect(throws: StoreError.self) { try StoreInspector(path: folder.path("there/s")) }
        #expect(error?.description.contains("Permission denied") == true)
    }

    @Test func `a store behind a path that cannot be looked up names the reason`() throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let file = try folder.write("", to: "file")
        let error = #expect(throws: StoreError.self) { try StoreInspector(path: file + "/store.sqlite") }
        #expect(error?.code == .unavailable && error?.description.contains("Not a directory") == true)
    }
}
