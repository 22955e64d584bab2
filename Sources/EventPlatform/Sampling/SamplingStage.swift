import EventStreams

/// Decides whether an event is admitted: its stream is known, and the stream's sampling includes the event.
///
/// The check on the caller's thread, the pipeline and `explain` use it.
enum SamplingStage {
    enum Admission: Sendable {
        /// The event passes to the next stage.
        case admitted(StreamConfiguration)
        case refused(DropReason)
        /// No stream configuration has arrived.
        case undecided
    }

    static func admission(
        to name: String, in configurations: StreamConfigurations?,
        _ identifiers: @autoclosure () -> SamplingIdentifiers
    ) -> Admission {
        guard let configurations else { return .undecided }
        guard let stream = configurations[name] else {
            return .refused(configurations.isQuarantined(name) ? .streamQuarantined : .unknownStream)
        }
        return isIncluded(by: stream.sampling, identifiers()) ? .admitted(stream) : .refused(.outOfSample)
    }

    private static func isIncluded(
        by rule: SamplingRule, _ identifiers: @autoclosure () -> SamplingIdentifiers
    ) -> Bool {
        guard let rate = rule.rate, rate > 0, rate < 1 else { return rule.includes(identifier: nil) }
        return identifiers().areIncluded(by: rule)
    }
}
