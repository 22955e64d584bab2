/// The events of one request on their way through sinks and store: the verdicts, and which events still pass.
struct EventBatch {
    /// An event that every sink so far has written.
    private struct Passing {
        let event: SinkEvent
        /// The index of its verdict; `nil` for an error event, which has none.
        let verdict: Int?
    }

    private(set) var verdicts: [EventVerdict]
    /// Why events could not be written or stored, the first of them; `nil` when all were.
    private(set) var failure: (any Error)?
    /// The number of events that could not be written or stored.
    private(set) var failureCount = 0
    /// The number of error events among them.
    private(set) var unwrittenErrorEvents = 0
    private var passing: [Passing]

    /// - Parameters:
    ///   - verdicts: those of validation.
    ///   - errorEvents: the error events about invalid events.
    init(_ verdicts: [EventVerdict], errorEvents: [AcceptedEvent]) {
        self.verdicts = verdicts
        // Encoded here, on the request's task, because each writer is shared by all requests.
        passing =
            verdicts.enumerated().compactMap { index, verdict in
                verdict.accepted.map { Passing(event: SinkEvent($0), verdict: index) }
            } + errorEvents.map { Passing(event: SinkEvent($0), verdict: nil) }
    }

    /// Writes the events that pass. Those that the sink cannot write fail, and pass no further.
    mutating func write(to sink: any EventSink) async throws(SinkUnavailable) {
        do {
            try await sink.write(passing.map(\.event))
        } catch let error as SinkUnavailable {
            throw error
        } catch let error as PartialWriteError {
            let reasons = error.reasons.filter { passing.indices.contains($0.key) }
            fail(reasons, error.causes, error: error)
            passing = passing.indices.filter { reasons[$0] == nil }.map { passing[$0] }
        } catch {
            fail(Dictionary(uniqueKeysWithValues: passing.indices.map { ($0, "\(error)") }), [:], error: error)
            passing = []
        }
    }

    /// Stores the events that pass, and those that were rejected, so that queries find what the response reports.
    mutating func store(in store: IntakeStore, sent: ReceivedEvent.Sent?) async {
        do {
            try await store.add(passing.map(\.event), rejected: verdicts.compactMap(\.rejected), sent: sent)
        } catch {
            note(error, count: verdicts.count - failureCount)
            unwrittenErrorEvents += passing.count { $0.verdict == nil }
            for index in verdicts.indices { verdicts[index] = verdicts[index].failing(Self.refusal("\(error)", .sink)) }
        }
    }

    private mutating func fail(_ reasons: [Int: String], _ causes: [Int: RejectionCause], error: any Error) {
        note(error, count: reasons.count)
        for (place, reason) in reasons {
            guard let index = passing[place].verdict else {
                unwrittenErrorEvents += 1
                continue
            }
            verdicts[index] = verdicts[index].failing(Self.refusal(reason, causes[place] ?? .sink))
        }
    }

    private mutating func note(_ error: any Error, count: Int) {
        failure = failure ?? error
        failureCount += count
    }

    private static func refusal(_ reason: String, _ cause: RejectionCause) -> EventRefusal {
        EventRefusal("The event could not be stored: \(reason)", cause)
    }
}
