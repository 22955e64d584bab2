import EventSupport
import NIOCore

/// The open connections of an intake, at most a fixed number. While there is no room for another one, those whose peers
/// have kept the intake waiting for the longest time are closed, one after the other.
///
/// Otherwise a client could keep all others out until its deadline, by as many connections that send nothing.
final class OpenConnections: Sendable {
    /// The minimum time that a peer has, also while others wait: more than a busy machine takes to read what arrived.
    static let minimumWait = Duration.milliseconds(250)
    private static let retryInterval = TimeAmount.milliseconds(25)

    private struct State {
        var connections: [ObjectIdentifier: OpenConnection] = [:]
        var count = 0
        var isRetryScheduled = false
    }

    /// The maximum number of connections.
    let maximum: Int
    private let state = Locked(State())

    init(maximum: Int) { self.maximum = maximum }

    /// Counts a connection that was accepted or closed.
    func count(_ change: Int) { state.withLock { $0.count += change } }

    /// Adds a connection that was counted before.
    func add(_ connection: OpenConnection) {
        state.withLock { $0.connections[ObjectIdentifier(connection)] = connection }
        if isFull { makeRoom() }
    }

    func remove(_ connection: OpenConnection) {
        state.withLock { $0.connections[ObjectIdentifier(connection)] = nil }
    }

    /// Whether another connection may be accepted. If not, room is made for it.
    func hasRoom() -> Bool {
        guard isFull else { return true }
        makeRoom()
        return false
    }

    private var isFull: Bool { state.withLock { $0.count >= maximum } }

    /// Closes a connection if one has waited long enough, and tries again later.
    private func makeRoom() {
        closeLongestWaiting()
        let eventLoop = state.withLock { state -> (any EventLoop)? in
            guard !state.isRetryScheduled, let connection = state.connections.values.first else { return nil }
            state.isRetryScheduled = true
            return connection.channel.eventLoop
        }
        eventLoop?.scheduleTask(in: Self.retryInterval) {
            self.state.withLock { $0.isRetryScheduled = false }
            if self.isFull { self.makeRoom() }
        }
    }

    /// The time on the clock of the event loops.
    private static var now: Duration { .nanoseconds(Int64(clamping: NIODeadline.now().uptimeNanoseconds)) }

    private func closeLongestWaiting() {
        let connections = state.withLock { Array($0.connections.values) }
        let waiting = connections.compactMap { one in one.waitingSince.map { (connection: one, since: $0) } }
        guard let longest = waiting.min(by: { $0.since < $1.since }),
            longest.since + Self.minimumWait <= Self.now
        else {
            return
        }
        longest.connection.close(ifWaitingSince: longest.since)
    }
}

/// A connection and since when its peer has kept the intake waiting.
final class OpenConnection: Sendable {
    fileprivate let channel: any Channel
    private let wait = Locked<Duration?>(nil)

    init(_ channel: any Channel) { self.channel = channel }

    /// Since when the peer owes a head or the rest of a body; `nil` while the intake handles its request.
    var waitingSince: Duration? {
        get { wait.withLock { $0 } }
        set { wait.withLock { $0 = newValue } }
    }

    /// Closes the connection unless the peer has sent what it owed.
    ///
    /// The event loop decides: it has read by then what arrived before.
    fileprivate func close(ifWaitingSince time: Duration) {
        channel.eventLoop.execute {
            if self.waitingSince == time { self.channel.close(promise: nil) }
        }
    }
}
