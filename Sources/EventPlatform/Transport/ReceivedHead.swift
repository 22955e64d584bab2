import EventSupport

/// The head of the response to the request that the current task performs.
///
/// A 201 or 202 is the intake's verdict, whatever becomes of its body. A transport records each head when it arrives;
/// ``TimeLimitedConnection`` returns such a head when the body fails or does not come in time.
final class ReceivedHead: Sendable {
    /// That of the request which the task performs; `nil` outside of one.
    @TaskLocal static var current: ReceivedHead?

    private let head = Locked<NetworkResponse?>(nil)

    /// Records the head of a response, before its body is read.
    func record(_ response: NetworkResponse) { head.withLock { $0 = response } }

    /// The response without its body, if its head is a verdict.
    var verdict: NetworkResponse? {
        head.withLock { head in head.flatMap { [201, 202].contains($0.status) ? $0 : nil } }
    }
}
