import GRDB

/// What the owner of a store file knows without asking the file: read once when it is opened, and kept in step with every
/// transaction.
struct StoreMemory: Sendable {
    var leases = Leases()
    /// The place of the next event in the order of arrival.
    var nextArrival: Int64 = 1
    /// How many events wait, and the bytes of their bodies.
    var totals = StoreTotals()
    /// Destinations in the order in which they were first seen: an index is the number in ``RowNumber``.
    var destinations: [String] = []
    /// Streams in the order in which they were first seen: an index is the number in the table.
    var streams: [String] = []
    var streamNumbers: [String: Int] = [:]
    /// How many events of each stream have come into the store.
    var sequences: [String: Int64] = [:]
    /// What of these counts only the newest events say.
    var carried = CarriedAccount()
    /// Stretches of arrivals in which neither clock goes back, oldest first.
    var stretches: [ClockStretch] = []
    /// The times of the newest event.
    var newest: StorageTime?
    /// Whether ids of delivered events are remembered.
    var remembersIDs = false

    /// Every lane there is.
    var lanes: [Lane] {
        destinations.indices.flatMap { number in EventPriority.allCases.map { Lane(destination: number, priority: $0) }
        }
    }

    /// A stream by its number in the table.
    ///
    /// - Throws: `SQLITE_CORRUPT` when there is none.
    func stream(_ number: Int) throws -> String {
        guard streams.indices.contains(number) else { throw Self.damaged("a stream that is unknown") }
        return streams[number]
    }

    /// A destination by its number in ``RowNumber``.
    ///
    /// - Throws: `SQLITE_CORRUPT` when there is none.
    func destination(_ number: Int) throws -> String {
        guard destinations.indices.contains(number) else { throw Self.damaged("a destination that is unknown") }
        return destinations[number]
    }

    private static func damaged(_ what: String) -> DatabaseError {
        DatabaseError(resultCode: .SQLITE_CORRUPT, message: "an event names \(what)")
    }

    /// The arrivals of a stretch.
    func arrivals(ofStretch index: Int) -> ClosedRange<Int64> {
        let end = index + 1 < stretches.count ? stretches[index + 1].firstArrival : nextArrival
        return stretches[index].firstArrival...max(stretches[index].firstArrival, end - 1)
    }
}

/// How much waits.
struct StoreTotals: Sendable, Hashable {
    var events = 0
    var bytes = 0
}

/// A run of arrivals within one start of the system during which the wall clock did not go back either. In each lane of
/// a stretch the first event is the oldest by either clock, so that what is too old is found without a scan or an index.
struct ClockStretch: Sendable, Hashable {
    var bootID: String
    var firstArrival: Int64

    /// Whether an event stored at `time` belongs to the stretch whose newest event is `newest`.
    func takes(_ time: StorageTime, after newest: StorageTime?) -> Bool {
        guard time.bootID == bootID else { return false }
        guard let newest, newest.bootID == bootID else { return false }
        return time.sinceBoot >= newest.sinceBoot && time.wall >= newest.wall
    }
}

/// The counters that stand in the file's table `tally` beside the ledger.
enum StoreCounter: String {
    /// How many events of a stream have come into the store.
    case stored
    /// The place of the next event in the order of arrival.
    case nextArrival = "next_arrival"
    /// How many events wait.
    case events
    /// The bytes of their bodies.
    case bytes
}
