import ArgumentParser
import EventSimulation
import EventSupport

/// Makes a trace from the recording of a browser's developer tools.
struct SimulateRecord: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "record",
        abstract: "Makes a trace for `simulate radio` from a HAR file, which browsers and proxies record.",
        discussion: """
            In the developer tools of a browser the list of requests can be exported as HAR; proxies such as mitmproxy \
            and Charles export one of an app's requests. Each entry becomes a request of the trace. Entries that came \
            from a cache are left out, since they used no network. The messages of a WebSocket are \
            transfers of their own, where the file has them.

            A HAR file has no events: one is added for each page, or with --events-per-minute as many as that, at \
            equal distances.

            EXAMPLE
              eventctl simulate record shop.har --output shop.csv
              eventctl simulate record shop.har --events-per-minute 6 | eventctl simulate radio -

            Exit status: 0 the trace was written; 64 wrong usage; 70 could not run.
            """)

    @Argument(help: ArgumentHelp("The HAR file.", valueName: "FILE"))
    var file: String

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Add this many events a minute, in place of one for each page; 0 adds none.", valueName: "N"))
    var eventsPerMinute: Double?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The size of each event.", valueName: "BYTES"))
    var eventBytes = 600

    @Option(
        name: [.customShort("o"), .long],
        help: ArgumentHelp("Write the trace to this file. The default is standard output.", valueName: "FILE"),
        transform: OutputFile.init)
    var output = OutputFile.standardOutput

    /// More than a person can cause, and few enough for a trace of an hour.
    private static let eventRate = 0.0...600

    func validate() throws {
        if let eventsPerMinute, !Self.eventRate.contains(eventsPerMinute) {
            throw ValidationError("--events-per-minute '\(eventsPerMinute)' must be a number from 0 to 600")
        }
        guard AppTrace.eventByteRange.contains(eventBytes) else {
            let (minimum, maximum) = (AppTrace.eventByteRange.lowerBound, AppTrace.eventByteRange.upperBound)
            throw ValidationError("--event-bytes '\(eventBytes)' must be a number from \(minimum) to \(maximum)")
        }
    }

    func run() throws {
        try output.requireOther(than: [file])
        let input = InputFile(file)
        let har = try HARFile(file: try input.bytes(wanted: "a HAR recording"), name: input.name)
        let trace = try har.trace(
            name: input.name, events: eventsPerMinute.map { .perMinute($0) } ?? .onePerPage, bytes: eventBytes)
        try output.write(trace.text(comment: comment(har, trace)).utf8)
    }

    private func comment(_ har: HARFile, _ trace: AppTrace) -> [String] {
        let name = PlainLine(trace.name).text
        let origin = eventsPerMinute.map { "\($0) a minute" } ?? "one for each page"
        return [
            "From \(name). Requests: \(har.requests.count). Entries without a transfer: \(har.withoutTransfer).",
            "Events: \(trace.events.count) of \(eventBytes) bytes, \(origin).",
        ]
    }
}
