import Foundation
import ServiceLifecycle

/// Looks again and again whether the files that are served have changed, and reads them anew when they have.
///
/// Files are asked for their size, time and number instead of waiting for the system's notifications: those work the
/// same on every system and file system, also on folders shared with a container.
struct ContentWatcher: Service {
    /// How often the files are looked at. They are read once two looks in a row have found them the same, so that a
    /// file is not read while it is written.
    static let interval = Duration.milliseconds(200)

    let content: LiveContent
    let clock: any Clock<Duration>
    /// Is told what is wrong with the files, one line for each thing.
    let onNotice: @Sendable (String) -> Void

    func run() async throws {
        do {
            try await cancelWhenGracefulShutdown {
                var state = State(fingerprint: Fingerprint(of: content.places))
                while true {
                    try await clock.sleep(for: Self.interval)
                    look(&state)
                }
            }
        } catch is CancellationError {
            // The end of the watch, not a failure.
        }
    }

    /// What the last look has found, and what was read last.
    struct State {
        var read: Fingerprint
        var seen: Fingerprint

        init(fingerprint: Fingerprint) { (read, seen) = (fingerprint, fingerprint) }
    }

    /// Looks once.
    func look(_ state: inout State) {
        let now = Fingerprint(of: content.places)
        defer { state.seen = now }
        guard now == state.seen, now != state.read else { return }
        state.read = now
        let problems = content.reload()
        for problem in problems { onNotice(problem) }
        if problems.isEmpty {
            for notice in content.current.notices { onNotice(notice) }
        } else {
            onNotice("What is broken is served as it was before the edit.")
        }
    }
}

/// What the system says of files, without reading them. Equal fingerprints mean that nothing has been written.
struct Fingerprint: Equatable {
    fileprivate struct Stamp: Equatable {
        let size: Int64
        let modified: [Int]
        /// Also when the file's own data were changed last: tools that copy may put the time of modification back.
        let changed: [Int]
        let number: UInt64
    }

    private var stamps: [String: Stamp] = [:]

    /// The files at these paths and in these folders, at any depth.
    init(of paths: [String]) {
        for path in paths { visit(path, isLink: false) }
    }

    private mutating func visit(_ path: String, isLink: Bool) {
        var status = stat()
        guard stat(path, &status) == 0 else { return }
        stamps[path] = Stamp(status)
        // A link to a folder may lead round in a circle.
        guard status.st_mode & S_IFMT == S_IFDIR, !isLink else { return }
        let names: [String]
        do {
            names = try FileManager.default.contentsOfDirectory(atPath: path)
        } catch {
            return  // reading the folder says what is wrong with it; here only its own stamp counts
        }
        for name in names {
            var entry = stat()
            let child = "\(path)/\(name)"
            visit(child, isLink: lstat(child, &entry) == 0 && entry.st_mode & S_IFMT == S_IFLNK)
        }
    }
}

extension Fingerprint.Stamp {
    fileprivate init(_ status: stat) {
        #if canImport(Darwin)
            let (modified, changed) = (status.st_mtimespec, status.st_ctimespec)
        #else
            let (modified, changed) = (status.st_mtim, status.st_ctim)
        #endif
        size = Int64(status.st_size)
        self.modified = [Int(modified.tv_sec), Int(modified.tv_nsec)]
        self.changed = [Int(changed.tv_sec), Int(changed.tv_nsec)]
        number = UInt64(status.st_ino)
    }
}
