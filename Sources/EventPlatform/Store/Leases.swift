/// Which rows are leased, and until when. Pure, on the boot clock.
///
/// A store has one owner, so leases live in memory: with a process that is killed its leases are gone too, and the next
/// owner may lease every row at once.
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

    /// Ends leases; rows without one are passed over.
    mutating func end(_ rows: some Sequence<Int64>) {
        for row in rows { deadlines[row] = nil }
    }

    /// Ends the leases whose deadline has come.
    mutating func expire(now: Duration) {
        guard !deadlines.isEmpty else { return }
        deadlines = deadlines.filter { now < $0.value }
    }
}
