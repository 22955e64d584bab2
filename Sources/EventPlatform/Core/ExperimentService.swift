import EventSchema
import EventStreams
import EventSupport
import Foundation

/// Fetches the experiments and instruments of the configuration service: at the start, again after failures, when the
/// app refreshes, and by the refresh policy.
actor ExperimentService {
    private let dependencies: ClientDependencies
    private let base: URL?
    private let loop: FetchLoop
    /// The latest documents, by the name of the list.
    private var known: [String: ConfigurationDocument] = [:]

    init(_ dependencies: ClientDependencies) {
        self.dependencies = dependencies
        base = dependencies.snapshot.settings.experimentServiceURL
        loop = dependencies.fetchLoop()
    }

    /// Runs a ``FetchLoop`` until the task is cancelled; does nothing without a configuration service.
    nonisolated func run() async {
        if base != nil { await loop.run { await self.fetchOnce() } }
    }

    /// Fetches both lists without retrying.
    ///
    /// - Returns: whether both lists are up to date.
    @discardableResult
    func fetchOnce() async -> Bool {
        guard let base else { return true }
        let experiments = await fetch("experiments", from: base) { response in
            let list = try ConfigurationList(experiments: response)
            replace(\.experiments, by: Dictionary(list.entries.map { ($0.name, $0) }) { first, _ in first })
            return list.quarantined.map(\.issues) + [list.diagnostics]
        }
        let instruments = await fetch("instruments", from: base) { response in
            let list = try ConfigurationList(instruments: response)
            replace(\.instruments, by: Dictionary(list.entries.map { ($0.name, $0) }) { first, _ in first })
            return list.quarantined.map(\.issues) + [list.diagnostics]
        }
        return experiments && instruments
    }

    /// Puts a list into force.
    private func replace<List: Sendable>(
        _ part: any WritableKeyPath<ExperimentRegistry, List> & Sendable, by list: List
    ) {
        // The replaced list is returned, so that it is released outside of the lock.
        _ = dependencies.caller.withLock { caller in
            let replaced = caller.experiments[keyPath: part]
            caller.experiments[keyPath: part] = list
            return replaced
        }
    }

    private func fetch(
        _ name: String, from base: URL, adopt: (JSONValue) throws -> [[StreamIssue]]
    ) async -> Bool {
        let url = base.appendingPathComponent("api/v1").appendingPathComponent(name)
        let request = DocumentRequest(
            url: url, connection: dependencies.connection,
            timeout: dependencies.snapshot.settings.network.timeout)
        do {
            guard let document = try await request.send(known: known[name]) else { return true }
            for issue in try adopt(document.json()).joined() {
                dependencies.diagnostics.report(.streamConfiguration, "\(name): \(issue)")
            }
            known[name] = document
            return true
        } catch is CancellationError {
            return false
        } catch {
            dependencies.diagnostics.report(.configurationUnavailable, "\(name) from \(url.withoutSecrets): \(error)")
            return false
        }
    }
}
