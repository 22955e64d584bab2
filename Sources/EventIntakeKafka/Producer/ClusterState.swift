#if Kafka
    import EventSupport

    /// Whether the cluster answers, as far as a producer knows, and whether the producer is of use.
    final class ClusterState: Sendable {
        enum Change { case away, back }

        private struct State {
            /// Whether something has happened after which the cluster may be away. At first nothing is known.
            var isSuspect = true
            /// Whether the cluster has answered since it was last away.
            var answers = false
            var isAway = false
            var isLooking = false
            var nextLook = ContinuousClock.now
            /// When a look is needed though nothing has happened: a broker that hangs says nothing.
            var nextRoutineLook = ContinuousClock.now
            var lastError = State.noAnswer
            var failure: String?
            /// Whether changes are not told: the producer is not used yet.
            var isOnTrial = false

            static let noAnswer = "there was no answer in time"
        }

        /// The time between two looks.
        private static let lookInterval = Duration.milliseconds(500)
        /// The same while the cluster answers.
        private static let routineInterval = Duration.seconds(10)

        private let state: Locked<State>
        private let looks = Signal()
        /// The looks after which a producer that is not used yet has failed.
        private static let looksOnTrial: UInt64 = 3

        /// - Parameter isOnTrial: whether no changes are told until ``endTrial()``.
        init(isOnTrial: Bool = false) { state = Locked(State(isOnTrial: isOnTrial)) }

        /// Whether the last look has found that the cluster does not answer.
        var isAway: Bool { state.withLock(\.isAway) }
        /// Whether the cluster answers.
        var answers: Bool { state.withLock(\.answers) }
        /// Whether changes are not told yet.
        var isOnTrial: Bool { state.withLock(\.isOnTrial) }
        /// Whether a look is needed, now or soon.
        var isUncertain: Bool { state.withLock { $0.isSuspect || $0.isAway } }
        /// The last error of a connection. It has addresses of brokers.
        var lastError: String { state.withLock(\.lastError) }

        /// Why the producer can send nothing any longer: another is needed. `nil` while it can.
        var failure: String? { state.withLock(\.failure) }

        /// Notes that the producer can send nothing any longer.
        func fail(_ reason: String) { state.withLock { $0.failure = $0.failure ?? reason } }

        func suspect(_ error: String? = nil) {
            state.withLock { state in
                state.isSuspect = true
                if let error { state.lastError = error }
            }
        }

        /// Notes why a connection has failed. It need not mean that the cluster is away.
        func noteFailure(_ failure: BrokerFailure) { state.withLock { $0.lastError = failure.text } }

        /// Returns whether the cluster answers, as soon as it does, or after some looks.
        func answersSoon() async -> Bool {
            for seen in 0..<Self.looksOnTrial {
                if answers { return true }
                await looks.wait(after: seen)
            }
            return answers
        }

        /// Tells changes from now on.
        func endTrial() { state.withLock { $0.isOnTrial = false } }

        /// Whether to look now if the cluster answers, which ``found(answer:)`` ends.
        func beginLook(at now: ContinuousClock.Instant = .now) -> Bool {
            state.withLock { state in
                let isNeeded = state.isSuspect || state.isAway || state.nextRoutineLook <= now
                guard isNeeded, !state.isLooking, state.nextLook <= now else { return false }
                (state.isLooking, state.isSuspect) = (true, false)
                return true
            }
        }

        /// Notes what a look has found.
        ///
        /// - Returns: what has changed.
        func found(answer: Bool, at now: ContinuousClock.Instant = .now) -> Change? {
            defer { looks.raise() }
            return state.withLock { state in
                let wasAway = state.isAway
                (state.answers, state.isAway) = (answer, !answer)
                (state.isLooking, state.nextLook) = (false, now + Self.lookInterval)
                state.nextRoutineLook = now + Self.routineInterval
                if answer { state.lastError = State.noAnswer }
                return wasAway == state.isAway || state.isOnTrial ? nil : state.isAway ? .away : .back
            }
        }
    }
#endif
