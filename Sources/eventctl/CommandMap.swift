import EventSupport

/// Which command is for what: what `eventctl` prints without arguments, on one screen of 24 rows and 80 columns.
enum CommandMap {
    /// Commands with one purpose.
    private struct Group {
        let purpose: String
        /// What one wants to do, and the commands that do it.
        let rows: [(wish: String, commands: String)]
    }

    private static let groups = [
        Group(
            purpose: "To begin",
            rows: [
                ("a package: schema, stream, instrument, test", "init NAME"),
                ("see events counted from end to end", "demo"),
                ("run a platform on this machine", "serve"),
            ]),
        Group(
            purpose: "Schemas and streams",
            rows: [
                ("begin a schema, then each next version", "schemas new, bump, materialize"),
                ("compare versions; publish them as a site", "schemas diff, compat, docs"),
                ("begin, list, compare, import streams", "streams new, list, diff, import"),
                ("find every mistake; in an editor too", "check; rules; schema-for; project"),
            ]),
        Group(
            purpose: "Events",
            rows: [
                ("what would become of one, and why", "explain STREAM"),
                ("validate or send those in a file", "validate FILE, send FILE"),
                ("what has arrived; what waits to be sent", "received; queue"),
                ("try every stream of an intake", "canary"),
            ]),
        Group(
            purpose: "Before it happens",
            rows: [
                ("predict volume, outages, use of the radio", "simulate stream, mixed, radio"),
                ("make an intake fail on purpose", "faults"),
                ("compare the validator with others", "bowtie"),
            ]),
    ]

    /// The map.
    static let text =
        (TextTable([["You want to", "eventctl …"]] + groups.flatMap(rows)).lines
        + ["Each has --help with an example: eventctl COMMAND --help"]).joined(separator: "\n")

    private static func rows(of group: Group) -> [[String]] {
        [[group.purpose, ""]] + group.rows.map { ["  \($0.wish)", $0.commands] }
    }
}
