/// The consequence of a request's result for the events of the request.
enum Resolution: Sendable, Hashable {
    /// They are sent again at once, uncompressed.
    case resend
    /// Each event changes, in the order of the batch.
    case apply([Change])

    /// The change of an event in the store.
    enum Change: Sendable, Hashable {
        /// It is removed, and the ledger counts the outcome.
        case finished(FinishedEvent.Outcome)
        /// It waits for its retry time; if it is isolated, for a separate request.
        case failed(isIsolated: Bool)
        /// None: it may be sent again as soon as its destination may be tried.
        case kept

        /// Whether the event leaves the store.
        var isFinal: Bool { if case .finished = self { true } else { false } }
    }
}
