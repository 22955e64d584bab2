public import Foundation
public import Logging

/// An intake that accepts requests.
public struct RunningIntake: Sendable {
    /// The intake's base URL, such as `http://127.0.0.1:40123`.
    public let url: URL
    /// The store with the received events. It is closed when the intake stops.
    public let store: IntakeStore
}

/// Runs an intake with a store while `body` runs, and stops it before this function returns or throws.
///
/// ```swift
/// try await withIntake(configuration) { intake in
///     // POST to intake.url …
///     print(try intake.store.count(stream: "app.search"))
/// }
/// ```
///
/// - Parameters:
///   - configuration: the content to serve and the address.
///   - logger: the logger of the intake.
///   - body: called with the running intake.
/// - Returns: the result of `body`.
/// - Throws: the errors of ``Intake/init(_:logger:)``, ``Intake/run(onReady:onAdmin:)`` and `body`; ``IntakeError`` if
///   the configuration has no store.
public func withIntake<Result: Sendable>(
    _ configuration: IntakeConfiguration, logger: Logger = Logger(label: "event-intake"),
    _ body: (RunningIntake) async throws -> Result
) async throws -> Result {
    let intake = try Intake(configuration, logger: logger)
    guard let store = intake.store else {
        throw IntakeError(.storeUnusable, "withIntake needs a store. Leave hasStore at true.")
    }
    return try await intake.running { url in try await body(RunningIntake(url: url, store: store)) }
}

extension Intake {
    /// Runs while `body` runs, which is called with the URL.
    func running<Result: Sendable>(
        _ body: (URL) async throws -> Result, onAdmin: @escaping @Sendable (URL) -> Void = { _ in }
    ) async throws -> Result {
        let (ready, readiness) = AsyncStream.makeStream(of: URL.self)
        let serving = Task {
            defer { readiness.finish() }
            try await run(onReady: { url in readiness.yield(url) }, onAdmin: onAdmin)
        }
        do {
            guard let url = await ready.first(where: { _ in true }) else {
                try await serving.value
                throw IntakeError(.addressUnusable, "The intake stopped before it was ready. See its log.")
            }
            let result = try await body(url)
            serving.cancel()
            try await serving.value
            return result
        } catch {
            serving.cancel()
            _ = await serving.result
            throw error
        }
    }
}
