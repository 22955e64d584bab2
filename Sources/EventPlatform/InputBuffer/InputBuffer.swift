/// Holds the events that come before stream configurations do, the newest up to a capacity, in order.
///
/// Its content is mirrored in the store under the entries' numbers, so that it survives the end of the process.
struct InputBuffer: Sendable {
    /// A held submission and the number of its copy in the store.
    struct Entry: Sendable {
        let number: Int64
        let submission: Submission
    }

    private(set) var entries: [Entry] = []
    private var nextNumber: Int64 = 1
    let capacity: Int

    init(capacity: Int) { self.capacity = max(0, capacity) }

    /// Puts back what an earlier process left in the store, before anything is held.
    mutating func restore(_ stored: [Entry], nextNumber: Int64) {
        entries = stored
        self.nextNumber = nextNumber
    }

    /// Holds a submission at the end.
    ///
    /// - Returns: its entry, and the oldest ones that had to make room; the new entry itself when nothing can be held.
    mutating func hold(_ submission: Submission) -> (held: Entry, evicted: [Entry]) {
        let entry = Entry(number: nextNumber, submission: submission)
        nextNumber += 1
        entries.append(entry)
        let excess = entries.prefix(max(0, entries.count - capacity))
        entries.removeFirst(excess.count)
        return (entry, Array(excess))
    }

    /// Takes back what could not be decided yet, before everything else.
    mutating func putBack(_ undecided: [Entry]) { entries = undecided + entries }

    /// Gives back everything in order and holds nothing more.
    mutating func drain() -> [Entry] {
        defer { entries = [] }
        return entries
    }
}
