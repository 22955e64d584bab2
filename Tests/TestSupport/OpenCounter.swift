#if os(Linux)
    import EventSupport
    import Foundation

    /// Counts how often each file and each folder below a folder is opened, as the system reports it (inotify).
    package final class OpenCounter {
        private let descriptor: Int32
        private var folders: [Int32: String] = [:]

        /// Counts from now on. Folders that are made later are not counted.
        package init(below folder: String) throws {
            descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
            guard descriptor >= 0 else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
            let inner = try FileManager.default.subpathsOfDirectory(atPath: folder)
            for path in [""] + inner {
                guard FileKind(at: "\(folder)/\(path)") == .directory else { continue }
                let watch = inotify_add_watch(descriptor, "\(folder)/\(path)", UInt32(IN_OPEN))
                guard watch >= 0 else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
                folders[watch] = path
            }
        }

        deinit { close(descriptor) }

        /// How often each was opened since the last call, by its path below the folder; the folder itself is `.`.
        package func counts() -> [String: Int] {
            var counts: [String: Int] = [:]
            var bytes = [UInt8](repeating: 0, count: 65_536)
            while true {
                let length = read(descriptor, &bytes, bytes.count)
                guard length > 0 else { return counts }
                var rest = bytes[..<length]
                while !rest.isEmpty { count(&rest, in: &counts) }
            }
        }

        /// Counts the first event: a fixed part, then the name, padded with zeros. An event of a folder has no name.
        private func count(_ rest: inout ArraySlice<UInt8>, in counts: inout [String: Int]) {
            let event = rest.withUnsafeBytes { $0.loadUnaligned(as: inotify_event.self) }
            let name = rest.dropFirst(MemoryLayout<inotify_event>.size).prefix(Int(event.len))
            rest = rest.dropFirst(MemoryLayout<inotify_event>.size + Int(event.len))
            // Of a folder in a folder, both are watched: what the folder itself reports is counted.
            guard name.isEmpty || event.mask & UInt32(IN_ISDIR) == 0 else { return }
            let parts = [folders[event.wd] ?? "", String(decoding: name.prefix { $0 != 0 }, as: UTF8.self)]
            let path = parts.filter { !$0.isEmpty }.joined(separator: "/")
            counts[path.isEmpty ? "." : path, default: 0] += 1
        }
    }
#endif
