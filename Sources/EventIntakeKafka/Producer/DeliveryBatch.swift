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
        /// The batch itself, once for each message: a pointer to one of them says which message it is.
        ///
        /// Unsafe, since pointers are not `Sendable`: what it points to is written here, and read after that.
        nonisolated(unsafe) private let places: UnsafeMutablePointer<Unmanaged<DeliveryBatch>>

        /// - Parameters:
        ///   - count: the number of messages, at least 1.
        ///   - onEnd: called once, when the last message has ended, also of a call that was cancelled.
        init(count: Int, onEnd: @escaping @Sendable () -> Void) {
            state = Locked(State(remaining: count))
            self.onEnd = onEnd
            places = .allocate(capacity: count)
            places.initialize(repeating: .passUnretained(self), count: count)
        }

        deinit { places.deallocate() }

        /// What a message carries to librdkafka, and back with the report of its delivery. It has a reference to the
        /// batch, which ``taken(_:)`` gives back.
        func carried(by index: Int) -> UnsafeMutableRawPointer {
            let place = places + index
            _ = place.pointee.retain()
            return UnsafeMutableRawPointer(place)
        }

        /// The batch and the index of a message. Called once for what it carries.
        static func taken(_ carried: UnsafeMutableRawPointer) -> (batch: DeliveryBatch, index: Int) {
            let place = carried.assumingMemoryBound(to: Unmanaged<DeliveryBatch>.self)
            let batch = place.pointee.takeRetainedValue()
            return (batch, place - batch.places)
        }

        /// Ends messages, each of them once.
        ///
        /// - Parameters:
        ///   - count: how many.
        ///   - failed: why some of them were not delivered, by their index in the batch.
        func end(_ count: Int, failed: [Int: KafkaFailure] = [:]) {
            let (isLast, waiting, failures) = state.withLock { state -> (Bool, Waiting?, [Int: KafkaFailure]) in
                if !failed.isEmpty { state.failures.merge(failed) { $1 } }
                state.remaining -= count
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
