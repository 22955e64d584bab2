import EventSchema
import EventStreams
import EventSupport
import Foundation
import TestSupport
import Testing

@testable import EventIntake

@Suite(.waitLimit) struct FindingsRouteTests {
    /// Fails when the findings are kept over midnight, or those of the same day are made again.
    @Test func `findings are those of the day on which they are asked for`() async throws {
        let midnight = Date(timeIntervalSince1970: 20_000 * 86_400)
        let clock = Locked(midnight - 1)
        let checks = Locked(0)
        try await TestWorkspace.open(configure: {
            $0.tools.now = { clock.withLock(\.self) }
            $0.tools.check = { today in
                checks.withLock { $0 += 1 }
                return ["day": .number(today.seconds / 86_400)]
            }
        }) { client async throws in
            func day(at time: Date) async throws -> JSONValue? {
                clock.withLock { $0 = time }
                return try await client.get("/findings").json["day"]
            }
            #expect(try await day(at: midnight - 86_400) == 19_999)
            #expect(try await day(at: midnight - 1) == 19_999)
            #expect(checks.withLock(\.self) == 1)
            #expect(try await day(at: midnight) == 20_000)
            #expect(try await client.get("/findings").json["checked"] == "2024-10-04T00:00:00.000Z")
            #expect(checks.withLock(\.self) == 2)
        }
    }
}
