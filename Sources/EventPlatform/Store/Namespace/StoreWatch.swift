import Dispatch
import Foundation

/// Tells the owner of a store that another process has let go of a file beside it, so that an owner with nothing to send need
/// not look every now and then. It watches the folder; nothing is written for it.
///
/// Unchecked, since a dispatch source is not marked as sendable: it is made once, and only cancelled afterwards.
final class StoreWatch: @unchecked Sendable {
    private let source: any DispatchSourceProtocol

    /// Watches, and calls `notify` on a queue of its own.
    ///
    /// - Returns: `nil` where the system does not let a folder be watched; then the owner looks at each cycle only.
    init?(_ namespace: StoreNamespace, notify: @escaping @Sendable () -> Void) {
        let queue = DispatchQueue(label: "EventPlatform.watch", qos: .utility)
        #if canImport(Darwin)
            // A second process removes its lock as the last thing it does, which changes the folder.
            let folder = open(namespace.folder.path, O_EVTONLY | O_CLOEXEC)
            guard folder >= 0 else { return nil }
            let source = DispatchSource.makeFileSystemObjectSource(
                fileDescriptor: folder, eventMask: .write, queue: queue)
            source.setEventHandler(handler: notify)
            source.setCancelHandler { close(folder) }
        #else
            // The system closes a lock that was held for writing when its process ends, however it ends. The owner's own
            // looks open locks for reading only, and do not wake it.
            let changes = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
            guard changes >= 0 else { return nil }
            guard inotify_add_watch(changes, namespace.folder.path, UInt32(IN_CLOSE_WRITE | IN_DELETE)) >= 0 else {
                close(changes)
                return nil
            }
            let source = DispatchSource.makeReadSource(fileDescriptor: changes, queue: queue)
            source.setEventHandler {
                if Self.names(from: changes).contains(where: namespace.isLockOfNeighbour) { notify() }
            }
            source.setCancelHandler { close(changes) }
        #endif
        self.source = source
        source.resume()
    }

    #if !canImport(Darwin)
        /// The names of the files that changed: each event has a fixed part, then its name, filled up with zeros.
        private static func names(from changes: Int32) -> [String] {
            var names: [String] = []
            var bytes = [UInt8](repeating: 0, count: 4096)
            while true {
                let count = read(changes, &bytes, bytes.count)
                guard count > 0 else { return names }
                var offset = 0
                let head = MemoryLayout<inotify_event>.size
                while offset + head <= count {
                    let event = bytes.withUnsafeBytes {
                        $0.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
                    }
                    let end = min(count, offset + head + Int(event.len))
                    names.append(String(decoding: bytes[offset + head..<end].prefix { $0 != 0 }, as: UTF8.self))
                    offset = end
                }
            }
        }
    #endif

    /// Watches no longer.
    func end() { source.cancel() }

    deinit { source.cancel() }
}
