import EventSupport
import Foundation
import Testing

@Suite struct FileLockTests {
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("lock-\(UUID().uuidString)")
    private var path: String { folder.appendingPathComponent("a.lock").path }

    init() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }

    private func remove() throws { try FileManager.default.removeItem(at: folder) }

    @Test func `a lock that is held cannot be had again, also to probe it`() throws {
        let lock = try FileLock(path: path)
        #expect(throws: FileLockError.held) { try FileLock(path: path) }
        #expect(throws: FileLockError.held) { try FileLock(path: path, isProbe: true) }
        lock.release()
        try remove()
    }

    @Test func `a released lock can be had again, and releasing it twice takes nothing from the next`() throws {
        let first = try FileLock(path: path)
        first.release()
        let second = try FileLock(path: path)
        first.release()
        #expect(throws: FileLockError.held) { try FileLock(path: path) }
        second.release()
        try remove()
    }

    @Test func `a lock whose file was removed does not keep others from the path`() throws {
        let first = try FileLock(path: path)
        try FileManager.default.removeItem(atPath: path)
        let second = try FileLock(path: path)
        #expect(throws: FileLockError.held) { try FileLock(path: path) }
        first.release()
        second.release()
        try remove()
    }

    @Test func `the wait for a folder that stays locked ends at its limit`() throws {
        let lock = try FileLock(waitingForFolder: folder.path)
        #expect(throws: FileLockError.held) { try FileLock(waitingForFolder: folder.path, atMost: .milliseconds(5)) }
        lock.release()
        try FileLock(waitingForFolder: folder.path, atMost: .milliseconds(5)).release()
        try remove()
    }

    @Test func `a folder is locked without a file, and the next waits until it is released`() async throws {
        let path = folder.path
        let first = try FileLock(waitingForFolder: path)
        let other = open(path, O_RDONLY | O_DIRECTORY)
        defer { close(other) }
        let refusal = flock(other, LOCK_EX | LOCK_NB) == 0 ? 0 : errno
        try #require(refusal == EWOULDBLOCK)
        let isReleased = Locked(false)
        let next = Task.detached {
            let lock = try FileLock(waitingForFolder: path)
            defer { lock.release() }
            return isReleased.withLock { $0 }
        }
        isReleased.withLock { $0 = true }
        first.release()
        #expect(try await next.value)
        #expect(flock(other, LOCK_EX | LOCK_NB) == 0)
        #expect(try FileManager.default.contentsOfDirectory(atPath: path) == [])
        try remove()
    }

    @Test func `removing a lock keeps a file that another holder has put at the path`() throws {
        for removal in [FileLock.remove, FileLock.undo] {
            let first = try FileLock(path: path)
            try FileManager.default.removeItem(atPath: path)
            let second = try FileLock(path: path)
            removal(first)()
            #expect(second.isInPlace)
            #expect(throws: FileLockError.held) { try FileLock(path: path) }
            removal(second)()
            #expect(!FileManager.default.fileExists(atPath: path))
        }
        try remove()
    }

    @Test func `a file that exists can be locked, and none is created`() throws {
        #expect(try FileLock(ofExistingFile: path) === nil)
        #expect(try FileLock(ofExistingFile: folder.path) === nil)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
        try Data().write(to: URL(fileURLWithPath: path))
        let lock = try FileLock(ofExistingFile: path)
        #expect(throws: FileLockError.held) { try FileLock(ofExistingFile: path) }
        lock?.remove()
        #expect(!FileManager.default.fileExists(atPath: path))
        try remove()
    }

    @Test func `a lock in or of a folder that is not there names the system's reason`() throws {
        try remove()
        let missing = FileLockError.notCreated(reason: "No such file or directory")
        #expect(throws: missing) { try FileLock(path: path) }
        #expect(throws: missing) { try FileLock(waitingForFolder: folder.path) }
    }
}
