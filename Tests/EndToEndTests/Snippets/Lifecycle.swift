import EventPlatform
import Foundation

private func creating(platform: URL, events: URL) -> EventPlatformClient {
    var configuration = EventPlatformClient.Configuration(server: platform, store: .file(events))
    configuration.dispatchMode = .periodic(.seconds(120))
    var context = Context()
    context.agent.appVersionName = "7.4.1"
    let client = EventPlatformClient(configuration, context: context)
    return client
}

private func creatingWithDefaults(platform: URL) -> EventPlatformClient {
    let client = EventPlatformClient(.init(server: platform)).start()
    return client
}

private func serveRequests() async {}

private func running(_ client: EventPlatformClient) async {
    await withTaskGroup(of: Void.self) { group in
        group.addTask { await client.run() }
        await serveRequests()
        group.cancelAll()
    }
    let report = await client.shutdown(deadline: .seconds(5))
    print("\(report.delivered) delivered, \(report.pending) stay in the store")
}

final class Analytics: Sendable {
    let client: EventPlatformClient
    init(platform: URL) { client = EventPlatformClient(.init(server: platform)).start() }
}

private func openingTheStore(_ configuration: EventPlatformClient.Configuration) async throws {
    let client = EventPlatformClient(configuration)
    try await client.openStore()
    client.start()
}

private func persisting(_ client: EventPlatformClient) async {
    client.submitInteraction(stream: "app.orders", action: "pay")
    if await !client.persist() { print("the store cannot be used; events wait in memory") }
}

private func flushing(_ client: EventPlatformClient) async {
    let report = await client.flush(deadline: .seconds(5))
    if report.pending > 0 { print("\(report.pending) events stay in the store: \(report.end)") }
}

private func readingAReport(_ client: EventPlatformClient) async {
    let report = await client.flush(deadline: .seconds(5))
    switch report.end {
    case .nothingPending: print("\(report.delivered) delivered")
    case .blocked(let reason): print("\(report.pending) wait: \(reason)")
    case .deadline: print("\(report.pending) wait; the time was too short")
    case .cancelled: print("\(report.pending) wait; the task was cancelled")
    }
}

private func askingTheUser(_ client: EventPlatformClient) {
    if client.consent == .pending { print("ask the user") }
}

func userDecided(_ allows: Bool, client: EventPlatformClient) async {
    await client.set(consent: allows ? .granted : .declined)
}

func phaseChanged(isActive: Bool, client: EventPlatformClient) async {
    if isActive { await client.enterForeground() } else { await client.enterBackground() }
}

private func leavingTheForeground(_ client: EventPlatformClient) async {
    await client.enterBackground()
    let report = await client.flush(deadline: .seconds(5))
    print("\(report.pending) events wait")
}

func loggedOut(client: EventPlatformClient) {
    client.updateContext { $0.performer.isLoggedIn = false }
    client.resetSession()
}

func pageAppeared(_ title: String, client: EventPlatformClient) {
    client.beginPageview()
    client.updateContext { $0.page.title = title }
}

private func readingTheSession(_ client: EventPlatformClient) {
    if let id = client.sessionID { print("session \(id)") }
}
