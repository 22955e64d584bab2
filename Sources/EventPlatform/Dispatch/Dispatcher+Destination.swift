import Foundation

extension Dispatcher {
    /// Sends everything for a destination, oldest first, each event at most once; ends early when the destination
    /// fails, the user declines, or the task is cancelled. One request is in flight at a time.
    func sendAll(for destination: String, from store: any EventStore) async {
        let network = settings.read(\.network)
        var last: Int64 = 0
        var limit = network.batchSize
        while !Task.isCancelled, maySend, retries.allow(destination, now: clocks.sinceBoot) {
            let lease = lease(of: network)
            let read = attempt("reading the store") {
                try store.take(limit, for: destination, after: last, lease: lease)
            }
            guard let waiting = read, let lastRead = waiting.last else { return }
            // Whatever gets a verdict is no longer out by then.
            defer { store.giveBack(waiting.map(\.row)) }
            let ready = waiting.filter { retries.allow($0, now: clocks.sinceBoot) }
            guard !ready.isEmpty else {
                last = lastRead.row
                continue
            }
            let batch = Batch(from: ready, limit: limit, byteLimit: network.byteLimit)
            guard let answer = await send(batch, to: destination, network) else { return }
            note(answer.destination, for: destination)
            if case .wantsSmallerBatches = answer.destination {
                limit = max(1, batch.events.count / 2)
                continue
            }
            guard attempt("recording verdicts", { try record(answer, for: batch, to: destination, in: store) }) != nil
            else {
                // Without a record the same events would go again at once.
                return note(.backsOff(retryAfter: nil), for: destination)
            }
            last = batch.events.last?.row ?? last
        }
    }

    /// How long events are out: a request's time and some more, after which their sender is taken for dead.
    private func lease(of network: EventPlatformClient.Configuration.Network) -> Lease {
        let now = clocks.sinceBoot
        return Lease(now: now, deadline: now + network.timeout * 2 + .seconds(60))
    }

    /// Posts a batch. `nil` when the task was cancelled: then nothing is known, and nothing changes.
    private func send(
        _ batch: Batch, to destination: String, _ network: EventPlatformClient.Configuration.Network
    ) async -> IntakeAnswer? {
        guard let url = network.destinations.url(of: destination) else {
            return IntakeAnswer(
                noAnswerTo: batch, byteLimit: network.byteLimit, policy: network.retry,
                remark: "no URL is known for destination \(destination)")
        }
        let request = NetworkRequest(
            method: .post, url: url, headers: network.headers.merging(["Content-Type": "application/json"]) { $1 },
            body: batch.body, timeout: network.timeout)
        let answer: IntakeAnswer
        do {
            let response = try await connection.send(request)
            answer = IntakeAnswer(
                response, to: batch, byteLimit: network.byteLimit, policy: network.retry, now: clocks.wall)
        } catch is CancellationError {
            diagnostics.report(
                .delivery, "\(url.withoutSecrets): no answer before the sending was ended; the events are kept")
            return nil
        } catch {
            answer = IntakeAnswer(
                noAnswerTo: batch, byteLimit: network.byteLimit, policy: network.retry,
                remark: "no answer from the intake: \(error)")
        }
        if let remark = answer.remark { diagnostics.report(.delivery, "\(url.withoutSecrets): \(remark)") }
        return answer
    }

    private func record(
        _ answer: IntakeAnswer, for batch: Batch, to destination: String, in store: any EventStore
    ) throws {
        var transaction = StoreTransaction()
        for (event, fate) in zip(batch.events, answer.fates) {
            switch fate {
            case .delivered:
                transaction.finished.append(FinishedEvent(row: event.row, outcome: .delivered))
                if settings.read(\.store.remembersDelivered) { transaction.remembered.append(event.id) }
            case .dropped(let reason):
                transaction.finished.append(FinishedEvent(row: event.row, outcome: .dropped(reason)))
            case .failed: transaction.failed.append(event.row)
            case .kept: break
            }
        }
        guard !transaction.isEmpty else { return }
        book.add(try store.commit(transaction))
        for event in transaction.finished { retries.finished(event.row) }
        for (event, fate) in zip(batch.events, answer.fates) where fate == .failed {
            retries.failed(event, for: destination, now: clocks.sinceBoot)
        }
    }

    private func note(_ outcome: IntakeAnswer.Destination, for destination: String) {
        switch outcome {
        case .goesOn: retries.succeeded(destination)
        case .backsOff(let retryAfter):
            retries.failed(destination, now: clocks.sinceBoot, retryAfter: retryAfter, random: random())
        case .wantsSmallerBatches: break
        }
    }
}

extension URL {
    /// Scheme, host and path: what a log may show of a URL.
    var withoutSecrets: String {
        guard var components = URLComponents(url: self, resolvingAgainstBaseURL: true) else { return host ?? "" }
        (components.user, components.password, components.query, components.fragment) = (nil, nil, nil, nil)
        return components.string ?? host ?? ""
    }
}
