import EventSupport

/// Keeps the ledger: all counts, and the part of them that no transaction of the store has recorded yet.
///
/// An event that gets a row is recorded by the transaction that writes the row. An event that is dropped before it has
/// a row is complete at once; the next transaction records it.
package final class LiveLedger: Sendable {
    /// The account of one stream.
    private struct Line {
        let stream: String
        var account = Ledger.Account()
        var unsaved = Ledger.Account()

        /// Counts an event that is dropped before it has a row.
        mutating func countSubmittedAndDropped(_ reason: DropReason) {
            account.submitted += 1
            account.countDropped(reason)
            unsaved.submitted += 1
            unsaved.countDropped(reason)
        }
    }

    /// The position of a stream's account, so that the stream's name is not looked up again.
    struct Place: Sendable {
        fileprivate let position: Int
    }

    private struct State {
        var lines: [Line] = []
        /// The position of each stream in ``lines``. No line is ever removed.
        var positions: [String: Int] = [:]
        /// The number of lines that belong to configured streams.
        var configuredCount = 0
        var hasUnsaved = false

        /// The position of a stream's line, which is added if it is missing.
        mutating func position(of stream: String) -> Int {
            if let position = positions[stream] { return position }
            lines.append(Line(stream: stream))
            positions[stream] = lines.count - 1
            return lines.count - 1
        }

        /// The position of a stream's line, or of the line that all streams beyond ``maximumStreams`` share.
        mutating func position(ofNamed stream: String) -> Int {
            if let position = positions[stream] { return position }
            let hasRoom = lines.count - configuredCount < maximumStreams
            return position(of: hasRoom ? stream : otherStreams)
        }
    }
    private let state = Locked(State())

    /// The maximum number of accounts of streams without a configuration, since callers may name any stream; all
    /// further streams share one account.
    static let maximumStreams = 4096
    static let otherStreams = "(other streams)"

    /// Creates an empty ledger.
    package init() {}

    /// The ledger at this moment.
    package var current: Ledger {
        let lines = state.withLock { $0.lines }
        var ledger = Ledger()
        ledger.streams.reserveCapacity(lines.count)
        for line in lines where !line.account.isEmpty { ledger.streams[line.stream] = line.account }
        return ledger
    }

    /// The place of the account of a configured stream.
    func place(of stream: String) -> Place {
        state.withLock { state in
            if state.positions[stream] == nil { state.configuredCount += 1 }
            return Place(position: state.position(of: stream))
        }
    }

    /// Whether counts wait for the next transaction.
    var hasUnsaved: Bool { state.withLock { $0.hasUnsaved } }

    /// Adds the counts of earlier processes.
    func restore(_ stored: Ledger) { add(stored) }

    func countSubmitted(_ stream: String, at place: Place? = nil) {
        state.withLock { state in
            let position = place?.position ?? state.position(of: stream)
            state.lines[position].account.submitted += 1
        }
    }

    /// Counts the drop of an event that was counted as submitted, and that never got a row.
    func countRefused(_ stream: String, _ reason: DropReason) {
        state.withLock { state in
            let position = state.position(of: stream)
            state.lines[position].account.countDropped(reason)
            state.lines[position].unsaved.submitted += 1
            state.lines[position].unsaved.countDropped(reason)
            state.hasUnsaved = true
        }
    }

    /// Counts an event that is dropped on the caller's thread. `place` is that of a configured stream, where it is
    /// known.
    func countSubmittedAndDropped(_ stream: String, at place: Place? = nil, _ reason: DropReason) {
        state.withLock { state in
            let position = place?.position ?? state.position(ofNamed: stream)
            state.lines[position].countSubmittedAndDropped(reason)
            state.hasUnsaved = true
        }
    }

    /// Counts a change that a transaction is about to record, or has recorded.
    package func add(_ change: Ledger) {
        state.withLock { state in
            for (stream, account) in change.streams { state.lines[state.position(of: stream)].account += account }
        }
    }

    /// Counts a drop that a transaction is about to record, or has recorded.
    func countDropped(_ stream: String, _ reason: DropReason) { count(stream) { $0.countDropped(reason) } }

    /// Counts an event that continues without validation, as a transaction is about to record.
    func countUnvalidated(_ stream: String) { count(stream) { $0.unvalidated += 1 } }

    private func count(_ stream: String, _ change: @Sendable (inout Ledger.Account) -> Void) {
        state.withLock { state in change(&state.lines[state.position(of: stream)].account) }
    }

    /// Removes and returns the counts that the next transaction has to record.
    func drainUnsaved() -> Ledger {
        state.withLock { state in
            guard state.hasUnsaved else { return Ledger() }
            state.hasUnsaved = false
            var unsaved = Ledger()
            for position in state.lines.indices where !state.lines[position].unsaved.isEmpty {
                unsaved.streams[state.lines[position].stream] = state.lines[position].unsaved
                state.lines[position].unsaved = Ledger.Account()
            }
            return unsaved
        }
    }

    /// Puts back the counts that a failed transaction could not record.
    func returnUnsaved(_ ledger: Ledger) {
        state.withLock { state in
            for (stream, account) in ledger.streams { state.lines[state.position(of: stream)].unsaved += account }
            state.hasUnsaved = state.hasUnsaved || !ledger.isEmpty
        }
    }
}
