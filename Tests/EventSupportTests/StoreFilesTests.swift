import EventSupport
import Foundation
import TestSupport
import Testing

/// The files of a store that SQLite would overwrite, or read apart from each other, without a word.
@Suite struct StoreFilesTests {
    private static let text = Array("my thesis, chapter 1\n".utf8)

    @Test(arguments: [".lock", "-wal", "-journal", "-shm"], [false, true])
    func `another program's file beside a store is named`(suffix: String, hasStore: Bool) throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let path = folder.path("a.sqlite")
        if hasStore { try Data().write(to: folder.file("a.sqlite")) }
        try Data(Self.text).write(to: folder.file("a.sqlite" + suffix))
        let error = #expect(throws: StoreFilesError.self) { try StoreFiles.check(path) }
        #expect(error?.path == path + suffix && error?.reason.contains("another program") == true)
    }

    @Test func `beside a database with content only the lock is judged, since a damaged log is its own`() throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        for suffix in ["", "-wal", "-journal", "-shm"] { try Data(Self.text).write(to: folder.file("a" + suffix)) }
        try StoreFiles.check(folder.path("a"))
        try Data(Self.text).write(to: folder.file("a.lock"))
        #expect(throws: StoreFilesError.self) { try StoreFiles.check(folder.path("a")) }
    }

    /// What SQLite leaves when its process is killed at any moment.
    @Test(
        arguments: [
            ("-wal", [0x37, 0x7F, 0x06, 0x82, 1]), ("-wal", [0x37, 0x7F, 0x06, 0x83, 1]), ("-wal", [0x37, 0x7F]),
            ("-wal", [0, 0, 0, 0, 0]), ("-journal", [0xD9, 0xD5, 0x05, 0xF9, 0x20, 0xA1, 0x63, 0xD7, 1]),
            ("-journal", Array(repeating: 0, count: 512)), ("-shm", [0, 0, 0]),
            ("-shm", Array(repeating: 7, count: 65_536)),
        ] as [(String, [UInt8])])
    func `a file as SQLite leaves it is accepted`(suffix: String, bytes: [UInt8]) throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        for other in ["", "-wal", "-journal", "-shm", ".lock"] {
            try Data(other == suffix ? bytes : []).write(to: folder.file("a.sqlite" + other))
        }
        try StoreFiles.check(folder.path("a.sqlite"))
    }

    @Test func `of two names neither is accepted, and one of them alone is, also by a symbolic link`() throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        try Data().write(to: folder.file("a"))
        try FileManager.default.linkItem(at: folder.file("a"), to: folder.file("b"))
        try FileManager.default.createSymbolicLink(atPath: folder.path("c"), withDestinationPath: "a")
        for name in ["a", "b", "c"] {
            let error = #expect(throws: StoreFilesError.self) { try StoreFiles.check(folder.path(name)) }
            #expect(error?.reason.contains("has 2 names (hard links)") == true)
        }
        try FileManager.default.removeItem(at: folder.file("b"))
        for name in ["a", "c"] { try StoreFiles.check(folder.path(name)) }
    }
}
