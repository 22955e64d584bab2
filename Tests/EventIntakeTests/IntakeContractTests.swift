import EventIntake
import EventSchema
import Foundation
import Testing

/// The intake's HTTP contract, line by line.
@Suite struct IntakeContractTests {
    @Test("all accepted: 201 without a body, and everything is in the store") func accepted() async throws {
        try await withOwnIntake { client in
            let answer = try await client.post("[\(Fixture.event(id: "a")),\(Fixture.event(id: "b"))]")
            #expect(answer.status == 201)
            #expect(answer.body.isEmpty)
            #expect(try client.intake.store.events(stream: "app.interactions").map(\.id) == ["a", "b"])
        }
    }
}
