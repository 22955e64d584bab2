import ArgumentParser
import EventPlatform
import EventSupport
import Foundation

/// Runs one path with so many events, and then compares the ledger with what should have happened.
///
/// Its `run` is synchronous, so that it runs under callgrind. `Benchmarks/instructions` takes the difference of two
/// runs, which leaves out what the start costs; `Benchmarks/compare` uses the figures that `--timed` prints.
struct Run: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Runs one path.")

    enum Path: String, ExpressibleByArgument, CaseIterable {
        /// Nothing: what a program takes that links the client and makes none.
        case imports
        /// Submit calls for a stream that has no session in its sample.
        case refused
        /// Submit calls for a stream that nobody has configured.
        case unknown
        /// Submit calls that are taken, on the callers' threads alone.
        case submit
        /// From the submit call to the commit in the store file.
        case store
        /// From the store file to the intake's response: what is submitted, and what waits.
        case drain
        /// From the creation of a client to its first request, which gets no response.
        case start
        /// A started client that has nothing to do.
        case idle
    }

    @Argument(help: "\(Path.allCases.map(\.rawValue).joined(separator: ", ")).") var path: Path
    @Option(help: "How many events are submitted.") var count = 0
    @Option(help: "How many sessions the events belong to.") var sessions = 1
    @Option(help: "How many streams the events belong to, in turn.") var streams = 1
    @Option(help: "The bytes of an event, which is then one of a type of its own.") var size: Int?
    @Option(help: "How many threads submit at once.") var threads = 1
    @Option(help: "How many events a transaction stores.") var transaction = 64
    @Option(help: "A store file that is kept; unless given, a new one is removed.") var file: String?
    @Option(help: "How many events wait in the store file.") var waiting = 0
    @Option(help: "Where a drain goes; unless given, a response comes from memory.") var url: String?
    @Flag(help: "Print figures, and count the rows of the store file.") var timed = false

    func run() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "hot-paths-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let store = file.map { URL(filePath: $0) } ?? folder.appending(path: "events.sqlite")
        var figures = path == .imports ? [] : try measure(store)
        if timed {
            figures.append(("peak memory kB", try ProcessFiles.peakKilobytes()))
            figures.append(("anonymous memory kB", try ProcessFiles.anonymousKilobytes()))
        }
        if timed { figures += path == .imports ? [sendsOverURLSession] : try compareRows(of: store) }
        try FileManager.default.removeItem(at: folder)
        if timed { print(figures.map { "\($0.name)\t\($0.value)" }.joined(separator: "\n")) }
    }

    /// Runs the path with a client, and shuts the client down.
    private func measure(_ store: URL) throws -> [Figure] {
        let workload = Workload(
            store: store, url: url, streamCount: streams, eventBytes: size, eventsPerTransaction: transaction)
        let (client, outcome) =
            switch path {
            case .start: start(workload)
            case .idle: try idle(workload)
            case .imports, .refused, .unknown, .submit, .store, .drain: try onReadyClient(workload)
            }
        let account = client.ledger.total
        // Under callgrind a store closes later than a shutdown allows.
        Blocking.run { await client.shutdown(deadline: .zero, closingWithin: .seconds(600)) }
        guard outcome.isExpected(account) else {
            throw ValidationError("the account of \(count) events is not what it should be: \(account)")
        }
        return outcome.figures
    }

    private func onReadyClient(_ workload: Workload) throws -> (EventPlatformClient, Outcome) {
        let client = workload.client()
        Blocking.run { await client.loadConfigurations() }
        let outcome =
            switch path {
            case .refused: refused(client, workload, Workload.refused, .outOfSample)
            case .unknown: refused(client, workload, Workload.unknown, .unknownStream)
            case .submit: submit(client, workload)
            case .store: store(client, workload)
            case .drain: drain(client, workload)
            case .imports, .start, .idle: throw ValidationError("\(path.rawValue) has no client that is ready")
            }
        return (client, outcome)
    }

    /// Holds the rows of the file against the account, and divides its size by their number.
    private func compareRows(of store: URL) throws -> [Figure] {
        let file = try SQLiteEventStore(path: store.path)
        let rows = try file.storedRows(atMost: .max).count
        try file.close()
        guard rows == expectedRows else { throw ValidationError("\(rows) rows are stored, not \(expectedRows)") }
        let size = try FileManager.default.attributesOfItem(atPath: store.path)[.size] as? Int
        return path == .store ? [("bytes an event", Double(size ?? 0) / Double(max(1, rows)))] : []
    }

    private var sendsOverURLSession: Figure {
        let transport = "\(type(of: DefaultConnection.make()))"
        return ("sends over URLSession", transport.hasPrefix("URLSession") ? 1 : 0)
    }

    private var expectedRows: Int {
        switch path {
        case .submit, .store, .start: waiting + count
        case .imports, .refused, .unknown, .drain, .idle: 0
        }
    }
}

/// A figure that a path prints.
typealias Figure = (name: String, value: Double)

/// What a path has measured, and whether the ledger is as it should be then.
struct Outcome {
    let figures: [Figure]
    let isExpected: (Ledger.Account) -> Bool
}
