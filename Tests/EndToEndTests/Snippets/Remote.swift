import EventPlatform

private func creatingClients() -> EventPlatformClients {
    let clients = EventPlatformClients(
        remoteConfiguration: RemoteConfiguration(endpoint: "https://config.example.org/events.json", method: .get),
        defaultConfiguration: [
            ConfigurationBundle(
                namespace: "app", networkConfiguration: NetworkConfiguration(endpoint: "intake.example.org"))
        ]
    ) { namespaces, state in
        print("\(namespaces) by the \(state.rawValue) configuration")
    }
    clients["app"]?.submitClick(stream: "app.toolbar")
    return clients
}

private func waiting() {
    var remote = RemoteConfiguration(endpoint: "https://config.example.org/events.json", method: .get)
    remote.waitsForConfiguration = true
    let clients = EventPlatformClients(
        remoteConfiguration: remote,
        defaultConfiguration: [
            ConfigurationBundle(
                namespace: "app", networkConfiguration: NetworkConfiguration(endpoint: "intake.example.org"))
        ])
    _ = clients.namespaces
}

private func refreshing(_ clients: EventPlatformClients) async {
    clients.refresh { namespaces, _ in print("now active: \(namespaces)") }
    if case .failed(let reason) = await clients.refresh() { print(reason) }
    for await active in clients.configurationChanges { print(active.namespaces) }
}

private func settingBundles(_ network: NetworkConfiguration) {
    do {
        var bundle = ConfigurationBundle(
            namespace: "app", networkConfiguration: NetworkConfiguration(endpoint: "intake.example.org", method: .post))
        bundle.sessionConfiguration.foregroundTimeout = .seconds(900)
    }
    var bundle = ConfigurationBundle(namespace: "app", networkConfiguration: network)
    bundle.clientConfiguration.dispatchMode = .periodic(.seconds(120))
    bundle.clientConfiguration.streamThrottles = ["app.toolbar": Throttle(share: 0.1)]

    bundle.clientConfiguration.throttle = .blockAll
    bundle.clientConfiguration.streamThrottles = ["app.toolbar": Throttle(share: 0.1)]
}

private func explainingSettings(_ client: EventPlatformClient) {
    for setting in client.explainSettings() { print(setting) }
}

private func settingTheSubject(_ client: EventPlatformClient) {
    client.subject.userId = "4711"
    client.subject.language = "de"

    client.subject.userId = "4711"
    print(client.subject.language ?? "unknown")
}

private func settingTimeouts(_ configuration: inout EventPlatformClient.Configuration) {
    configuration.backgroundSessionTimeout = .seconds(5 * 60)
}

func activeAtTheStart(_ remote: RemoteConfiguration, _ bundles: [ConfigurationBundle]) async {
    let clients = EventPlatformClients(remoteConfiguration: remote, defaultConfiguration: bundles)
    let active = await clients.activeConfiguration
    print("\(active.namespaces) by the \(active.state.rawValue) configuration")
}
