import Dispatch
import Foundation

/// How a second process tells the owner of a store that there is something to take in: a named pipe beside the store file,
/// so that an owner with nothing to send need not look every now and then.
///
/// Unchecked, since a dispatch source is not marked as sendable: it is made once, and only cancelled afterwards.
final class StoreBell: @unchecked Sendable {
    private let path: String
    private let source: any DispatchSourceRead

    /// Hangs up the bell, and calls `ring` on a queue of its own whenever somebody rings it.
    ///
    /// - Returns: `nil` where the folder takes no named pipe; then the owner looks at each cycle only.
    init?(path: String, ring: @escaping @Sendable () -> Void) {
        guard mkfifo(path, 0o600) == 0 || errno == EEXIST else { return nil }
        // Open for writing too, or the end of each writer would look like the end of the pipe.
        let pipe = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
        guard pipe >= 0 else { return nil }
        self.path = path
        source = DispatchSource.makeReadSource(
            fileDescriptor: pipe, queue: DispatchQueue(label: "EventPlatform.bell", qos: .utility))
        source.setEventHandler {
            var bytes = [UInt8](repeating: 0, count: 64)
            while read(pipe, &bytes, bytes.count) > 0 {}
            ring()
        }
        source.setCancelHandler { close(pipe) }
        source.resume()
    }

    /// Rings the bell of a store; nothing happens where no owner listens.
    static func ring(at path: String) {
        let pipe = open(path, O_WRONLY | O_NONBLOCK | O_CLOEXEC)
        guard pipe >= 0 else { return }
        _ = write(pipe, [1], 1)  // a pipe that is full has been rung
        close(pipe)
    }

    /// Takes the bell down.
    func remove() {
        source.cancel()
        unlink(path)
    }

    deinit { source.cancel() }
}
