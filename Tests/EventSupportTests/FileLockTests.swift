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
        #expect(throws: FileLock.Failure.held) { try FileLock(path: path) }
        #expect(throws: FileLock.Failure.held) { try FileLock(path: path, isProbe: true) }
        lock.release()
        try remove()
    }

    @Test func `a released lock can be had again, and releasing it twice takes nothing from the next`() throws {
        let first = try FileLock(path: path)
        first.release()
        let second = try FileLock(path: path)
        first.release()
        #expect(throws: FileLock.Failure.held) { try FileLock(path: path) }
        second.release()
        try remove()
    }

    @Test func `a lock whose file was removed does not keep others from the path`() throws {
        let first = try FileLock(path: path)
        try FileManager.default.removeItem(atPath: path)
        let second = try FileLock(path: path)
        #expect(throws: FileLock.Failure.held) { try FileLock(path: path) }
        first.release()
        second.release()
        try remove()
    }

    @Test func `a lock in a folder that is not there names the system's reason`() throws {
        try remove()
        #expect(throws: FileLock.Failure.notCreated(reason: "No such file or directory")) { try FileLock(path: path) }
    }
}
