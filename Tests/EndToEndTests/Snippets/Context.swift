import EventPlatform
import EventSchema
import EventStreams

private func pushingContext(client: EventPlatformClient) {
    client.updateContext {
        $0.page.title = "Blue whale"
        $0.performer.isLoggedIn = true
    }
}

private func contextOfATool(_ configuration: EventPlatformClient.Configuration) -> EventPlatformClient {
    var context = Context()
    context.agent.clientPlatform = .swiftCommandLine
    let client = EventPlatformClient(configuration, context: context).start()
    return client
}

private func contextOfARelay(_ configuration: EventPlatformClient.Configuration) -> EventPlatformClient {
    let client = EventPlatformClient(configuration, context: .empty).start()
    return client
}

private func settingThePlatform(_ client: EventPlatformClient) {
    client.updateContext { $0.agent.clientPlatform = .swiftCommandLine }
    client.updateContext { $0.agent.clientPlatformFamily = .desktopBrowser }
}

private func settingADomain(_ client: EventPlatformClient) {
    client.updateContext { $0.domain = "en.wikipedia.org" }
}

private func settingAnAttributeByName(_ client: EventPlatformClient) {
    client.updateContext { $0[.accessMethod] = "mobile app" }
}

private func settingAnUndeclaredAttribute(_ client: EventPlatformClient) {
    client.updateContext { $0["offline"] = true }
}

private func settingADeclaredAttribute(_ client: EventPlatformClient) {
    client.updateContext { $0[.offline] = true }
}

private func settingTheAgent(_ client: EventPlatformClient) {
    client.updateContext {
        $0.agent.appVersion = 7412
        $0.agent.appVersionName = "7.4.12"
        $0.agent.releaseStatus = "prod"
    }
}

private func settingThePage(_ client: EventPlatformClient) {
    client.updateContext {
        $0.page.id = 3_308
        $0.page.title = "Blue whale"
        $0.page.namespaceID = 0
    }
}

private func settingTheWiki(_ client: EventPlatformClient) {
    client.updateContext { $0.mediaWiki.database = "enwiki" }
}

private func settingThePerformer(_ client: EventPlatformClient) {
    client.updateContext {
        $0.performer.isLoggedIn = true
        $0.performer.groups = ["user"]
        $0.performer.languagePrimary = "en"
    }
}
