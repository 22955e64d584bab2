#if Kafka
    import EventSupport

    /// Whether a producer is to end, and whether somebody is still adding messages.
    final class ProducerUse: Sendable {
        private struct State {
            var isEnding = false
            var users = 0
        }

        private let state = Locked(State())

        /// Calls a body that adds messages.
        ///
        /// - Returns: whether it was called; not if the producer is to end, whose reports may be taken no longer.
        func adding(_ body: () -> Void) -> Bool {
            let isOpen = state.withLock { state in
                if !state.isEnding { state.users += 1 }
                return !state.isEnding
            }
            guard isOpen else { return false }
            body()
            state.withLock { $0.users -= 1 }
            return true
        }

        func beginEnd() { state.withLock { $0.isEnding = true } }

        var isEnding: Bool { state.withLock(\.isEnding) }

        /// Whether no message will be added any longer.
        var hasEnded: Bool { state.withLock { $0.isEnding && $0.users == 0 } }
    }
#endif
