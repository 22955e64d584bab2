import EventStreams

/// Answers on the caller's thread whether an event of a stream is worth building at all.
///
/// Without a configuration everything is let through: the pipeline decides later, by the same rules. The answer for a
/// stream is kept until the session or the configuration changes.
final class StreamGate: Sendable {
    private enum Answer: Sendable {
        case admit
        case refuse(DropReason)
        /// The stream samples by page view, which each call may change.
        case ask(SamplingRule)
    }

    private struct State {
        var configurations: StreamConfigurations?
        var device: String?
        /// What the answers were given for.
        var identifiers: SamplingIdentifiers?
        var answers: [String: Answer] = [:]
    }
    private let state = Locked(State())

    /// Answers for streams nobody configured are kept for this many names only.
    private static let maximumAnswers = 4096

    func open(_ configurations: StreamConfigurations, device: String) {
        state.withLock {
            $0.configurations = configurations
            $0.device = device
            $0.answers = [:]
        }
    }

    /// Why the event must be dropped, or `nil` when it may go on.
    func refusal(of stream: String, session: String, context: Context) -> DropReason? {
        let ownDevice = context.agent.appInstallID
        let answer = state.withLock { state in
            guard let configurations = state.configurations else { return Answer.admit }
            let identifiers = SamplingIdentifiers(session: session, device: ownDevice ?? state.device)
            if state.identifiers != identifiers || state.answers.count >= Self.maximumAnswers {
                state.identifiers = identifiers
                state.answers = [:]
            }
            if let answer = state.answers[stream] { return answer }
            let answer = Self.decide(stream, configurations, identifiers)
            state.answers[stream] = answer
            return answer
        }
        switch answer {
        case .admit: return nil
        case .refuse(let reason): return reason
        case .ask(let rule): return rule.includes(identifier: context.performer.pageviewID) ? nil : .outOfSample
        }
    }

    private static func decide(
        _ stream: String, _ configurations: StreamConfigurations, _ identifiers: SamplingIdentifiers
    ) -> Answer {
        guard let configuration = configurations[stream] else {
            return .refuse(configurations.isQuarantined(stream) ? .streamQuarantined : .unknownStream)
        }
        if configuration.sampling.unit == .pageview { return .ask(configuration.sampling) }
        return identifiers.areIncluded(by: configuration.sampling) ? .admit : .refuse(.outOfSample)
    }
}
