import EventPlatform

/// One pass over the lines of a file: submits what is an event, and says of the rest what is wrong and where.
struct SendRun {
    /// What the pass found.
    struct Outcome {
        var lines = 0
        var refused = 0
        /// The ledger of the store before the pass.
        var before: Ledger
    }

    let client: EventPlatformClient
    let path: String

    /// How many events are submitted before the pass waits for the store: well below what the inbox holds.
    private static let eventsPerStep = 1000

    func submitLines(of reader: inout LineReader) async throws -> Outcome {
        var outcome = Outcome(before: client.ledger)
        var ids = try ContentID(path)
        while let line = try reader.next() {
            outcome.lines += 1
            submit(line, &outcome, &ids)
            if outcome.lines.isMultiple(of: Self.eventsPerStep) {
                await client.persist()
                Output.note("\(outcome.lines) lines read")
            }
        }
        await client.persist()
        Output.note("\(outcome.lines) lines read, \(outcome.refused) of them no events")
        return outcome
    }

    private func submit(_ line: LineReader.Line, _ outcome: inout Outcome, _ ids: inout ContentID) {
        let number = outcome.lines
        guard !line.isBlank else { return }
        guard case .text(let bytes) = line else {
            outcome.refused += 1
            return Output.note("\(path):\(number): longer than \(LineReader.maximumBytes) bytes; skipped")
        }
        ids.read(bytes)
        do {
            let event = try EventLine(bytes, id: ids.id(ofLine: number))
            client.submit(stream: event.stream, event: event)
        } catch {
            outcome.refused += 1
            Output.note("\(path):\(number): \(error)")
        }
    }
}
