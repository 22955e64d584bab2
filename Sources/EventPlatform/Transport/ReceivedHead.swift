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

    /// The result of an exchange that fails: the response without its body where its head is a verdict, otherwise the
    /// error.
    func result(failing error: any Error) -> Result<NetworkResponse, any Error> {
        guard let head = head.withLock(\.self), [201, 202].contains(head.status) else { return .failure(error) }
        return .success(head)
    }
}
