import Foundation

/// Says that something has changed in folders, as the system reports it: on Linux, by inotify.
///
/// A report is a hint to look: changes on another machine, or on the other side of a folder shared with a container,
/// are not reported, and one change may be reported several times.
///
/// Unchecked, since a dispatch source is not marked as sendable: it is made once, and only cancelled afterwards.
package final class FileEvents: @unchecked Sendable {
    /// Raised when something has changed.
    package let changes = Signal()
    /// The entries of each watched folder that are reported, by the number of its watch. A lock, since the queue of the
    /// events reads what ``watch(_:)`` changes on any thread.
    private let watches = Locked<[Int32: FolderEntries]>([:])
    #if os(Linux)
        private let descriptor: Int32
        private let source: any DispatchSourceProtocol
    #endif

    /// Whether the system has reports of this kind.
    package static var isSupported: Bool {
        #if os(Linux)
            true
        #else
            false
        #endif
    }

    /// Watches nothing yet; `nil` where the system has no such reports, or no more of them.
    package init?() {
        #if os(Linux)
            guard let descriptor = InotifyEvent.openQueue() else { return nil }
            self.descriptor = descriptor
            let queue = DispatchQueue(label: "EventPlatform.files", qos: .utility)
            let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
            source.setEventHandler { [changes, watches] in
                let events = InotifyEvent.all(from: descriptor)
                let isChange = watches.withLock { watches in
                    events.contains { $0.watch < 0 || watches[$0.watch]?.contains($0.name) == true }
                }
                if isChange { changes.raise() }
            }
            source.setCancelHandler { close(descriptor) }
            self.source = source
            source.resume()
        #else
            return nil
        #endif
    }

    /// Watches these folders from now on, and no others. A folder that does not exist is left out.
    ///
    /// - Returns: the system's reason when it watches no more folders; otherwise `nil`.
    package func watch(_ folders: [String: FolderEntries]) -> String? {
        #if os(Linux)
            // The lock is held, so that no event is read before its watch is known.
            watches.withLock { watches in
                var (new, reason): ([Int32: FolderEntries], String?) = ([:], nil)
                for (folder, entries) in folders {
                    let number = inotify_add_watch(descriptor, folder, Self.mask)
                    if number >= 0 {
                        new[number] = new[number]?.union(entries) ?? entries
                    } else if errno == ENOSPC || errno == ENOMEM {
                        reason = String(cString: strerror(errno))
                    }
                }
                for number in watches.keys where new[number] == nil { inotify_rm_watch(descriptor, number) }
                watches = new
                return reason
            }
        #else
            return nil
        #endif
    }

    #if os(Linux)
        /// A file that is still open for writing is not reported: it is not complete.
        private static let mask = UInt32(
            IN_ATTRIB | IN_CLOSE_WRITE | IN_CREATE | IN_DELETE | IN_DELETE_SELF | IN_MOVED_FROM | IN_MOVED_TO
                | IN_MOVE_SELF | IN_ONLYDIR)

        deinit { source.cancel() }
    #endif
}

/// The entries of a folder that matter.
package enum FolderEntries: Sendable, Equatable {
    case all
    case named(Set<String>)

    package func union(_ other: FolderEntries) -> FolderEntries {
        guard case .named(let own) = self, case .named(let others) = other else { return .all }
        return .named(own.union(others))
    }

    /// Whether a name is among them; the empty name is the folder itself.
    package func contains(_ name: String) -> Bool {
        guard case .named(let names) = self else { return true }
        return name.isEmpty || names.contains(name)
    }
}
