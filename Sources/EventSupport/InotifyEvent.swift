#if !canImport(Darwin)
    import Foundation

    /// An event of inotify: that of a folder, or of an entry in it.
    struct InotifyEvent {
        /// The number of the watch; -1 when the system has lost events.
        let watch: Int32
        /// The name of the entry; empty for an event of the folder itself.
        let name: String

        /// Opens a queue of events, which does not block and is not inherited.
        ///
        /// - Returns: its descriptor; `nil` when the system has no more of them.
        static func openQueue() -> Int32? {
            let descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
            return descriptor < 0 ? nil : descriptor
        }

        /// Takes the events that are there. Each has a fixed part, then its name, padded with zeros.
        static func all(from descriptor: Int32) -> [InotifyEvent] {
            var events: [InotifyEvent] = []
            var bytes = [UInt8](repeating: 0, count: 4096)
            while true {
                let count = read(descriptor, &bytes, bytes.count)
                guard count > 0 else { return events }
                var offset = 0
                let head = MemoryLayout<inotify_event>.size
                while offset + head <= count {
                    let event = bytes.withUnsafeBytes {
                        $0.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
                    }
                    let end = min(count, offset + head + Int(event.len))
                    let name = String(decoding: bytes[offset + head..<end].prefix { $0 != 0 }, as: UTF8.self)
                    events.append(InotifyEvent(watch: event.wd, name: name))
                    offset = end
                }
            }
        }
    }
#endif
