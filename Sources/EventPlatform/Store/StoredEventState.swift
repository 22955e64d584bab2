/// Whether a stored event may be sent, and what it waits for otherwise. The numbers are in the file.
enum StoredEventState: Int, Sendable, Hashable, CaseIterable {
    /// It may be sent.
    case ready = 0
    /// It waits for its schema.
    case awaitingSchema = 1
    /// It failed, and may be sent from its retry time on.
    case retry = 2
}
