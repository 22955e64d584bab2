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

        /// Fails when the log says that Kafka is away, since settings that are not used yet are wrong.
        @Test func `on trial no change is told, and the third look without an answer ends it`() async {
            let (state, start) = (ClusterState(isOnTrial: true), ContinuousClock.now)
            async let answers = state.answersSoon()
            for look in 0..<3 {
                #expect(state.beginLook(at: start + .seconds(look)))
                #expect(state.found(answer: false, at: start + .seconds(look)) == nil)
            }
            #expect(await !answers)
            #expect(state.found(answer: true, at: start + .seconds(9)) == nil)
            #expect(await state.answersSoon())
            state.endTrial()
            #expect(state.found(answer: false, at: start + .seconds(10)) == .away)
        }

        /// Fails when librdkafka's reason is in a line only that is below the level of the log.
        @Test(arguments: [
            (
                "[thrd:a:9093/bootstrap]: a:9093/bootstrap: Disconnected: connection closed by peer: receive 0 "
                    + "after POLLIN (after 0ms in state APIVERSION_QUERY)",
                "a:9093/bootstrap: Disconnected: connection closed by peer: receive 0 after POLLIN "
                    + "(after 0ms in state APIVERSION_QUERY). Check security.protocol: the port may expect TLS or SASL"
            ),
            (
                "[thrd:a:9093/1]: a:9093/1: Disconnected while requesting ApiVersion: might be caused by incorrect "
                    + "security.protocol configuration (after 0ms in state APIVERSION_QUERY)",
                "a:9093/1: Disconnected while requesting ApiVersion: might be caused by incorrect "
                    + "security.protocol configuration (after 0ms in state APIVERSION_QUERY)"
            ),
            ("a: Connection refused", "a: Connection refused"),
        ])
        func `a failed connection is named, with the setting that may be wrong`(line: String, reason: String) {
            let failure = BrokerFailure(line: line)
            #expect(failure.text == reason)
            let state = ClusterState()
            state.noteFailure(failure)
            #expect(state.lastError == reason)
        }
    }
#endif
