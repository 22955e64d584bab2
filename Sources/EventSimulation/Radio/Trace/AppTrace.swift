/// What one run of an app does: its requests and its events, while it is in the foreground.
package struct AppTrace: Sendable, Hashable {
    /// A request of the app itself.
    package struct Request: Sendable, Hashable {
        /// When the app makes it.
        package var at: Duration
        /// How long it takes, without a promotion of the radio.
        package var duration: Duration
        package var sentBytes: Int
        package var receivedBytes: Int

        package init(at: Duration, duration: Duration, sentBytes: Int, receivedBytes: Int) {
            self.at = at
            self.duration = duration
            self.sentBytes = sentBytes
            self.receivedBytes = receivedBytes
        }
    }

    /// An event that the app submits.
    package struct Event: Sendable, Hashable {
        package var at: Duration
        /// The size of the event as JSON.
        package var bytes: Int

        package init(at: Duration, bytes: Int) {
            self.at = at
            self.bytes = bytes
        }
    }

    /// The name in reports: of a built-in trace, or of its file.
    package var name: String
    /// The requests in the order of their times.
    package var requests: [Request]
    /// The events in the order of their times.
    package var events: [Event]
    /// When the app leaves the foreground: not before its last request has ended.
    package var end: Duration

    /// Creates a trace.
    ///
    /// - Parameters:
    ///   - name: the name in reports.
    ///   - requests: the requests in the order of their times.
    ///   - events: the events in the order of their times.
    ///   - end: when the app leaves the foreground; at the earliest with the last event or the last byte.
    package init(name: String, requests: [Request], events: [Event], end: Duration = .zero) {
        self.name = name
        self.requests = requests
        self.events = events
        self.end = end
        self.end = max(end, earliestEnd)
    }

    /// When the last event is submitted and the last request has ended.
    var earliestEnd: Duration {
        (requests.map { $0.at + $0.duration } + events.map(\.at)).max() ?? .zero
    }

    /// The bytes that the app itself transfers.
    package var appBytes: (sent: Int, received: Int) {
        requests.reduce((0, 0)) { ($0.0 + $1.sentBytes, $0.1 + $1.receivedBytes) }
    }

    /// The size of all events.
    package var eventBytes: Int { events.reduce(0) { $0 + $1.bytes } }

    // MARK: - Limits

    /// The times of a trace: at most a day.
    static let timeRange: ClosedRange<Duration> = .zero ... .seconds(86_400)
    /// The bytes of a request in one direction.
    static let transferByteRange = 0...1_000_000_000
    /// The bytes of an event: at most what a request takes.
    package static let eventByteRange = 20...80_000
    /// The maximum number of requests and events.
    static let maximumRows = 50_000
    /// The maximum size of all events, so that no event is dropped because the store is full.
    static let maximumEventBytes = 50_000_000
}
