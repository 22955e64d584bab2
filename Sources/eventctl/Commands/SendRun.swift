import EventCatalog
import EventPlatform
import EventSupport

/// One pass over a file: submits the events, and reports every other line with its number and the reason.
struct SendRun: Sendable {
    /// The results of the pass.
    struct Outcome: Sendable {
        var lines = 0
        var refused = 0
        /// Whether the input was read to its end and stored: neither a signal nor a store that cannot be written ended
        /// the pass.
        var isComplete = false
        /// The ledger of the store before the pass.
        var before: Ledger
    }

    let client: EventPlatformClient
    let file: InputFile
    /// The results so far.
    let progress: Locked<Outcome>

    init(client: EventPlatformClient, file: InputFile, before: Ledger) {
        self.client = client
        self.file = file
        progress = Locked(Outcome(before: before))
    }

    /// The number of events that are submitted before the pass waits for the store: those of one transaction, so that
    /// the lines that a full disk has lost are known.
    private static let eventsPerTransaction = 64
    private static let linesPerReport = 1000
    /// The maximum duration of one transaction: that of many slow ones, since a schema is compiled before its first
    /// event is stored, and a busy machine needs seconds for it. Whoever does not want to wait can interrupt the pass.
    private static let storeDeadline = Duration.seconds(60)

    /// Submits the events until the end of the file or until the task is cancelled.
    func submitEvents(of reader: inout EventReader) async throws {
        var outcome = progress.withLock { $0 }
        defer { progress.withLock { [outcome] in $0 = outcome } }
        var ids = try ContentID(file)
        var transaction = (firstLine: 1, events: 0)
        var isStored = true
        while !Task.isCancelled {
            let item = try reader.next()
            let reports = reader.linesRead / Self.linesPerReport
            let isReportDue = reports > outcome.lines / Self.linesPerReport
            outcome.lines = reader.linesRead
            guard let item else {
                outcome.isComplete = true
                break
            }
            if transaction.events == 0 { transaction.firstLine = reader.line }
            transaction.events += 1
            submit(item, onLine: reader.line, &outcome, &ids)
            progress.withLock { [outcome] in $0 = outcome }
            if transaction.events == Self.eventsPerTransaction {
                isStored = await client.persist(deadline: Self.storeDeadline)
                if !isStored { break }
                transaction.events = 0
            }
            if isReportDue { Output.errorLine("\(reports * Self.linesPerReport) lines read") }
        }
        if isStored { isStored = await client.persist(deadline: Self.storeDeadline) }
        if !isStored, !Task.isCancelled {
            outcome.isComplete = false
            Output.errorLine(
                "\(file.name):\(transaction.firstLine): the store cannot be written, so this line and all later lines "
                    + "were not stored. Free disk space and run the same command again: no event is delivered twice")
        }
        report(outcome)
    }

    private func report(_ outcome: Outcome) {
        let read = "\(outcome.lines.counted("line")) read"
        switch outcome.refused {
        case 0: Output.errorLine(read)
        case 1: Output.errorLine("\(read); 1 is not an event and was skipped")
        case let refused: Output.errorLine("\(read); \(refused) are not events and were skipped")
        }
    }

    private func submit(_ item: EventReader.Item, onLine number: Int, _ outcome: inout Outcome, _ ids: inout ContentID)
    {
        do {
            let text: [UInt8]
            switch item {
            case .refused(let reason): throw CommandError("\(reason); skipped")
            case .event(let event): text = event
            }
            ids.read(text)
            let event = try EventLine(text, id: ids.id(ofLine: number))
            client.submit(stream: event.stream, event: event, origin: number, context: event.addIdentifiers)
        } catch {
            outcome.refused += 1
            Output.errorLine("\(file.name):\(number): \(error)")
        }
    }

    /// Reports which line was dropped and why, unless the stream's settings required it.
    static func report(_ drop: DropRecord, from file: InputFile) {
        guard !drop.reason.isIntended else { return }
        let place = drop.origin.map { "\(file.name):\($0)" } ?? file.name
        let remedy =
            switch drop.reason {
            case .unknownStream: "; configure it, or correct meta.stream"
            case .streamQuarantined: "; correct its configuration"
            default: ""
            }
        Output.errorLine(
            "\(place): dropped, \(drop.reason.rawValue): \(drop.detail ?? "stream \(drop.stream)")\(remedy)")
    }
}
