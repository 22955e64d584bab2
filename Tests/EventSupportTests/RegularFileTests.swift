import EventSupport
import Foundation
import TestSupport
import Testing

@Suite struct RegularFileTests {
    @Test func `a file is read up to its limit, also one of the system without a size`() throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let path = folder.path("file")
        try RegularFile.write([1, 2, 3], to: path)
        #expect(try RegularFile.bytes(at: path, limit: 3) == [1, 2, 3])
        #expect(try RegularFile.prefix(of: path, count: 2) == [1, 2])
        #expect { try RegularFile.bytes(at: path, limit: 2) } throws: { ($0 as? RegularFileError)?.code == .tooLarge }
        #if os(Linux)
            #expect(try !RegularFile.bytes(at: "/proc/sys/kernel/random/boot_id", limit: 100).isEmpty)
        #endif
    }

    /// Fails when a pipe is opened to wait for somebody who writes to it.
    @Test func `what is no regular file is refused at once`() throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        #expect(mkfifo(folder.path("pipe"), 0o600) == 0)
        for path in [folder.path("pipe"), folder.path("."), "/dev/zero"] {
            #expect { try RegularFile.bytes(at: path, limit: 9) } throws: {
                ($0 as? RegularFileError)?.code == .notRegular
            }
        }
        for path in [folder.path("none"), folder.path("pipe/none")] {
            #expect { try RegularFile.bytes(at: path, limit: 9) } throws: {
                ($0 as? RegularFileError)?.code == .missing
            }
        }
    }

    @Test func `a write uses what a killed process has left, and leaves nothing beside the file`() throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        try Data(repeating: 7, count: 100).write(to: folder.file("file.new"))
        try RegularFile.write([1, 2, 3], to: folder.path("file"))
        #expect(try RegularFile.bytes(at: folder.path("file"), limit: 100) == [1, 2, 3])
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["file"])
        let permissions = try FileManager.default.attributesOfItem(atPath: folder.path("file"))[.posixPermissions]
        #expect(permissions as? Int == 0o600)
    }

    @Test func `of writes at the same time each leaves a whole file`() throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let path = folder.path("file")
        let broken = Locked(0)
        DispatchQueue.concurrentPerform(iterations: 200) { number in
            let byte = UInt8(number)
            do {
                try RegularFile.write(Array(repeating: byte, count: 1 + number * 50), to: path)
                let found = try RegularFile.bytes(at: path, limit: 1 << 20)
                guard let first = found.first, found.allSatisfy({ $0 == first }), found.count == 1 + Int(first) * 50
                else { return broken.withLock { $0 += 1 } }
            } catch {
                broken.withLock { $0 += 1 }
            }
        }
        #expect(broken.withLock(\.self) == 0)
    }

    @Test(.enabled(if: SmallDisk.isAvailable, "mounting a file system takes the rights of root"))
    func `a written file is for its user only, and what it replaces stays when it cannot be written`() throws {
        let disk = try SmallDisk(bytes: 64 << 10)
        defer { try? disk.remove() }
        let path = disk.file("file").path
        try RegularFile.write(Array(repeating: 1, count: 4096), to: path)
        let permissions = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        #expect(permissions == 0o600)
        #expect(throws: RegularFileError.self) {
            try RegularFile.write(Array(repeating: 2, count: 128 << 10), to: path)
        }
        #expect(try RegularFile.bytes(at: path, limit: 4096).first == 1)
        #expect(try FileManager.default.contentsOfDirectory(atPath: disk.url.path) == ["file"])
    }
}
