/// Holds the events that come before stream configurations do: the newest up to a capacity, in order.
///
/// Its content is mirrored in the store under the entries' numbers, so that it survives the end of the process.
struct InputBuffer: Sendable {
    /// A held submission and the number of its copy in the store.
    struct Entry: Sendable {
        let number: Int64
        let submission: Submission

        fileprivate var bytes: Int { submission.content.bytes.count }
    }

    private(set) var entries: [Entry] = []
    private var bytes = 0
    private var nextNumber: Int64 = 1
    let capacity: Int

    /// How many bytes the held events may have together, whatever their number.
    static let byteCapacity = 16 << 20

    init(capacity: Int) { self.capacity = max(0, capacity) }

    /// Takes over what an earlier process left in the store, before anything is held.
    mutating func restore(_ stored: [Entry]) {
        nextNumber = max(0, stored.map(\.number).max() ?? 0) + 1
        insert(stored)
    }

    /// Holds a submission at the end.
    ///
    /// - Returns: its entry.
    mutating func hold(_ submission: Submission) -> Entry {
        let entry = Entry(number: nextNumber, submission: submission)
        nextNumber += 1
        entries.append(entry)
        bytes += entry.bytes
        return entry
    }

    /// Inserts entries before everything else, in their order.
    mutating func insert(_ earlier: [Entry]) {
        entries = earlier + entries
        bytes += earlier.reduce(0) { $0 + $1.bytes }
    }

    /// Removes and returns the oldest entries that exceed the capacity; the newest one too when it does so alone.
    mutating func evictExcess() -> [Entry] {
        var count = max(0, entries.count - capacity)
        var rest = bytes - entries.prefix(count).reduce(0) { $0 + $1.bytes }
        while count < entries.count, rest > Self.byteCapacity {
            rest -= entries[count].bytes
            count += 1
        }
        return removeFirst(count)
    }

    /// Removes and returns the oldest entries.
    mutating func removeFirst(_ count: Int) -> [Entry] {
        let first = Array(entries.prefix(count))
        entries.removeFirst(first.count)
        bytes -= first.reduce(0) { $0 + $1.bytes }
        return first
    }
}
