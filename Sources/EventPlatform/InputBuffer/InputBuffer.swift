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
    /// Held submissions of the store that its cipher cannot open. They stay there for a process that can.
    private(set) var sealed: [HeldSubmission] = []
    private var bytes = 0
    private var nextNumber: Int64 = 1
    let capacity: Int

    /// The maximum of all ``Submission/size`` together, in bytes.
    static let byteCapacity = 16 << 20

    init(capacity: Int) { self.capacity = max(0, capacity) }

    /// Restores what an earlier process has held. Called before the first ``hold(_:)``.
    ///
    /// - Returns: what cannot be decoded, and is not held.
    mutating func restore(_ stored: [HeldSubmission], _ diagnostics: Diagnostics) -> [HeldSubmission] {
        nextNumber = max(0, stored.map(\.number).max() ?? 0) + 1
        return insert(stored, diagnostics)
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

    /// Inserts what another process has held at the front, in its order.
    ///
    /// - Returns: what cannot be decoded, and is not held.
    mutating func insert(_ held: [HeldSubmission], _ diagnostics: Diagnostics) -> [HeldSubmission] {
        var (earlier, undecodable): ([Entry], [HeldSubmission]) = ([], [])
        for held in held {
            if held.isSealed {
                sealed.append(held)
            } else if let submission = diagnostics.decode(held.submission) {
                earlier.append(Entry(number: held.number, submission: submission))
            } else {
                undecodable.append(held)
            }
        }
        if !sealed.isEmpty {
            diagnostics.report(
                .store,
                "\(sealed.count) events that wait for stream configurations are sealed, and the cipher cannot open "
                    + "them; they stay in the store. Set the cipher that sealed them")
        }
        entries = earlier + entries
        bytes += earlier.reduce(0) { $0 + $1.bytes }
        return undecodable
    }

    /// Removes and returns what is sealed.
    mutating func removeSealed() -> [HeldSubmission] {
        defer { sealed = [] }
        return sealed
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

extension Diagnostics {
    /// The encoded submission; `nil`, with a diagnostic, when the bytes are damaged.
    func decode(_ bytes: [UInt8]) -> Submission? { attempt("reading a submission") { try Submission(bytes) } }
}
