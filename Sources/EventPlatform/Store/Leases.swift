/// The rows that are leased, each with its deadline on the boot clock. Pure.
///
/// A store has one owner, so leases are kept in memory only: when the owner's process ends, the next owner may lease
/// every row at once.
struct Leases: Sendable, Hashable {
    /// Consecutive rows that are leased until the same time. Most leases are of consecutive rows, which are few spans.
    private struct Span: Sendable, Hashable {
        var rows: ClosedRange<Int64>
        let deadline: Duration
    }

    /// In the order of their rows, none of which is in two of them.
    private var spans: [Span] = []

    /// How many rows are leased.
    var count: Int { spans.reduce(0) { $0 + $1.rows.count } }

    /// The rows that are leased, in order.
    var rows: [Int64] { spans.flatMap { Array($0.rows) } }

    /// Ends the leases of all other rows.
    mutating func keep(_ stored: Set<Int64>) { end(rows.filter { !stored.contains($0) }) }

    /// Whether a row is leased.
    func holds(_ row: Int64) -> Bool { span(of: row) != nil }

    /// Leases rows. One that is leased keeps its deadline: an index of a damaged file may have a row twice.
    mutating func begin(_ rows: some Sequence<Int64>, until deadline: Duration) {
        for row in rows {
            let position = position(of: row)
            if position < spans.count, spans[position].rows.contains(row) { continue }
            if position > 0, spans[position - 1].deadline == deadline, spans[position - 1].rows.upperBound == row &- 1 {
                spans[position - 1].rows = spans[position - 1].rows.lowerBound...row
            } else {
                spans.insert(Span(rows: row...row, deadline: deadline), at: position)
            }
        }
    }

    /// Ends leases. Rows without a lease are ignored.
    mutating func end(_ rows: some Sequence<Int64>) {
        for row in rows {
            guard let position = span(of: row) else { continue }
            let span = spans[position]
            let (first, last) = (span.rows.lowerBound, span.rows.upperBound)
            switch (row == first, row == last) {
            case (true, true): spans.remove(at: position)
            case (true, false): spans[position].rows = row + 1...last
            case (false, true): spans[position].rows = first...row - 1
            case (false, false):
                spans[position].rows = first...row - 1
                spans.insert(Span(rows: row + 1...last, deadline: span.deadline), at: position + 1)
            }
        }
    }

    /// Ends the leases whose deadline is not after `now`.
    mutating func expire(now: Duration) { spans.removeAll { $0.deadline <= now } }

    /// The number of the span that has a row.
    private func span(of row: Int64) -> Int? {
        let position = position(of: row)
        return position < spans.count && spans[position].rows.contains(row) ? position : nil
    }

    /// The number of the first span that does not end before a row.
    private func position(of row: Int64) -> Int {
        var (low, high) = (0, spans.count)
        while low < high {
            let middle = (low + high) / 2
            if spans[middle].rows.upperBound < row { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
