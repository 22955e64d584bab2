/// The rows that are leased, each with its deadline on the boot clock. Pure.
///
/// A store has one owner, so leases are kept in memory only: when the owner's process ends, the next owner may lease
/// every row at once.
struct Leases: Sendable, Hashable {
    private var deadlines: [Int64: Duration] = [:]

    /// How many rows are leased.
    var count: Int { deadlines.count }

    /// Whether a row is leased.
    func holds(_ row: Int64) -> Bool { deadlines[row] != nil }

    /// Leases rows that are not leased.
    mutating func begin(_ rows: some Sequence<Int64>, until deadline: Duration) {
        for row in rows { deadlines[row] = deadline }
    }

    /// Ends leases. Rows without a lease are ignored.
    mutating func end(_ rows: some Sequence<Int64>) {
        for row in rows { deadlines[row] = nil }
    }

    /// Ends the leases whose deadline is not after `now`.
    mutating func expire(now: Duration) {
        guard !deadlines.isEmpty else { return }
        deadlines = deadlines.filter { now < $0.value }
    }
}
