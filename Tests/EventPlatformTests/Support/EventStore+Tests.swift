import EventPlatform

extension EventStore {
    /// Loads at the moment at which the test's events are stored.
    func load() throws -> StoredState { try load(at: EventStoreTests.time(0)) }

    /// One slice of housekeeping at that moment.
    func maintain() throws -> StoreMaintenance {
        try maintain(at: EventStoreTests.time(0), maximumAge: .seconds(30 * 86_400))
    }

    /// Housekeeping until nothing is left to do.
    func maintainAll() throws -> StoreMaintenance {
        var sum = try maintain()
        while sum.hasMore {
            sum.hasMore = false
            sum += try maintain()
        }
        return sum
    }

    /// Leases events that are ready, behind another one.
    func leaseReady(
        _ limit: Int, for destination: String = "d", after event: StoredEvent? = nil
    ) throws -> [StoredEvent] {
        try lease(limit, for: destination, .ready(after: event?.position), EventStoreTests.lease)
    }
}
