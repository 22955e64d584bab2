/// Who has to act, so that an event like a rejected one is accepted.
///
/// The causes are in the metrics of an intake, so that its operator is not woken by what anybody may send.
public enum RejectionCause: String, Sendable, Hashable, CaseIterable {
    /// The client: the event does not satisfy its schema, or names none, or a stream that does not take it.
    case client
    /// The operator of the sink or the store, which could not write the event.
    case sink
    /// The owner of the streams and schemas that the intake serves: one that the event names is broken.
    case configuration
}

/// Why an event is rejected, other than by its schema.
struct EventRefusal: Error, Equatable {
    /// A sentence for the response.
    let message: String
    let cause: RejectionCause

    init(_ message: String, _ cause: RejectionCause) { (self.message, self.cause) = (message, cause) }
}
