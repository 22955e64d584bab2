import Dispatch
import Foundation

/// Reports that files of a folder have changed, on a queue of its own, until it is released.
///
/// Unchecked, since a dispatch source is not marked as sendable: it is made once, and only cancelled afterwards.
package final class FolderWatch: @unchecked Sendable {
    private let source: any DispatchSourceProtocol

    /// Watches a folder; `nil` where the system does not let the folder be watched.
    ///
    /// - Parameters:
    ///   - folder: its path.
    ///   - onChange: called after a file that was open for writing is closed: by its process, or by the system when the
    ///     process ends. Gets the names of such files; `nil` where the system reports only that files were created or
    ///     removed, not which (Apple's systems).
    package init?(_ folder: String, onChange: @escaping @Sendable (Set<String>?) -> Void) {
        let queue = DispatchQueue(label: "EventPlatform.watch", qos: .utility)
        #if canImport(Darwin)
            let descriptor = open(folder, O_EVTONLY | O_CLOEXEC)
            guard descriptor >= 0 else { return nil }
            let source = DispatchSource.makeFileSystemObjectSource(
                fileDescriptor: descriptor, eventMask: .write, queue: queue)
            source.setEventHandler { onChange(nil) }
        #else
            guard let descriptor = InotifyEvent.openQueue() else { return nil }
            guard inotify_add_watch(descriptor, folder, UInt32(IN_CLOSE_WRITE)) >= 0 else {
                close(descriptor)
                return nil
            }
            let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
            source.setEventHandler { onChange(Set(InotifyEvent.all(from: descriptor).map(\.name))) }
        #endif
        source.setCancelHandler { close(descriptor) }
        self.source = source
        source.resume()
    }

    deinit { source.cancel() }
}
