import EventSchema
import EventStreams
import Foundation

/// Keeps the experiments and instruments of the configuration service: fetched at the start, again after failures, and
/// again when the app asks or the refresh policy says.
actor ExperimentService {
    private let base: URL?
    private let connection: any NetworkConnection
    private let loop: FetchLoop
    private let book: ExperimentBook
    private let settings: Settings
    private let diagnostics: Diagnostics
    /// The documents that were read last, by the name of the list.
    private var known: [String: ConfigurationDocument] = [:]

    init(_ parts: ClientParts) {
        base = parts.settings.read(\.experiments)
        connection = parts.environment.connection
        loop = FetchLoop(parts)
        book = parts.experiments
        settings = parts.settings
        diagnostics = parts.diagnostics
    }

    /// Fetches whenever ``FetchLoop`` says, until the task is cancelled; does nothing without a configuration service.
    nonisolated func run() async {
        if base != nil { await loop.run { await self.fetchOnce() } }
    }

    /// Fetches both lists without retrying.
    ///
    /// - Returns: whether both are as the service has them.
    @discardableResult
    func fetchOnce() async -> Bool {
        guard let base else { return true }
        let experiments = await fetch("experiments", from: base) { response in
            let list = try ConfigurationList(experiments: response)
            book.set(experiments: list.entries)
            return list.quarantined.map(\.issues) + [list.diagnostics]
        }
        let instruments = await fetch("instruments", from: base) { response in
            let list = try ConfigurationList(instruments: response)
            book.set(instruments: list.entries)
            return list.quarantined.map(\.issues) + [list.diagnostics]
        }
        return experiments && instruments
    }

    private func fetch(
        _ name: String, from base: URL, adopt: (JSONValue) throws -> [[StreamIssue]]
    ) async -> Bool {
        let url = base.appendingPathComponent("api/v1").appendingPathComponent(name)
        let request = DocumentRequest(url: url, connection: connection, timeout: settings.read(\.network.timeout))
        do {
            guard let document = try await request.send(known: known[name]) else { return true }
            for issue in try adopt(document.json()).joined() {
                diagnostics.report(.streamConfiguration, "\(name): \(issue)")
            }
            known[name] = document
            return true
        } catch is CancellationError {
            return false
        } catch {
            diagnostics.report(.configurationUnavailable, "\(name) from \(url.withoutSecrets): \(error)")
            return false
        }
    }
}
