/// What keeps a stored event from being sent at once.
enum StoredEventState: Int, Sendable, Hashable, CaseIterable {
    /// Nothing.
    case ready = 0
    /// Its schema has not arrived.
    case awaitingSchema = 1
    /// It has failed, and waits for its retry time.
    case retry = 2
}
