import EventPlatform
import EventStreams

private func watchingConfigurations(client: EventPlatformClient) async {
    for await change in client.streamConfigurationChanges {
        print("new streams: \(change.differences.added)")
    }
}

private func explaining(client: EventPlatformClient) async {
    print(await client.explain(stream: "app.toolbar"))
}

private func readingAnExplanation(client: EventPlatformClient) async {
    let explanation = await client.explain(stream: "app.toolbar")
    if case .drops(let reason) = explanation.outcome { print(reason.rawValue, explanation.summary) }
}

private func readingTheLedger(_ client: EventPlatformClient) {
    let account = client.ledger.total
    print("\(account.delivered) of \(account.submitted) delivered, \(account.pending) wait")
    for (reason, count) in account.dropped.sorted(by: { $0.key < $1.key }) {
        print("\(count) dropped: \(reason.rawValue)")
    }
}

private func readingDiagnostics(_ client: EventPlatformClient) {
    for diagnostic in client.diagnostics where diagnostic.kind == .invalidEvent {
        print(diagnostic.message)
    }
}

private func takingPartInAnExperiment(client: EventPlatformClient) {
    if client.enrollment(in: "larger-search-field")?.group == "treatment" {
        client.submitInteraction(stream: "app.search", action: "show_larger")
    }
}

private func countingDeliveries(client: EventPlatformClient) -> Int {
    let delivered = client.ledger["app.toolbar"].delivered
    return delivered
}

private func overridingAGroup(_ client: EventPlatformClient) {
    client.experimentOverrides = ExperimentOverrides(parameter: "larger-search-field:treatment")
}

private func usingAnInstrument(_ client: EventPlatformClient) {
    if let instrument = client.instrument(named: "search-latency") {
        client.submitInteraction(stream: .init(instrument.streamName), action: "search")
    }
}

private func readingBack(_ client: EventPlatformClient) async {
    print(client.configuration.network.timeout)
    if client.dispatchMode == .manual { await client.dispatch() }
    await client.set(conditions: client.conditions.union([.lowPower]))
    let title = client.context.page.title
    print(title ?? "no title")
}
