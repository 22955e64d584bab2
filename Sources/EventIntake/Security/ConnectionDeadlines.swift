/// The deadlines of a connection, as a state machine. Time is a parameter, so that tests control it.
///
/// A peer that sends its request byte by byte or does not read the response would occupy one of the limited
/// connections. The time between the end of a request and its response has no deadline: a query may wait long.
struct ConnectionDeadlines {
    /// An event on a connection.
    enum Event {
        /// The connection was opened.
        case opened
        /// The head of a request, or the end of its body, was received.
        case head, bodyEnd
        /// The last part of a response was passed to the connection.
        case responseEnd
        /// A part of a response was passed to the connection, or was sent.
        case writing, written
    }

    private let limits: IntakeLimits
    /// The deadline for the head or the body; `nil` while the intake handles requests.
    private var reading: Duration?
    /// The deadline for sending a part of the response; `nil` when none is being sent.
    private var writing: Duration?
    private var requestsAwaitingResponse = 0
    private var unwritten = 0
    private var isBodyArriving = false
    /// Since when the peer owes a head or the rest of a body; `nil` while the intake handles its requests.
    private(set) var waitingSince: Duration?

    init(_ limits: IntakeLimits) { self.limits = limits }

    /// The next deadline.
    var next: Duration? {
        switch (reading, writing) {
        case (let reading?, let writing?): min(reading, writing)
        case (let one, let other): one ?? other
        }
    }

    /// Sets and removes the deadlines that begin and end with an event.
    mutating func handle(_ event: Event, at now: Duration) {
        switch event {
        case .opened: setReadDeadline(from: now, limits.headTimeout)
        case .head:
            requestsAwaitingResponse += 1
            isBodyArriving = true
            setReadDeadline(from: now, limits.bodyTimeout)
        case .bodyEnd:
            isBodyArriving = false
            (reading, waitingSince) = (nil, nil)
            setHeadDeadline(now)
        case .responseEnd:
            requestsAwaitingResponse -= 1
            setHeadDeadline(now)
        case .writing:
            unwritten += 1
            writing = writing ?? now + limits.writeTimeout
        case .written:
            unwritten -= 1
            writing = unwritten > 0 ? now + limits.writeTimeout : nil
        }
    }

    /// Sets the deadline for the next head when every response has ended.
    private mutating func setHeadDeadline(_ now: Duration) {
        if requestsAwaitingResponse == 0, !isBodyArriving { setReadDeadline(from: now, limits.headTimeout) }
    }

    private mutating func setReadDeadline(from now: Duration, _ timeout: Duration) {
        (waitingSince, reading) = (now, now + timeout)
    }
}
