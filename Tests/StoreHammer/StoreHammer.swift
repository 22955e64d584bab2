import ArgumentParser
import EventPlatform
import Foundation
import Logging

/// A program that submits at full rate and says how much of it was persisted, for tests that kill it.
///
/// After every `persist()` that has stored everything it prints `persisted N`: the first N events were submitted
/// before. It ends only when it is killed.
@main
struct StoreHammer: AsyncParsableCommand {
    @Option(help: "The base URL of the platform.") var server: String
    @Option(help: "The store file.") var store: String
    @Option(help: "Tells this run's events from every other's: their element ids are NAME-0, NAME-1 …") var name: String
    @Option(help: "How many events are submitted.") var count = 2000
    @Option(help: "A stream of clicks, by the base schema, which is built in. Events go to all streams in turn.")
    var stream: [String] = ["app.error_reports"]
    @Option(help: "A stream of readings, by a schema that the platform's repository has.")
    var readingStream: [String] = []
    @Flag(help: "Remove the caps of the store and of the input buffer; else both are the client's defaults.")
    var unlimited = false
    @Flag(help: "Store only.") var enqueueOnly = false
    @Flag(help: "Send nothing; print `declining` when all is persisted, and decline consent.") var decline = false

    func run() async throws {
        guard let url = URL(string: server) else { throw ValidationError("--server is not a URL") }
        let client = EventPlatformClient(configuration(url), context: Self.context).start()
        var submitted = 0
        while submitted < count {
            for number in submitted..<min(count, submitted + Int.random(in: 1...burst)) {
                submit(number, to: client)
                submitted = number + 1
            }
            if await client.persist(), !decline {
                try FileHandle.standardOutput.write(contentsOf: Data("persisted \(submitted)\n".utf8))
            }
            // The input buffer has room for one burst.
            if !unlimited, !client.hasConfigurations { await client.loadConfigurations() }
        }
        if decline {
            try FileHandle.standardOutput.write(contentsOf: Data("declining\n".utf8))
            await client.set(consent: .declined)
        }
        try await Task.sleep(for: .seconds(3600))
    }

    /// The most events between two calls of `persist()`.
    private var burst: Int { unlimited ? 200 : 100 }

    private func submit(_ number: Int, to client: EventPlatformClient) {
        let place = number % (stream.count + readingStream.count)
        let id = "\(name)-\(number)"
        if place < stream.count {
            client.submitClick(stream: .init(stream[place]), interactionData: .init(elementID: id))
        } else {
            client.submit(stream: .init(readingStream[place - stream.count]), event: Reading(elementID: id))
        }
    }

    private func configuration(_ url: URL) -> EventPlatformClient.Configuration {
        var configuration = EventPlatformClient.Configuration(server: url, store: .file(URL(fileURLWithPath: store)))
        if unlimited {
            configuration.store.settings.maximumEvents = .max
            configuration.store.settings.maximumBytes = .max
            configuration.inputBufferCapacity = .max
        }
        configuration.store.isEnqueueOnly = enqueueOnly
        configuration.dispatchMode = decline ? .manual : .immediate
        configuration.firstRetryDelay = .milliseconds(100)
        configuration.logger = Logger(label: "StoreHammer") { _ in SwiftLogNoOpLogHandler() }
        return configuration
    }

    /// The attributes that the curation of the streams needs.
    private static var context: Context {
        var context = Context()
        context.agent.clientPlatform = "ios"
        context.performer.groups = ["user"]
        context.performer.isBot = false
        context.page.namespaceID = 0
        return context
    }
}

/// An event of a schema that is not built into the client.
private struct Reading: EventInterface {
    var schema: SchemaID { "/analytics/product_metrics/app/article_reading/1.0.0" }
    let action = "read"
    let elementID: String
    let readingDepth = 50

    private enum CodingKeys: String, CodingKey {
        case action
        case elementID = "element_id"
        case readingDepth = "reading_depth"
    }
}
