import EventPlatform
import EventStreams

private func watchingConfigurations(client: EventPlatformClient) async {
    for await change in client.configurationChanges {
        print("new streams: \(change.differences.added)")
    }
}

private func explaining(client: EventPlatformClient) async {
    print(await client.explain(stream: "app.toolbar"))
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
