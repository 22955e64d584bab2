import EventCatalog
import EventSupport
import Foundation
import ServiceLifecycle

/// Polls the served files and reloads the content when they have changed.
///
/// Polling `stat` works on every system and file system, also on folders shared with a container, where notifications
/// of the system do not arrive.
struct ContentWatcher: Service {
    /// The polling interval. Changed files are read after two polls in a row have found them equal, so that a file is
    /// not read while it is written.
    static let interval = Duration.milliseconds(200)

    let content: LiveContent
    let clock: any Clock<Duration>
    /// Called with each problem in the files, and with what is served after an edit.
    let onNotice: @Sendable (String) -> Void

    func run() async throws {
        do {
            try await cancelWhenGracefulShutdown {
                var state = State(content)
                while true {
                    try await clock.sleep(for: Self.interval)
                    let notices: [String]
                    (state, notices) = try await pollApart(state)
                    for line in notices { onNotice(line) }
                }
            }
        } catch is CancellationError {
            // A graceful shutdown ends the service.
        }
    }

    /// Polls once, on another thread. The end of the service does not wait for it: a file may take long to read, or be
    /// on a disk that does not respond.
    private func pollApart(_ state: State) async throws -> (State, notices: [String]) {
        let (polls, stream) = AsyncStream<(State, notices: [String])>.makeStream()
        DispatchQueue.global(qos: .utility).async { [self] in
            var state = state
            let notices = poll(&state)
            stream.yield((state, notices))
        }
        guard let polled = await polls.first(where: { _ in true }) else { throw CancellationError() }
        return polled
    }

    /// The fingerprints of the content that was read last and of the last poll.
    struct State: Sendable {
        var read: Fingerprint
        var seen: Fingerprint

        /// The state before the first poll, which finds what was edited since the content was read.
        init(_ content: LiveContent) { (read, seen) = (content.firstFingerprint, content.firstFingerprint) }
    }

    /// Compares the files with the last poll once, and reloads them if needed.
    ///
    /// - Returns: the lines for ``onNotice``.
    func poll(_ state: inout State) -> [String] {
        let now = Fingerprint(of: content.paths)
        defer { state.seen = now }
        guard now == state.seen, now != state.read else { return [] }
        guard let lines = content.reload() else { return [] }
        state.read = now
        return lines
    }
}

/// The metadata of files, read without their contents. Equal fingerprints mean that no file has changed.
struct Fingerprint: Equatable, Sendable {
    fileprivate struct Stamp: Equatable, Sendable {
        let size: Int64
        let modified: [Int]
        /// The time of the last change of the inode: a copying tool may restore the time of modification, but not this
        /// one.
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
        // Links to folders are not followed, since they can form a cycle.
        guard status.st_mode & S_IFMT == S_IFDIR, !isLink else { return }
        let listing: DirectoryListing
        do { listing = try DirectoryListing(of: path) } catch {
            return  // reading the content reports the error; the fingerprint needs only the folder's own stamp
        }
        for name in listing.names {
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
