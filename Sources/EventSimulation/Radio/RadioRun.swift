package import EventPlatform

/// What a client and the radio did in one mode.
package struct RadioRun: Sendable {
    package let mode: ComparedMode
    /// What the radio did.
    package internal(set) var timeline: RadioTimeline
    /// When the app's requests were in flight, with the promotions that they waited for.
    package internal(set) var appTransfers: [Range<Duration>] = []
    /// When the client's requests were in flight, in the same way.
    package private(set) var requests: [Range<Duration>] = []
    /// The time from the submission of each event to the response of the intake, in the order of the responses.
    package internal(set) var delays: [Duration] = []
    /// The events that waited when the app left the foreground.
    package private(set) var eventsAtEnd = 0
    /// The bytes of the bodies of the client's requests.
    package private(set) var bodyBytes = 0
    /// The bytes that the device transferred, for the app and for the client.
    package private(set) var sentBytes = 0
    package private(set) var receivedBytes = 0
    /// The account of every event.
    package internal(set) var ledger = Ledger.Account()

    init(mode: ComparedMode, timeline: RadioTimeline) {
        self.mode = mode
        self.timeline = timeline
    }

    mutating func recordRequest(_ delivery: BatchRequest, _ time: Range<Duration>, isLast: Bool) {
        requests.append(time)
        bodyBytes += delivery.networkRequest.body.count
        if isLast { eventsAtEnd += delivery.batch.events.count }
    }

    mutating func recordTransfer(sent: Int, received: Int) {
        sentBytes += sent
        receivedBytes += received
    }

    /// The energy of the radio: of its states, its promotions, and the bytes.
    package var joules: Double {
        timeline.joules + timeline.model.joules(sent: sentBytes, received: receivedBytes)
    }

    /// The delay that this share of the events does not exceed; `nil` without events.
    package func delay(ofShare share: Double) -> Duration? {
        let sorted = delays.sorted()
        guard !sorted.isEmpty else { return nil }
        let rank = Int((share * Double(sorted.count)).rounded(.up))
        return sorted[min(max(rank, 1), sorted.count) - 1]
    }
}
