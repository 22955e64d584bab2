#if Kafka
    import Testing

    @testable import EventIntakeKafka

    /// When a producer looks whether its cluster answers.
    @Suite struct ClusterStateTests {
        @Test func `a look is due at once, after half a second while in doubt, and after ten while all is well`() {
            let (state, start) = (ClusterState(), ContinuousClock.now)
            #expect(state.beginLook(at: start) && !state.beginLook(at: start + .seconds(60)))
            #expect(state.found(answer: true, at: start) == nil && state.answers)
            #expect(!state.beginLook(at: start + .milliseconds(9_999)))
            #expect(state.beginLook(at: start + .seconds(10)))
            #expect(state.found(answer: false, at: start + .seconds(12)) == .away && !state.answers)
            #expect(!state.beginLook(at: start + .milliseconds(12_499)))
            #expect(state.beginLook(at: start + .milliseconds(12_500)))
            #expect(state.found(answer: true, at: start + .seconds(13)) == .back)
            state.suspect()
            #expect(state.beginLook(at: start + .milliseconds(13_500)))
        }
    }
#endif
