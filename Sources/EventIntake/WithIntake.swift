public import Foundation
public import Logging

/// An intake that answers requests.
public struct RunningIntake: Sendable {
    /// Where it listens, such as `http://127.0.0.1:40123`.
    public let url: URL
    /// Where accepted events are kept.
    public let store: IntakeStore
}

/// Runs an intake for as long as `body` takes.
///
/// ```swift
/// try await withIntake(configuration) { intake in
///     // POST to intake.url …
///     print(try intake.store.count(stream: "app.search"))
/// }
/// ```
///
/// - Parameters:
///   - configuration: what to serve, and where.
///   - logger: where requests are told of.
///   - body: is given the running intake.
/// - Returns: what `body` returns.
/// - Throws: what ``Intake/init(_:logger:)``, ``Intake/run(onReady:)`` and `body` throw.
public func withIntake<Result: Sendable>(
    _ configuration: IntakeConfiguration, logger: Logger = Logger(label: "event-intake"),
    _ body: (RunningIntake) async throws -> Result
) async throws -> Result {
    let intake = try Intake(configuration, logger: logger)
    let (ready, readiness) = AsyncStream.makeStream(of: URL.self)
    let serving = Task {
        defer { readiness.finish() }
        try await intake.run { url in readiness.yield(url) }
    }
    do {
        guard let url = await ready.first(where: { _ in true }) else {
            try await serving.value
            throw IntakeError(.addressUnusable, "The intake stopped before it was ready. See its log.")
        }
        let result = try await body(RunningIntake(url: url, store: intake.store))
        serving.cancel()
        try await serving.value
        return result
    } catch {
        serving.cancel()
        _ = await serving.result
        throw error
    }
}
