package import Foundation

/// A file system of a few megabytes in memory, for tests of full and read-only disks. It takes the rights of root.
package struct SmallDisk: Sendable {
    package let url: URL

    /// Whether this process may mount file systems.
    package static let isAvailable: Bool = {
        do {
            try SmallDisk(bytes: 1 << 20).remove()
            return true
        } catch {
            return false
        }
    }()

    package init(bytes: Int) throws {
        url = FileManager.default.temporaryDirectory.appendingPathComponent("event-platform-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        do { try Self.run("mount", "-t", "tmpfs", "-o", "size=\(bytes)", "tmpfs", url.path) } catch {
            try FileManager.default.removeItem(at: url)
            throw error
        }
    }

    package func file(_ name: String) -> URL { url.appendingPathComponent(name) }

    /// Takes all room that is left, until the file system is made writable anew.
    package func fill() throws {
        let file = open(file("filler").path, O_WRONLY | O_CREAT | O_APPEND, 0o600)
        defer { close(file) }
        for size in [65536, 4096, 1] {
            let bytes = [UInt8](repeating: 1, count: size)
            while write(file, bytes, size) == size {}
        }
    }

    /// Frees what ``fill()`` has taken.
    package func free() throws { try FileManager.default.removeItem(at: file("filler")) }

    package func makeReadOnly() throws { try Self.run("mount", "-o", "remount,ro", url.path) }

    package func makeWritable() throws { try Self.run("mount", "-o", "remount,rw", url.path) }

    /// Ends the file system, also while files in it are open.
    package func remove() throws {
        try Self.run("umount", "-l", url.path)
        try FileManager.default.removeItem(at: url)
    }

    private struct Failure: Error { let status: Int32 }

    fileprivate static func run(_ arguments: String...) throws {
        let process = try Process.start { process in
            process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
            process.arguments = arguments
            process.standardError = FileHandle.nullDevice
        }.process
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw Failure(status: process.terminationStatus) }
    }
}

/// A file that is mounted in the place of another, which therefore cannot be replaced. It takes the rights of root.
package struct BindMount: Sendable {
    private let place: String

    package init(of file: String, at place: String) throws {
        self.place = place
        try SmallDisk.run("mount", "--bind", file, place)
    }

    package func remove() throws { try SmallDisk.run("umount", place) }
}
