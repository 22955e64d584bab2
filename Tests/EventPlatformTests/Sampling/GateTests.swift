import EventSchema
import EventStreams
import Testing

@testable import EventPlatform

@Suite struct GateTests {
    private static let streams = StreamConfigurations(streams: [
        "all": ["schema_title": "t"], "half": ["schema_title": "t", "sample": ["unit": "session", "rate": 0.5]],
        "none": ["schema_title": "t", "sample": ["unit": "session", "rate": 0]], "broken": ["schema_title": 7],
    ])

    private static func identifiers(session: String?) -> SamplingIdentifiers {
        SamplingIdentifiers(Sessions.Identity(session: session, pageview: nil), device: nil, context: .empty)
    }

    private static func snapshot(
        _ streams: StreamConfigurations?, _ change: (inout DecisionSnapshot.Values) -> Void = { _ in }
    ) -> DecisionSnapshot {
        let configuration = EventPlatformClient.Configuration(
            streamConfigurations: .streams([:]), network: NetworkConfiguration(destinations: .production))
        return DecisionSnapshot(configuration).changed {
            $0.known = streams.map { KnownStreams($0, LiveLedger()) }
            change(&$0)
        }
    }

    /// The reason for which a call is dropped; `nil` when it passes.
    private static func refusal(
        _ stream: String, session: String? = nil, by snapshot: DecisionSnapshot = snapshot(streams)
    ) -> DropReason? {
        snapshot.gateRefusal(of: snapshot.lookUp(stream), named: stream, identifiers(session: session))
    }

    @Test func `without stream configurations a call passes the gate`() {
        let snapshot = Self.snapshot(nil)
        guard case .undecided = snapshot.lookUp("none") else {
            Issue.record("\(snapshot.lookUp("none"))")
            return
        }
        #expect(Self.refusal("none", by: snapshot) == nil)
    }

    /// Fails when the gate has an order of its own.
    @Test func `the gate gives the reason of the first stage that drops the call`() {
        let reasons: [DropReason] = [.shutDown, .consentDeclined, .outOfSample, .throttled]
        for first in reasons.indices {
            let given = Set(reasons[first...])
            let snapshot = Self.snapshot(Self.streams) {
                $0.isShutDown = given.contains(.shutDown)
                $0.consent = given.contains(.consentDeclined) ? .declined : .granted
                $0.throttles.all = .blockAll
            }
            let stream = given.contains(.outOfSample) ? "none" : "all"
            #expect(Self.refusal(stream, by: snapshot) == reasons[first])
        }
        #expect(EventLifecycle.Stage.gate == [.shutdown, .consent, .configuration, .sampling, .throttle])
    }

    @Test func `unknown and quarantined streams are dropped with their reasons`() {
        #expect(Self.refusal("nobody") == .unknownStream)
        #expect(Self.refusal("broken") == .streamQuarantined)
    }

    @Test func `only identifiers below the rate of a sampled stream pass`() {
        #expect(Self.refusal("half", session: "7fffffff000000000000") == nil)
        #expect(Self.refusal("half", session: "80000000000000000000") == .outOfSample)
        #expect(Self.refusal("half", session: nil) == .outOfSample)
        #expect(Self.refusal("none", session: "00000000000000000000") == .outOfSample)
        #expect(Self.refusal("all", session: nil) == nil)
    }

    @Test func `identifiers are not evaluated for a stream without sampling`() {
        func evaluated() -> SamplingIdentifiers {
            Issue.record("the identifiers were evaluated")
            return Self.identifiers(session: nil)
        }
        let snapshot = Self.snapshot(Self.streams)
        #expect(snapshot.gateRefusal(of: snapshot.lookUp("all"), named: "all", evaluated()) == nil)
    }

    @Test func `identifiers in the context take precedence over the client's own`() {
        let identity = Sessions.Identity(session: "session", pageview: "pageview")
        let own = SamplingIdentifiers(identity, device: "device", context: .empty)
        #expect(own[.session] == "session" && own[.pageview] == "pageview" && own[.device] == "device")
        var context = Context.empty
        context.performer.sessionID = "other session"
        context.performer.pageviewID = "other pageview"
        context.agent.appInstallID = "other device"
        let other = SamplingIdentifiers(identity, device: "device", context: context)
        #expect(other[.session] == "other session" && other[.pageview] == "other pageview")
        #expect(other[.device] == "other device")
    }
}
