import EventSchema
import EventStreams
import Testing

@testable import EventPlatform

@Suite struct SamplingStageTests {
    private static let streams = StreamConfigurations(streams: [
        "all": ["schema_title": "t"], "half": ["schema_title": "t", "sample": ["unit": "session", "rate": 0.5]],
        "none": ["schema_title": "t", "sample": ["unit": "session", "rate": 0]], "broken": ["schema_title": 7],
    ])

    private static func identifiers(session: String?) -> SamplingIdentifiers {
        SamplingIdentifiers(Sessions.Identity(session: session, pageview: nil), device: nil, context: .empty)
    }

    /// The reason for which an event of a stream is refused; `nil` when it is admitted.
    private static func refusal(_ stream: String, session: String? = nil) -> DropReason? {
        switch SamplingStage.admission(to: stream, in: streams, identifiers(session: session)) {
        case .admitted(let configuration):
            #expect(configuration.name == stream)
            return nil
        case .refused(let reason): return reason
        case .undecided:
            Issue.record("\(stream) is undecided")
            return nil
        }
    }

    @Test func `without stream configurations the admission is undecided`() {
        let admission = SamplingStage.admission(to: "all", in: nil, Self.identifiers(session: "00000000"))
        guard case .undecided = admission else {
            Issue.record("\(admission)")
            return
        }
    }

    @Test func `unknown and quarantined streams are refused with their reasons`() {
        #expect(Self.refusal("nobody") == .unknownStream)
        #expect(Self.refusal("broken") == .streamQuarantined)
    }

    @Test func `a sampled stream admits only identifiers below its rate`() {
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
        guard case .admitted = SamplingStage.admission(to: "all", in: Self.streams, evaluated()) else {
            Issue.record("the stream is refused")
            return
        }
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
