package import Testing

/// Waits for a condition that no signal announces.
///
/// Records an issue when it does not hold within 30 seconds, and a number of checks, so that a slow machine fails no
/// test.
package func until(
    _ what: String, sourceLocation: SourceLocation = #_sourceLocation, _ condition: () async throws -> Bool
) async rethrows {
    let end = ContinuousClock.now + .seconds(30)
    var checks = 0
    while try await !condition() {
        checks += 1
        guard !Task.isCancelled, checks < 1000 || ContinuousClock.now < end else {
            Issue.record("waited for this in vain: \(what)", sourceLocation: sourceLocation)
            return
        }
        await Task.yield()
    }
}
