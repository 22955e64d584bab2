import EventSupport

/// Validates large batches one after the other, apart from the threads of all requests.
///
/// Each batch that waits is in memory with its index, so that only some may wait.
struct LargeBatches: Sendable {
    /// The number of batches that may wait, the one that is validated included.
    static let maximum = 64

    private let queue = WorkQueue("EventIntake.large-batches")
    private let taken = Locked(0)

    /// The number of batches that wait.
    var count: Int { taken.withLock { $0 } }

    /// Runs a validation after those that wait.
    ///
    /// - Throws: ``SinkUnavailable`` if too many wait.
    func run<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async throws(SinkUnavailable) -> Value {
        let hasPlace = taken.withLock { count in
            guard count < Self.maximum else { return false }
            count += 1
            return true
        }
        guard hasPlace else {
            throw SinkUnavailable(
                "Too many large batches wait to be validated. Send fewer events in a request, or try again later.",
                retryAfter: .seconds(5), isBusy: true)
        }
        defer { taken.withLock { $0 -= 1 } }
        return await queue.run(work)
    }
}
