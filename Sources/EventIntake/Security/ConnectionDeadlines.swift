/// Until when a connection may go on as it does: a pure value that is told what happens and the time.
///
/// A peer that sends its request byte by byte, or does not take the answer, holds a connection that others want. The time
/// between the end of a request and its answer is the intake's own and has no end here: a question may wait long.
struct ConnectionDeadlines {
    /// Something that happens on a connection.
    enum Event {
        case opened, head, bodyEnd, answerEnd
        /// A part of an answer was handed to the connection, or has gone out.
        case writing, written
    }

    private let limits: IntakeLimits
    /// By when the head, or the body, must be there; `nil` while the intake answers.
    private var reading: Duration?
    /// By when a part of the answer must be gone; `nil` when none is on its way.
    private var writing: Duration?
    private var unanswered = 0
    private var unwritten = 0
    private var isBodyArriving = false

    init(_ limits: IntakeLimits) { self.limits = limits }

    /// The next time at which the connection must have moved on.
    var next: Duration? {
        switch (reading, writing) {
        case (let reading?, let writing?): min(reading, writing)
        case (let one, let other): one ?? other
        }
    }

    mutating func note(_ event: Event, at now: Duration) {
        switch event {
        case .opened: reading = now + limits.headTimeout
        case .head:
            unanswered += 1
            isBodyArriving = true
            reading = now + limits.bodyTimeout
        case .bodyEnd:
            isBodyArriving = false
            reading = nil
            waitForHead(now)
        case .answerEnd:
            unanswered -= 1
            waitForHead(now)
        case .writing:
            unwritten += 1
            writing = writing ?? now + limits.writeTimeout
        case .written:
            unwritten -= 1
            writing = unwritten > 0 ? now + limits.writeTimeout : nil
        }
    }

    /// Once all is answered, the peer is to send another request or to leave.
    private mutating func waitForHead(_ now: Duration) {
        if unanswered == 0, !isBodyArriving { reading = now + limits.headTimeout }
    }
}
