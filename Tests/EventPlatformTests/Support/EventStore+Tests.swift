import EventPlatform
import Testing

extension EventStore {
    /// Loads at second 0, when the events of the tests are stored.
    func load() throws -> StoredState { try load(at: EventStoreTests.time(0)) }

    /// One slice of maintenance at second 0.
    func maintain() throws -> StoreReport {
        try maintain(at: EventStoreTests.time(0), maximumAge: .seconds(30 * 86_400))
    }

    /// Maintenance until nothing is left to do.
    func maintainAll() throws -> StoreReport {
        var (sum, slices) = (try maintain(), 1)
        while sum.hasMore {
            try #require(slices < 1000, "maintenance does not end")
            sum.hasMore = false
            sum += try maintain()
            slices += 1
        }
        return sum
    }

    /// Leases events that are ready, after another event.
    func leaseReady(
        _ limit: Int, for destination: String = "d", after event: LeasedEvent? = nil
    ) throws -> [LeasedEvent] {
        try lease(
            .ready(after: event?.position), for: destination, atMost: limit, now: .zero,
            until: EventStoreTests.leaseEnd)
    }
}
