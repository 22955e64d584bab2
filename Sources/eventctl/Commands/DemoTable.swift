import EventPlatform

/// A table that compares the client's ledger with the events in the intake's store.
struct DemoTable {
    let ledger: Ledger
    /// The number of events in the intake's store, by stream.
    let arrived: [String: Int]

    /// Prints the table.
    ///
    /// - Returns: whether the counts are equal for every stream and no event is pending.
    func print() throws -> Bool {
        try Output.line("")
        try Output.line(row("stream", "submitted", "delivered", "arrived", "pending", "dropped"))
        let names = Set(ledger.streams.keys).union(arrived.keys).sorted()
        for name in names { try Output.line(row(name, ledger.streams[name] ?? .init(), arrived[name] ?? 0)) }
        try Output.line(row("total", ledger.total, arrived.values.reduce(0, +)))
        let agrees =
            names.allSatisfy { (ledger.streams[$0]?.delivered ?? 0) == arrived[$0] ?? 0 } && ledger.total.pending == 0
        try Output.line(
            agrees
                ? "The counts of the ledger and of the intake's store are equal."
                : "The counts of the ledger and of the intake's store DIFFER, or events are pending.")
        return agrees
    }

    private func row(_ name: String, _ account: Ledger.Account, _ arrived: Int) -> String {
        let dropped = account.dropped.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key.rawValue)" }
        return row(
            name, "\(account.submitted)", "\(account.delivered)", "\(arrived)", "\(account.pending)",
            dropped.joined(separator: ", "))
    }

    private func row(_ name: String, _ cells: String...) -> String {
        let numbers = cells.dropLast().map { String(repeating: " ", count: max(0, 10 - $0.count)) + $0 }
        let padding = String(repeating: " ", count: max(0, 28 - name.count))
        let line = name + padding + numbers.joined() + "   " + (cells.last ?? "")
        return String(line.reversed().drop { $0 == " " }.reversed())
    }
}
