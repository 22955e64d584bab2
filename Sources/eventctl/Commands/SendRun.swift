import EventCatalog
import EventPlatform
import EventSupport

/// One pass over the lines of a file: submits the events and reports every other line with its number and the reason.
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

    /// The number of lines that are submitted before the pass waits for the store: those of one transaction, so that
    /// the lines that a full disk has lost are known.
    private static let linesPerTransaction = 64
    private static let linesPerReport = 1000
    /// The maximum duration of one transaction: that of many slow ones, since a schema is compiled before its first
    /// event is stored, and a busy machine needs seconds for it. Whoever does not want to wait can interrupt the pass.
    private static let storeDeadline = Duration.seconds(60)

    /// Submits the lines until the end of the file or until the task is cancelled.
    func submitLines(of reader: inout LineReader) async throws {
        var outcome = progress.withLock { $0 }
        defer { progress.withLock { [outcome] in $0 = outcome } }
        var ids = try ContentID(file)
        var isStored = true
        while !Task.isCancelled {
            guard let line = try reader.next() else {
                outcome.isComplete = true
                break
            }
            outcome.lines += 1
            submit(line, &outcome, &ids)
            progress.withLock { [outcome] in $0 = outcome }
            guard outcome.lines.isMultiple(of: Self.linesPerTransaction) else { continue }
            isStored = await client.persist(deadline: Self.storeDeadline)
            if !isStored { break }
            let reports = outcome.lines / Self.linesPerReport
            if reports > (outcome.lines - Self.linesPerTransaction) / Self.linesPerReport {
                Output.errorLine("\(reports * Self.linesPerReport) lines read")
            }
        }
        if isStored { isStored = await client.persist(deadline: Self.storeDeadline) }
        if !isStored, !Task.isCancelled {
            outcome.isComplete = false
            let first = (outcome.lines - 1) / Self.linesPerTransaction * Self.linesPerTransaction + 1
            Output.errorLine(
                "\(file.name):\(first): the store cannot be written, so this line and all later lines were not stored. "
                    + "Free disk space and run the same command again: no event is delivered twice"
            )
        }
        let read = "\(outcome.lines.counted("line")) read"
        switch outcome.refused {
        case 0: Output.errorLine(read)
        case 1: Output.errorLine("\(read); 1 is not an event and was skipped")
        case let refused: Output.errorLine("\(read); \(refused) are not events and were skipped")
        }
    }

    private func submit(_ line: LineReader.Line, _ outcome: inout Outcome, _ ids: inout ContentID) {
        let number = outcome.lines
        guard !line.isBlank else { return }
        guard case .text(let bytes) = line else {
            outcome.refused += 1
            return Output.errorLine("\(file.name):\(number): longer than \(LineReader.maximumBytes) bytes; skipped")
        }
        ids.read(bytes)
        do {
            let event = try EventLine(bytes, id: ids.id(ofLine: number))
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
