import EventCatalog
import EventPlatform
import EventSchema
import Foundation

/// The events of the demo: a user reads articles before and after stream configurations arrive; some events are
/// invalid.
struct DemoScenario {
    private let client: EventPlatformClient

    init(server: URL, store: URL) throws {
        var configuration = EventPlatformClient.Configuration(server: server, store: .file(store))
        configuration.logger = silentLogger
        configuration.network.reportsLedger = true
        var context = Context()
        context.agent.clientPlatform = "ios"
        context.agent.clientPlatformFamily = "app"
        context.agent.appVersionName = "7.4.1"
        context.mediaWiki.database = "enwiki"
        context.performer.groups = ["user"]
        context.performer.isBot = false
        context.page.namespaceID = 0
        client = Project.platform.client(configuration, context: context)
        try Output.line("client   \(store.path)")
    }

    /// Submits all events and returns the ledger.
    func run() async throws -> Ledger {
        try await client.openStore()
        for number in 0..<70 { submitEvents(ofArticle: number) }
        await client.persist()
        try printProgress("submitted before stream configurations arrived: held in the input buffer")
        client.start()
        _ = await client.flush(deadline: .seconds(3))
        try printProgress("stream configurations arrived: the held events were processed")
        for number in 70..<300 { submitEvents(ofArticle: number) }
        submitInvalidEvents()
        try printProgress("more events submitted, some of them invalid")
        _ = await client.shutdown(deadline: .seconds(3))
        try printProgress("flushed")
        for diagnostic in client.diagnostics { try Output.line("note     \(diagnostic)") }
        return client.ledger
    }

    /// The events of one page: open, click, search. Every tenth is a talk page, whose events curation drops.
    private func submitEvents(ofArticle number: Int) {
        client.submitInteraction(
            stream: "app.article_reading", action: "open",
            interactionData: .init(source: "demo", context: ["reading_depth": .number(number % 101)])
        ) {
            $0.page.id = number + 1
            $0.page.title = "Article \(number)"
            if number.isMultiple(of: 10) { $0.page.namespaceID = 1 }
        }
        switch number % 4 {
        case 0: client.submitClick(stream: "app.interactions", interactionData: .init(elementID: "save"))
        case 1: client.submitInteraction(stream: "app.search_suggestions", action: "type")
        case 2: client.submitInteraction(stream: "app.error_reports", action: "timeout")
        default: break
        }
    }

    private func submitInvalidEvents() {
        for _ in 0..<5 { client.submitClick(stream: "app.nobody_configured_this") }
        for _ in 0..<3 {
            client.submitClick(
                stream: "app.interactions", interactionData: .init(elementID: String(repeating: "long", count: 20)))
        }
    }

    private func printProgress(_ what: String) throws {
        let total = client.ledger.total
        try Output.line(
            "progress \(what) (\(total.submitted) submitted, \(total.delivered) delivered, \(total.pending) pending)")
    }
}
