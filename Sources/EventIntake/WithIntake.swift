public import Foundation
public import Logging
import ServiceLifecycle

/// An intake that is listening.
public struct RunningIntake: Sendable {
    /// Its base URL.
    public let url: URL
    /// What has arrived.
    public let store: IntakeStore
}

/// Runs an intake for the time of `body`, on a free port unless the configuration names one.
///
/// ```swift
/// try await withIntake(IntakeConfiguration()) { intake in
///     // intake.url, intake.store
/// }
/// ```
///
/// - Throws: what keeps the intake from running, or what `body` throws.
public func withIntake<Result: Sendable>(
    _ configuration: IntakeConfiguration, logger: Logger = Logger(label: "EventIntake"),
    _ body: @escaping @Sendable (RunningIntake) async throws -> Result
) async throws -> Result {
    let (ready, announcement) = AsyncStream.makeStream(of: URL.self)
    let intake = try Intake(configuration, logger: logger) { url in
        announcement.yield(url)
        announcement.finish()
    }
    return try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask {
            defer { announcement.finish() }
            try await intake.run()
        }
        guard let url = await ready.first(where: { _ in true }) else {
            try await group.waitForAll()
            throw IntakeError("the intake ended before it was ready")
        }
        let result = try await body(RunningIntake(url: url, store: intake.store))
        group.cancelAll()
        try await group.waitForAll()
        return result
    }
}
