import EventPlatform

extension Duration {
    /// How long the first event of a transaction waits for others by default: the only timer of a client that has
    /// nothing stored.
    static let defaultCommitDelay = EventPlatformClient.Configuration.Store(location: .inMemory).commitDelay
}
