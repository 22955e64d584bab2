/// The last time of the wall clock that was believed, kept in the store; see ``AgePolicy``.
enum LastBelievedTime {
    static let name = "last_believed_time"
    /// How much newer a time must be to be written: an idle client writes nothing, a busy one once an hour.
    private static let interval: Duration = .seconds(3600)

    /// What a store keeps of a time. A new store does so with its first transaction, so that there is never an event
    /// without a time to judge the next process's clock by.
    static func value(_ time: Timestamp) -> String { String(time.milliseconds) }

    static func read(from store: any EventStore) throws -> Timestamp? {
        try store.value(named: name).flatMap { Int64($0) }.map { Timestamp(milliseconds: $0) }
    }

    static func note(_ time: Timestamp, after last: Timestamp?, in store: any EventStore) throws {
        guard last.map({ time >= $0.advanced(by: interval) }) ?? true else { return }
        var transaction = StoreTransaction()
        transaction.values[name] = value(time)
        _ = try store.commit(transaction)
    }

    /// How far a server's clock and ours may be apart to confirm each other.
    private static let agreement: Duration = .seconds(3600)

    /// Believes the wall clock again when it agrees with a server's `Date`; an idle or believed clock writes nothing.
    ///
    /// - Parameters:
    ///   - now: what the wall clock says.
    ///   - date: what the server's answer says.
    static func confirm(_ now: Timestamp, by date: Timestamp, in store: any EventStore) throws {
        guard !AgePolicy().believes(now, lastBelieved: try read(from: store)) else { return }
        guard date.advanced(by: .zero - agreement) <= now, now <= date.advanced(by: agreement) else { return }
        var transaction = StoreTransaction()
        transaction.values[name] = value(now)
        _ = try store.commit(transaction)
    }
}
