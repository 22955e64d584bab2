#if Kafka
    import EventSupport

    /// The messages of one call, until each was delivered or has failed.
    final class DeliveryBatch: Sendable {
        private struct State {
            var remaining: Int
            var failures: [Int: KafkaFailure] = [:]
            var waiting: CheckedContinuation<[Int: KafkaFailure], any Error>?
            var isCancelled = false
        }

        private let state: Locked<State>
        private let onEnd: @Sendable () -> Void

        /// - Parameters:
        ///   - count: the number of messages, at least 1.
        ///   - onEnd: called once, when the last message has ended, also of a call that was cancelled.
        init(count: Int, onEnd: @escaping @Sendable () -> Void) {
            state = Locked(State(remaining: count))
            self.onEnd = onEnd
        }

        /// Ends a message. Called once for each.
        ///
        /// - Parameters:
        ///   - index: its index in the batch.
        ///   - failure: why it was not delivered; `nil` when it was.
        func end(_ index: Int, _ failure: KafkaFailure?) {
            let (isLast, waiting, failures) = state.withLock { state -> (Bool, Waiting?, [Int: KafkaFailure]) in
                if let failure { state.failures[index] = failure }
                state.remaining -= 1
                guard state.remaining == 0 else { return (false, nil, [:]) }
                defer { state.waiting = nil }
                return (true, state.waiting, state.failures)
            }
            if isLast { onEnd() }
            waiting?.resume(returning: failures)
        }

        /// The failures by index, when all messages have ended.
        ///
        /// - Throws: `CancellationError` when the task is cancelled first; the messages may still be delivered.
        var failures: [Int: KafkaFailure] {
            get async throws {
                try await withTaskCancellationHandler {
                    try await withCheckedThrowingContinuation { wait($0) }
                } onCancel: {
                    let waiting = state.withLock { state in
                        defer { (state.waiting, state.isCancelled) = (nil, true) }
                        return state.waiting
                    }
                    waiting?.resume(throwing: CancellationError())
                }
            }
        }

        private typealias Waiting = CheckedContinuation<[Int: KafkaFailure], any Error>

        private func wait(_ waiting: Waiting) {
            let result: Result<[Int: KafkaFailure], any Error>? = state.withLock { state in
                if state.remaining == 0 { return .success(state.failures) }
                if state.isCancelled { return .failure(CancellationError()) }
                state.waiting = waiting
                return nil
            }
            if let result { waiting.resume(with: result) }
        }
    }
#endif
