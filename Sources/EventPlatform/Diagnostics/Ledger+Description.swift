extension Ledger.Account: CustomStringConvertible {
    /// The account in one line: `12 submitted: 9 delivered, 1 pending, 2 dropped (curated 2)`.
    public var description: String {
        var parts = ["\(delivered) delivered", "\(pending) pending", "\(droppedTotal) dropped\(dropped.reasons)"]
        if unvalidated > 0 { parts.append("\(unvalidated) unvalidated") }
        return "\(submitted) submitted: " + parts.joined(separator: ", ")
    }
}

extension Ledger: CustomStringConvertible {
    /// The total in one line, then a line for each stream, sorted by name.
    public var description: String {
        let lines = streams.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
        return (["all streams: \(total)"] + lines).joined(separator: "\n")
    }
}

extension [DropReason: Int] {
    /// The reasons with their counts, in parentheses; empty when there are none.
    var reasons: String {
        if isEmpty { return "" }
        return " (" + sorted { $0.key < $1.key }.map { "\($0.key.rawValue) \($0.value)" }.joined(separator: ", ") + ")"
    }
}
