/// The last plausible time of the wall clock, saved in the store; see ``AgePolicy``.
package enum LastTrustedWallClock {
    package static let name = "last_trusted_wall_clock"
    /// How much newer than the saved time a time must be to be saved. A busy client writes once an hour.
    private static let interval: Duration = .seconds(3600)

    package static func read(from store: any EventStore) throws -> Timestamp? {
        try store.value(Timestamp.self, named: name)
    }

    /// Saves a plausible time, unless the saved one is less than an hour older.
    package static func record(_ time: Timestamp, after last: Timestamp?, in store: any EventStore) throws {
        guard last.map({ time >= $0.advanced(by: interval) }) ?? true else { return }
        try save(time, in: store)
    }

    /// The largest difference between a server's clock and the wall clock at which the server confirms the wall clock.
    private static let agreement: Duration = .seconds(3600)

    /// Saves an implausible time of the wall clock when a server's `Date` confirms it, so that it is plausible from
    /// then on. A plausible time is not saved.
    ///
    /// - Parameters:
    ///   - now: the time of the wall clock.
    ///   - date: the `Date` of the server's response.
    ///   - store: the store in which the time is saved.
    /// - Throws: the error of the store when it cannot be read or written.
    package static func confirm(_ now: Timestamp, by date: Timestamp, in store: any EventStore) throws {
        guard !AgePolicy().isPlausible(now, lastTrusted: try read(from: store)) else { return }
        guard date.advanced(by: .zero - agreement) <= now, now <= date.advanced(by: agreement) else { return }
        try save(now, in: store)
    }

    private static func save(_ time: Timestamp, in store: any EventStore) throws {
        var transaction = StoreTransaction()
        try transaction.set(time, for: name)
        _ = try store.commit(transaction)
    }
}
