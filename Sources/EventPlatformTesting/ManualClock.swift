import EventSupport
package import EventPlatform

/// Clocks that only a test advances: a wall clock and a boot clock.
public final class ManualClock: Sendable {
    private struct Sleeper {
        let wakesAt: Duration
        /// Whether it waits for the end of a time limit: such waits are not counted among the sleeps.
        let isDeadline: Bool
        let continuation: CheckedContinuation<Void, any Error>
    }

    private struct State {
        var wall: Int64
        var boots = 1
        var sinceBoot: Duration = .seconds(1000)
        var sleepers: [UInt64: Sleeper] = [:]
        var nextID: UInt64 = 0

        mutating func makeID() -> UInt64 {
            nextID += 1
            return nextID
        }

        /// The number of sleeps until `time`, without those that are timeouts of requests.
        func sleeps(until time: Duration) -> Int { sleepers.values.count { $0.wakesAt == time && !$0.isDeadline } }
    }
    private let state: Locked<State>
    /// Raised when a sleep begins.
    private let begun = Signal()

    /// Creates clocks. The boot clock starts at 1000 seconds.
    ///
    /// - Parameter wallMilliseconds: the time of the wall clock in milliseconds since 1970. The default is
    ///   2026-01-01T00:00:00Z.
    public init(wallMilliseconds: Int64 = 1_767_225_600_000) { state = Locked(State(wall: wallMilliseconds)) }

    /// Advances both clocks and resumes the sleeps that end by then, in the order of their deadlines, and then of their
    /// begin.
    public func advance(by duration: Duration) {
        let due = state.withLock { state -> [Sleeper] in
            state.sinceBoot += duration
            state.wall += duration.wholeMilliseconds
            let now = state.sinceBoot
            let due = state.sleepers.filter { $0.value.wakesAt <= now }
            for id in due.keys { state.sleepers[id] = nil }
            return due.sorted { ($0.value.wakesAt, $0.key) < ($1.value.wakesAt, $1.key) }.map(\.value)
        }
        for sleeper in due { sleeper.continuation.resume() }
    }

    /// Sets the wall clock without the boot clock, as a user or a time server can.
    ///
    /// - Parameter milliseconds: the time in milliseconds since 1970; it may be earlier than the current time.
    public func setWall(milliseconds: Int64) { state.withLock { $0.wall = milliseconds } }

    /// Simulates a restart of the system: the boot clock restarts at 0 with a new boot id, the wall clock continues. No
    /// code under test may be sleeping.
    public func restartSystem() {
        state.withLock { state in
            state.boots += 1
            state.sinceBoot = .zero
        }
    }

    /// Returns when the code under test sleeps until exactly `duration` from now; at once when it sleeps so already.
    ///
    /// A running client has one timer, which is set for what is due first. A submitted event is stored after 100
    /// milliseconds; ``EventPlatform/EventPlatformClient/persist(deadline:)`` stores it at once. While events are
    /// stored, the client maintains the store every 30 seconds and, with the default
    /// ``EventPlatform/DispatchMode/periodic(_:)``, sends after 30 seconds.
    ///
    /// ```swift
    /// func waitForDispatchTimer(_ clock: ManualClock) async throws {
    ///     try await clock.waitForSleep(of: .seconds(30))
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - duration: the time from now until the sleep ends.
    ///   - count: the minimum number of sleeps that end then. The default is 1.
    /// - Throws: an error that lists the current sleeps when there is no such sleep within 10 real seconds;
    ///   `CancellationError` when the task is cancelled first, as by the time limit of a test.
    public func waitForSleep(of duration: Duration, count: Int = 1) async throws {
        let time = sinceBoot + duration
        try await begun.wait {
            state.withLock { $0.sleeps(until: time) >= count } ? () : nil
        } orThrow: {
            let current = sleeps.map { "\($0)" }.joined(separator: ", ")
            let awaited = count == 1 ? "a sleep of \(duration)" : "\(count) sleeps of \(duration)"
            return """
                waited for \(awaited); the code under test sleeps for \(current.isEmpty ? "nothing" : current)
                A client has its timer while events are stored: persist() stores what was submitted, \
                droppedEvents() has what was dropped.
                """
        }
    }

    /// The remaining durations of the current sleeps, shortest first, without those that are timeouts of requests.
    public var sleeps: [Duration] {
        state.withLock { state in
            state.sleepers.values.filter { !$0.isDeadline }.map { $0.wakesAt - state.sinceBoot }.sorted()
        }
    }
}

extension ManualClock: Clocks {
    package var wall: Timestamp { Timestamp(milliseconds: state.withLock { $0.wall }) }
    package var sinceBoot: Duration { state.withLock { $0.sinceBoot } }

    package var bootID: String { "manual-\(state.withLock { $0.boots })" }

    package func sleep(until time: Duration) async throws { try await sleep(until: time, isDeadline: false) }

    package func sleep(untilDeadline time: Duration) async throws { try await sleep(until: time, isDeadline: true) }

    private func sleep(until time: Duration, isDeadline: Bool) async throws {
        let id = state.withLock { $0.makeID() }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                begin(id, time, isDeadline: isDeadline, continuation)
            }
        } onCancel: {
            let sleeper = state.withLock { $0.sleepers.removeValue(forKey: id) }
            sleeper?.continuation.resume(throwing: CancellationError())
        }
    }

    private func begin(
        _ id: UInt64, _ time: Duration, isDeadline: Bool, _ continuation: CheckedContinuation<Void, any Error>
    ) {
        let result = state.withLock { state -> Result<Void, any Error>? in
            if Task.isCancelled { return .failure(CancellationError()) }
            if time <= state.sinceBoot { return .success(()) }
            state.sleepers[id] = Sleeper(wakesAt: time, isDeadline: isDeadline, continuation: continuation)
            return nil
        }
        if let result { continuation.resume(with: result) } else { begun.raise() }
    }
}
