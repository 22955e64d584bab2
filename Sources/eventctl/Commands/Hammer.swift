import ArgumentParser
import EventPlatform
import Foundation
import Logging

/// Submits at full rate until it is killed, and says how much of it was persisted: for tests that kill it.
struct Hammer: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "hammer", abstract: "Submits at full rate and waits to be killed.", shouldDisplay: false)

    @Option var server: String
    @Option var store: String
    /// Tells this run's events from every other's: their element ids are `NAME-0`, `NAME-1` …
    @Option var name: String
    @Option var count = 2000
    @Flag var enqueueOnly = false

    func run() async throws {
        guard let url = URL(string: server) else { throw ValidationError("--server is no URL") }
        var configuration = EventPlatformClient.Configuration(server: url, store: .file(URL(fileURLWithPath: store)))
        configuration.store.settings = .unlimited
        configuration.store.isEnqueueOnly = enqueueOnly
        configuration.inputBufferCapacity = .max
        configuration.dispatchMode = .immediate
        configuration.firstConfigurationRetry = .milliseconds(100)
        configuration.logger = Logger(label: "eventctl") { _ in SwiftLogNoOpLogHandler() }
        var context = Context()
        context.agent.clientPlatform = "ios"
        let client = EventPlatformClient(configuration, context: context).start()
        var submitted = 0
        while submitted < count {
            for number in submitted..<min(count, submitted + Int.random(in: 1...200)) {
                client.submitClick(stream: "app.error_reports", interactionData: .init(elementID: "\(name)-\(number)"))
                submitted = number + 1
            }
            if await client.persist() { try Output.line("persisted \(submitted)") }
        }
        try await Task.sleep(for: .seconds(3600))
    }
}
