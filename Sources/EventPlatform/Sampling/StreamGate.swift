import EventSupport
import EventStreams

/// Answers on the caller's thread whether an event of a stream is worth building at all.
///
/// Without a configuration everything is let through: the pipeline decides later, by the same rules. The answer for a
/// stream is kept until the configuration or an identifier changes: a new session, for example.
final class StreamGate: Sendable {
    private enum Answer: Sendable {
        case admit
        case refuse(DropReason)
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

    /// The install id, once the store has been opened.
    var device: String? { state.withLock(\.device) }

    func open(_ configurations: StreamConfigurations, device: String) {
        state.withLock {
            $0.configurations = configurations
            $0.device = device
            $0.answers = [:]
        }
    }

    /// Why the event must be dropped, or `nil` when it may go on.
    func refusal(of stream: String, _ identity: Sessions.Identity, _ context: Context) -> DropReason? {
        let answer = state.withLock { state in
            guard let configurations = state.configurations else { return Answer.admit }
            let identifiers = SamplingIdentifiers(identity, device: state.device, context: context)
            if state.identifiers != identifiers || state.answers.count >= Self.maximumAnswers {
                state.identifiers = identifiers
                state.answers = [:]
            }
            if let answer = state.answers[stream] { return answer }
            let answer = Self.decide(stream, configurations, identifiers)
            state.answers[stream] = answer
            return answer
        }
        if case .refuse(let reason) = answer { return reason } else { return nil }
    }

    private static func decide(
        _ stream: String, _ configurations: StreamConfigurations, _ identifiers: SamplingIdentifiers
    ) -> Answer {
        guard let configuration = configurations[stream] else {
            return .refuse(configurations.isQuarantined(stream) ? .streamQuarantined : .unknownStream)
        }
        return identifiers.areIncluded(by: configuration.sampling) ? .admit : .refuse(.outOfSample)
    }
}
