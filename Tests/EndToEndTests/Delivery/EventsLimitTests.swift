import EventIntake
import EventPlatform
import EventPlatformTesting
import EventSchema
import Foundation
import TestSupport
import Testing

/// A client that has more events than this intake takes in a request.
@Suite(.waitLimit) struct EventsLimitTests {
    @Test func `a client halves its batch, and every event arrives once`() async throws {
        var configuration = IntakeConfiguration()
        configuration.schemaRoots = [Checkout.file("Schemas").path]
        configuration.maximumRequestEvents = 2
        try await withIntake(configuration) { intake in
            let clock = ManualClock()
            let client = await NetworkVerdictTests.client(intake.url.appending(path: "v1/events"), clock: clock)
            for _ in 0..<5 {
                await client.dispatch()
                clock.advance(by: .seconds(60))
            }
            #expect(client.ledger.total.delivered == 3, "\(client.diagnostics)")
            #expect(client.ledger.total.pending == 0)
            #expect(client.diagnostics.contains { $0.message.contains("(413)") }, "\(client.diagnostics)")
            let events = try intake.store.events()
            #expect(events.count == 3 && events.allSatisfy { $0.repeats == 0 })
        }
    }
}
