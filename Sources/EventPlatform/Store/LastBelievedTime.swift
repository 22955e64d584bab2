/// The last time of the wall clock that was believed, kept in the store; see ``AgePolicy``.
enum LastBelievedTime {
    private static let name = "last_believed_time"
    /// How much newer a time must be to be written: an idle client writes nothing, a busy one once an hour.
    private static let interval: Duration = .seconds(3600)

    static func read(from store: any EventStore) throws -> Timestamp? {
        try store.value(named: name).flatMap { Int64($0) }.map { Timestamp(milliseconds: $0) }
    }

    static func note(_ time: Timestamp, after last: Timestamp?, in store: any EventStore) throws {
        guard last.map({ time >= $0.advanced(by: interval) }) ?? true else { return }
        var transaction = StoreTransaction()
        transaction.values[name] = String(time.milliseconds)
        _ = try store.commit(transaction)
    }
}
