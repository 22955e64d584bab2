import EventIntake
import EventSchema
import Foundation
import TestSupport
import Testing

/// The most that one request can cost.
@Suite(.waitLimit) struct BoundsTests {
    private static let errorStream = "eventgate-analytics-external.error.validation"

    private static func list(_ count: Int, _ element: String) -> String {
        "[\(Array(repeating: element, count: count).joined(separator: ","))]"
    }

    // MARK: - Events

    @Test(arguments: ["1", "{}", TestWorkspace.event()])
    func `more events than the limit are 413 with the limit, and none is stored`(event: String) async throws {
        try await TestWorkspace.open(configure: {
            $0.maximumRequestEvents = 3
        }) { client async throws in
            let response = try await client.post(Self.list(4, event))
            #expect(response.status == 413)
            #expect(
                response.json["detail"]
                    == "The request has 4 events, and may have at most 3. Send fewer events in a request.")
            #expect(try await client.post(Self.list(4, event), to: "/v1/events?hasty=1").status == 413)
            #expect(try client.intake.store.events().isEmpty)
            #expect(try await client.post(Self.list(3, event)).status != 413)
        }
    }

    @Test func `the limit is 1000 unless set, at least 1 and at most 100000`() {
        var configuration = IntakeConfiguration()
        #expect(configuration.maximumRequestEvents == 1000)
        for (limit, expected) in [(0, 1), (-5, 1), (1, 1), (100_000, 100_000), (100_001, 100_000)] {
            configuration.maximumRequestEvents = limit
            #expect(configuration.maximumRequestEvents == expected)
        }
    }

    @Test func `100 kB of elements that are no events have a short response`() async throws {
        try await TestWorkspace.open { client async throws in
            let response = try await client.post(Self.list(51_000, "1"))
            #expect(response.status == 413 && response.body.count < 1000)
            let few = try await client.post(Self.list(1000, "1"))
            #expect(few.status == 500 && few.body.count < 1000)
            #expect(few.json["error"]?.array?.map { $0["count"] } == [1000])
        }
    }

    @Test(arguments: ["schema_uri", "$schema", "stream"])
    func `a schema or stream in the query that would be copied into each event is bounded`(name: String) async throws {
        try await TestWorkspace.open { client async throws in
            for (count, status) in [(1024, 500), (1025, 400)] {
                let value = String(repeating: "x", count: count)
                let response = try await client.post(
                    Self.list(2, "{\"number\":1}"), to: "/v1/events?\(name.replacing("$", with: "%24"))=\(value)")
                #expect(response.status == status)
                if status == 400 {
                    #expect(response.json["detail"]?.string?.contains("\(name) may have at most") == true)
                }
            }
        }
    }

    // MARK: - Errors of one event

    /// Any further property must be a list of whole numbers.
    private static let lists = "additionalProperties: {type: array, items: {type: integer}}"

    @Test(arguments: IntakeConfiguration.Compatibility.allCases)
    func `an event with 20000 errors has a short error event, and a short entry in the standard mode`(
        compatibility: IntakeConfiguration.Compatibility
    ) async throws {
        try await TestWorkspace.open(
            prepare: { try $0.write(TestWorkspace.schema("test", more: Self.lists), to: "Schemas/test/1.0.0.yaml") },
            configure: { $0.compatibility = compatibility }
        ) { client async throws in
            let isBounded = compatibility == .none
            let response = try await client.post(
                TestWorkspace.event(",\"list\":\(Self.list(20_000, "\"\""))", id: "bad"))
            #expect(response.status == 400)
            let context = response.json["invalid"]?.array?.first?["context"]
            #expect(context?["errors"]?.array?.count == (isBounded ? 100 : 20_000))
            #expect(context?["moreErrors"] == (isBounded ? 19_900 : nil))
            #expect(context?["errorsText"]?.string?.hasSuffix(", and 19900 more") == isBounded)
            let event = try #require(try client.intake.store.events(stream: Self.errorStream).first?.body)
            let message = try #require(event["message"]?.string)
            #expect(message.hasPrefix("'['list'][0]' should be integer, '['list'][1]'"))
            #expect(message.count <= 8100)
            #expect(message.hasSuffix(" bytes in all)") == !isBounded)
            let raw = try #require(event["raw_event"]?.string)
            #expect(try JSONValue(parsing: raw)["list"]?.array?.count == 20_000)
        }
    }

    // MARK: - Numbers

    @Test(arguments: ["1e1001", "-1E+999999999", "0.1e-1001", "[{\"a\":1e1001}]"])
    func `a number with a huge exponent is refused with the place`(number: String) async throws {
        try await TestWorkspace.open { client async throws in
            let events = "[\(TestWorkspace.event(id: "good")),\(TestWorkspace.event(",\"x\":\(number)", id: "huge"))]"
            let response = try await client.post(events)
            #expect(response.status == 400)
            let detail = try #require(response.json["detail"]?.string)
            #expect(detail.hasPrefix("The events cannot be read: the exponent is beyond 1000 (at byte "))
            #expect(try client.intake.store.events().isEmpty)
            #expect(try await client.post(TestWorkspace.event(",\"x\":1e1000")).status == 201)
        }
    }

    // MARK: - Ids

    @Test func `an empty meta.id is filled in, with one id in the event and in the store`() async throws {
        try await TestWorkspace.open { client async throws in
            #expect(try await client.post(Self.list(2, TestWorkspace.event(id: ""))).status == 201)
            let events = try client.intake.store.events()
            #expect(events.count == 2 && Set(events.map(\.id)).count == 2)
            for event in events {
                #expect(UUID(uuidString: event.id) != nil && event.body["meta"]?["id"]?.string == event.id)
            }
        }
    }

    @Test func `an empty meta.id of a schema without one is left out`() async throws {
        try await TestWorkspace.open(prepare: {
            let schema = TestWorkspace.schema("test").replacing("      id: {type: string}\n", with: "")
            try $0.write(schema, to: "Schemas/test/1.0.0.yaml")
        }) { client async throws in
            #expect(try await client.post(TestWorkspace.event(id: "")).status == 201)
            let meta = try #require(try client.intake.store.events().first?.body["meta"])
            #expect(meta["id"] == nil && meta["stream"] == "a.stream")
        }
    }
}
