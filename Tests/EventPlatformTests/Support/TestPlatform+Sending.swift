import EventPlatformTesting
import TestSupport
import Testing

@testable import EventPlatform

extension TestPlatform {
    /// Returns once the next cycle of sending is due so long from now.
    ///
    /// The client has one timer, which upkeep and commits bring forward.
    func waitForSendingCycle(
        in duration: Duration, sourceLocation: SourceLocation = #_sourceLocation
    ) async {
        await until("a cycle is due in \(duration)", sourceLocation: sourceLocation) {
            await client.runtime.core.nextSendingCycle == clock.sinceBoot + duration
        }
    }
}
