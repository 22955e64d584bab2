import EventSupport

extension EventPlatformClient {
    /// Returns when everything submitted before the call is in the store, or dropped and counted.
    ///
    /// ```swift
    /// client.submitInteraction(stream: "app.orders", action: "pay")
    /// if await !client.persist() { print("the store cannot be used; events wait in memory") }
    /// ```
    ///
    /// A running client stores events without this call too, within ``Configuration/Store/commitDelay``. The call is
    /// for a moment after which the process may end, as when an app goes to the background. It waits neither for the
    /// network, nor for stream configurations, nor for schemas.
    ///
    /// - Parameter deadline: the maximum duration of the call: 5 s unless given. The store may need longer, as when
    ///   another program has locked its file; the events are then stored as soon as it responds.
    /// - Returns: `true`; `false` when the store did not respond before the deadline, or could not be written, as on a
    ///   full disk. Then the events wait in memory, at most 10 000 and at most 32 MiB, and every following commit tries
    ///   again; beyond that the oldest are dropped as ``DropReason/storeUnavailable``. `false` also when the configured
    ///   store could not be opened and the client continues in memory: the events are sent, or lost with the process.
    ///   Where memory is what the app has configured (``StoreLocation/inMemory``), `true` says that they are there.
    @discardableResult
    public func persist(deadline: Duration = .seconds(5)) async -> Bool {
        let clocks = dependencies.clocks
        let end = clocks.sinceBoot.adding(deadline)
        let core = runtime.core
        guard case .value(let isCommitted) = await clocks.run(until: end, { await core.persist() })
        else {
            reportBlockedStore("events that were submitted before wait in memory")
            return false
        }
        return isCommitted
    }

    func reportBlockedStore(_ consequence: String) {
        dependencies.diagnostics.report(.store, "the store did not respond in time: \(consequence)")
    }

    /// Sends pending events, whatever the dispatch mode, until none is pending, none can be sent before the deadline,
    /// or the deadline has passed.
    ///
    /// ```swift
    /// let report = await client.flush(deadline: .seconds(5))
    /// if report.pending > 0 { print("\(report.pending) events stay in the store: \(report.end)") }
    /// ```
    ///
    /// A destination that fails is tried again after its back-off, within the deadline; one that does not respond
    /// delays no other. The flush waits for stream configurations and schemas that are being fetched. Events that
    /// cannot be sent stay in the store. It ends sooner when the calling task is cancelled. With ``Consent/pending``
    /// nothing is sent.
    ///
    /// A client that is not started fetches no stream configurations: events that need them stay.
    ///
    /// - Parameter deadline: the maximum duration of the flush. The call returns then even if a request has no
    ///   response. With 0 or less it returns at once.
    /// - Returns: what became of events during the flush, and why it ended.
    public func flush(deadline: Duration) async -> FlushReport {
        let clocks = dependencies.clocks
        let end = clocks.sinceBoot.adding(deadline)
        let before = Locked<Ledger.Account?>(nil)
        let result = await clocks.run(until: end) { [runtime, dependencies] in
            await runtime.core.prepare()  // the ledger of earlier runs comes with the store
            before.withLock { $0 = dependencies.ledger.current.total }
            return await runtime.core.flush(until: end)
        }
        let after = dependencies.ledger.current.total
        var reason = FlushEnd.deadline
        switch result {
        case .value(let end): reason = end
        case .unfinished(let task): task.cancel()
        }
        if reason == .deadline, Task.isCancelled, clocks.sinceBoot < end { reason = .cancelled }
        return FlushReport(from: before.withLock { $0 } ?? after, to: after, end: reason)
    }

    /// Sends pending events once, whatever the dispatch mode, and returns when the responses have arrived.
    ///
    /// ```swift
    /// let report = await client.dispatch()
    /// print("\(report.delivered) delivered, \(report.pending) wait")
    /// ```
    ///
    /// For a moment that suits the app, such as beside a request of its own; with ``DispatchMode/manual`` nothing else
    /// sends. A destination that is in its back-off is left out, one that begins a back-off gets no further request,
    /// and no ``DispatchProfile`` applies. Where no back-off follows, the events of a failed request are sent again at
    /// once, for example in halves when the batch was too large. Each request may take
    /// ``NetworkConfiguration/timeout``; ``flush(deadline:)`` has a deadline of its own. Source: Google Analytics'
    /// `dispatch`.
    ///
    /// - Returns: what became of events during the call.
    @discardableResult
    public func dispatch() async -> FlushReport {
        await runtime.core.prepare()  // the ledger of earlier runs comes with the store
        let before = dependencies.ledger.current.total
        await runtime.core.cycle(isPaced: false)
        let after = dependencies.ledger.current.total
        let end: FlushEnd =
            after.pending == 0 ? .nothingPending : .blocked("what could be sent at once was sent")
        return FlushReport(from: before, to: after, end: end)
    }
}
