import EventSupport
import Foundation
import ServiceLifecycle

/// Polls the served files and reloads the content when they have changed.
///
/// Polling `stat` works on every system and file system, also on folders shared with a container, where notifications
/// of the system do not arrive. Many files are polled less often, and where the system notifies, that is the time for
/// the next poll.
struct ContentWatcher: Service {
    /// The shortest polling interval. Changed files are read after two polls in a row have found them equal, so that a
    /// file is not read while it is written.
    static let interval = Duration.milliseconds(200)
    /// The number of polls in a row that find changes after which the files are read all the same: a file that is
    /// always being written, such as a log in a served folder, must not hold up the edits of others.
    static let mostPollsWithChanges = 10
    /// The shortest interval where the system notifies of each change.
    static let notifiedInterval = Duration.seconds(1)
    /// The longest polling interval.
    static let longestInterval = Duration.seconds(30)

    let content: LiveContent
    let clock: any Clock<Duration>
    /// The system's notifications; `nil` to poll only.
    var events: FileEvents?
    /// The time from a poll that has found nothing new to the next one, for the processor time that the poll has taken.
    var rest: @Sendable (_ cost: Duration, _ isNotified: Bool) -> Duration = Self.rest
    /// Called with each problem in the files, and with what is served after an edit.
    let onNotice: @Sendable (String) -> Void

    /// Two hundred times the cost, so that polling takes half a percent of a core at most.
    @Sendable static func rest(after cost: Duration, isNotified: Bool) -> Duration {
        min(max(isNotified ? notifiedInterval : interval, cost * 200), longestInterval)
    }

    func run() async throws {
        do {
            try await cancelWhenGracefulShutdown {
                var state = State(content)
                while true {
                    let seen = events?.changes.count ?? 0
                    let notices: [String]
                    (state, notices) = try await pollApart(state)
                    for line in notices { onNotice(line) }
                    try await wait(state, after: seen)
                }
            }
        } catch is CancellationError {
            // A graceful shutdown ends the service.
        }
    }

    /// Waits for the next poll. A notification brings it forward, though not to less than the shortest interval.
    private func wait(_ state: State, after seen: UInt64) async throws {
        try await clock.sleep(for: Self.interval)
        let isNotified = events != nil && !state.hasToldOfPolling
        let rest = state.isSettled ? rest(state.cost, isNotified) - Self.interval : .zero
        guard rest > .zero else { return }
        guard let changes = events?.changes else { return try await clock.sleep(for: rest) }
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await clock.sleep(for: rest) }
            group.addTask { await changes.wait(after: seen) }
            try await group.next()
            group.cancelAll()
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

    /// What the last poll has found.
    struct State: Sendable {
        /// The files at the last poll.
        fileprivate var seen: ContentFiles
        /// Whether they were those of the poll before, and are read.
        fileprivate var isSettled = false
        /// The number of polls since the files were last read or at rest.
        fileprivate var pollsWithChanges = 0
        /// The processor time that the last poll has taken.
        fileprivate var cost = Duration.zero
        /// Whether the system was asked to notify of changes.
        fileprivate var isWatched = false
        /// Whether it was told that the system does not watch all folders.
        fileprivate var hasToldOfPolling = false

        /// The state before the first poll, which finds what was edited since the content was read.
        init(_ content: LiveContent) { seen = content.files }
    }

    /// Compares the files with the last poll once, and reloads them if needed.
    ///
    /// - Returns: the lines for ``onNotice``.
    func poll(_ state: inout State) -> [String] {
        // First, so that no change between this poll and the next one is missed.
        let told = state.isWatched ? [] : watchFolders(of: &state)
        let start = ProcessorTime.ofThread
        let now = ContentFiles(content.configuration)
        state.cost = ProcessorTime.ofThread - start
        let isAtRest = now == state.seen
        (state.seen, state.isSettled) = (now, isAtRest)
        let watched = isAtRest ? [] : watchFolders(of: &state)
        guard now != content.files else {
            state.pollsWithChanges = 0
            return told + watched
        }
        state.pollsWithChanges += 1
        let mayWait = state.pollsWithChanges < Self.mostPollsWithChanges
        guard isAtRest || !mayWait else { return told + watched }
        guard let lines = content.reload(now, whileWritten: !mayWait) else {
            state.isSettled = false
            return told + watched
        }
        state.pollsWithChanges = 0
        return told + watched + lines
    }

    /// Has the system notify of changes in the folders of the files, which are as they were at the last poll. What
    /// changes in a new folder before that is found by the next poll, since a new folder is a change itself.
    ///
    /// - Returns: what to tell when it does not notify of all, once.
    private func watchFolders(of state: inout State) -> [String] {
        state.isWatched = true
        guard let reason = events?.watch(state.seen.watchedFolders), !state.hasToldOfPolling else { return [] }
        state.hasToldOfPolling = true
        return [Self.pollingNotice(reason, "max_user_watches")]
    }

    /// The line for an intake that cannot be notified of all changes.
    static func pollingNotice(_ reason: String, _ limit: String) -> String {
        "Files: the system does not notify of all changes (\(reason)). The files are polled, at least every "
            + "\(longestInterval.components.seconds) s. Raise fs.inotify.\(limit)."
    }
}
