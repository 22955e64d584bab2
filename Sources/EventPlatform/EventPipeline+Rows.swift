import EventStreams

extension EventPipeline {
    /// The row of an event that has passed all stages.
    func makeRow(
        of event: Event, for stream: StreamConfiguration, by snapshot: DecisionSnapshot, at now: StorageTime
    ) -> NewEvent {
        var row = row(withBody: event.body, of: event, for: stream, by: snapshot, at: now)
        row.isNumbered = event.isNumbered
        return row
    }

    /// The row of an event whose schema is loading. Its body is the admitted submission.
    func makeAwaitingRow(
        of event: Event, for stream: StreamConfiguration, by snapshot: DecisionSnapshot, at now: StorageTime
    ) -> NewEvent {
        let context = StreamContext.selection(
            from: event.submission.context, event.submission.identity,
            installID: event.submission.installID ?? snapshot.installID, for: stream, schema: event.schema,
            schemaID: event.schemaID)
        let submission = event.submission.changed {
            $0.context = context
            $0.isAdmitted = true
            $0.identity = Sessions.Identity()
        }
        var row = row(withBody: submission.encoded(), of: event, for: stream, by: snapshot, at: now)
        row.awaitedSchema = event.schemaID.path
        return row
    }

    private func row(
        withBody body: [UInt8], of event: Event, for stream: StreamConfiguration, by snapshot: DecisionSnapshot,
        at now: StorageTime
    ) -> NewEvent {
        let (service, isKnown) = snapshot.settings.network.destinations.service(named: stream.destination)
        if !isKnown {
            let name = stream.destination ?? ""
            diagnostics.report(
                .streamConfiguration,
                "\(stream.name): no URL is known for destination \(name); its events go to \(service)")
        }
        let name = event.submission.stream
        var row = NewEvent(
            id: event.document.id, stream: name, destination: service,
            priority: snapshot.settings.store.priorities[name] ?? .normal, storedAt: now, body: body)
        row.isIDGenerated = event.document.isIDGenerated
        return row
    }
}
