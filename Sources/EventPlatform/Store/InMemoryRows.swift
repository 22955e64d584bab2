/// The rows of a store in memory that share destination, priority and state.
struct InMemoryQueueKey: Sendable, Hashable {
    let destination: String
    let priority: EventPriority
    let state: StoredEventState
}

/// Rows in ascending order. Those that were removed stay until they are many, so that removing one does not move all
/// others.
struct InMemoryRows: Sendable {
    private var ordered: [Int64] = []
    /// Everything before this index was removed.
    private var start = 0
    /// Rows from `start` on that were removed.
    private var removed: Set<Int64> = []

    var isEmpty: Bool { ordered.count - start == removed.count }

    /// All rows, in order.
    var all: [Int64] { first(.max) { _ in true } }

    /// The first rows behind a row that a condition holds for, in order.
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

    /// Removes a row that is there.
    mutating func remove(_ row: Int64) {
        removed.insert(row)
        while start < ordered.count, removed.remove(ordered[start]) != nil { start += 1 }
        guard 2 * (start + removed.count) > max(64, ordered.count) else { return }
        ordered = ordered[start...].filter { !removed.contains($0) }
        (start, removed) = (0, [])
    }

    /// The index of the first row that is greater, in a binary search.
    private func place(behind row: Int64) -> Int {
        var range = start..<ordered.count
        while !range.isEmpty {
            let middle = range.lowerBound + range.count / 2
            range = ordered[middle] <= row ? middle + 1..<range.upperBound : range.lowerBound..<middle
        }
        return range.lowerBound
    }
}
