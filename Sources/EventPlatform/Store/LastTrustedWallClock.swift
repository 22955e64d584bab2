/// The last time of the wall clock that was plausible, kept in the store; see ``AgePolicy``.
package enum LastTrustedWallClock {
    package static let name = "last_trusted_wall_clock"
    /// How much newer a time must be to be written: an idle client writes nothing, a busy one once an hour.
    private static let interval: Duration = .seconds(3600)

    package static func read(from store: any EventStore) throws -> Timestamp? {
        try store.value(Timestamp.self, named: name)
    }

    /// Keeps a plausible time, unless the kept one is less than an hour older.
    package static func record(_ time: Timestamp, after last: Timestamp?, in store: any EventStore) throws {
        guard last.map({ time >= $0.advanced(by: interval) }) ?? true else { return }
        try save(time, in: store)
    }

    /// How far a server's clock and ours may be apart to confirm each other.
    private static let agreement: Duration = .seconds(3600)

    /// Trusts the wall clock again when it agrees with a server's `Date`; an idle or plausible clock writes nothing.
    ///
    /// - Parameters:
    ///   - now: what the wall clock says.
    ///   - date: what the server's answer says.
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
