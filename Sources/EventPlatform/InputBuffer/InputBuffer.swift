/// Holds the submissions that arrive before stream configurations: the newest up to a capacity, in order.
///
/// The store has a copy of each entry under the entry's number, so that the content survives the end of the process.
struct InputBuffer: Sendable {
    /// A held submission and the number of its copy in the store.
    struct Entry: Sendable {
        let number: Int64
        let submission: Submission

        fileprivate var bytes: Int { submission.size }
    }

    private(set) var entries: [Entry] = []
    private var bytes = 0
    private var nextNumber: Int64 = 1
    let capacity: Int

    /// The maximum of all ``Submission/size`` together, in bytes.
    static let byteCapacity = 16 << 20

    init(capacity: Int) { self.capacity = max(0, capacity) }

    /// Restores the entries of an earlier process. Called before the first ``hold(_:)``, whose entry gets the number
    /// after `number`.
    mutating func restore(_ stored: [Entry], after number: Int64) {
        nextNumber = max(0, number) + 1
        insert(stored)
    }

    /// Appends a submission.
    ///
    /// - Returns: its entry.
    mutating func hold(_ submission: Submission) -> Entry {
        let entry = Entry(number: nextNumber, submission: submission)
        nextNumber += 1
        entries.append(entry)
        bytes += entry.bytes
        return entry
    }

    /// Inserts entries at the front, in their order.
    mutating func insert(_ earlier: [Entry]) {
        entries = earlier + entries
        bytes += earlier.reduce(0) { $0 + $1.bytes }
    }

    /// Removes and returns the oldest entries that exceed a capacity; also the newest when it alone exceeds
    /// ``byteCapacity``.
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
