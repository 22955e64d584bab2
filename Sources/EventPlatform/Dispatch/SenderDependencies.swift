/// The objects that the parts of a ``Sender`` share, and the destination that they serve.
struct SenderDependencies: Sendable {
    /// The service that the events are sent to.
    let destination: String
    let store: any EventStore
    let clocks: any Clocks
    let random: @Sendable () -> UInt64
    let diagnostics: Diagnostics
    let ledger: LiveLedger

    /// The time since boot.
    var now: Duration { clocks.sinceBoot }

    /// The metadata in every line of the log about a request.
    func identify(_ request: BatchRequest) -> ClientLog.Metadata {
        [
            .destination: destination, .batchID: "\(destination)-\(request.number)",
            .batchCount: "\(request.batch.events.count)",
        ]
    }

    /// Reports what happens to an event of a request.
    func report(_ event: LeasedEvent, of request: BatchRequest, _ what: String) {
        diagnostics.report(.delivery, "event \(event.id) of \(event.stream) \(what)", identify(request))
    }
}
