/// The destination, priority and state that the rows of one queue of a store in memory share.
struct InMemoryQueueKey: Sendable, Hashable {
    let destination: String
    let priority: EventPriority
    let state: StoredEventState
}

/// Rows in ascending order. Removed rows stay in the array until they are more than half of it, so that a removal does
/// not move all rows behind it.
struct InMemoryRows: Sendable {
    private var ordered: [Int64] = []
    /// All rows before this index are removed.
    private var start = 0
    /// The removed rows from `start` on.
    private var removed: Set<Int64> = []

    var isEmpty: Bool { ordered.count - start == removed.count }

    /// All rows, in order.
    var all: [Int64] { first(.max) { _ in true } }

    /// The first rows after a row that fulfil a condition, in order.
    func first(_ count: Int, behind row: Int64 = .min, where condition: (Int64) -> Bool) -> [Int64] {
        var found: [Int64] = []
        var index = place(behind: row)
        while found.count < count, index < ordered.count {
            let row = ordered[index]
            if !removed.contains(row), condition(row) { found.append(row) }
            index += 1
        }
        return found
    }

    mutating func insert(_ row: Int64) {
        guard let last = ordered.last, row <= last else { return ordered.append(row) }
        if removed.remove(row) == nil { ordered.insert(row, at: place(behind: row)) }
    }

    /// Removes a row, which must be present.
    mutating func remove(_ row: Int64) {
        removed.insert(row)
        while start < ordered.count, removed.remove(ordered[start]) != nil { start += 1 }
        guard 2 * (start + removed.count) > max(64, ordered.count) else { return }
        ordered = ordered[start...].filter { !removed.contains($0) }
        (start, removed) = (0, [])
    }

    /// The index of the first row that is greater than `row`, by binary search.
    private func place(behind row: Int64) -> Int {
        var range = start..<ordered.count
        while !range.isEmpty {
            let middle = range.lowerBound + range.count / 2
            range = ordered[middle] <= row ? middle + 1..<range.upperBound : range.lowerBound..<middle
        }
        return range.lowerBound
    }
}
