import EventSupport

/// Asks the sinks every second whether they take events, for a probe that must not wait for their answer.
final class SinkWatch: Sendable {
    /// The answer of all sinks.
    enum Answer: Sendable, Equatable {
        case unknown
        case available
        case unavailable(SinkUnavailable)
    }

    private static let interval = Duration.seconds(1)

    private let sinks: [any EventSink]
    private let clock: any Clock<Duration>
    private let answer = Locked(Answer.unknown)

    init(_ sinks: [any EventSink], clock: any Clock<Duration> = .continuous) {
        (self.sinks, self.clock) = (sinks, clock)
    }

    /// The last answer.
    var last: Answer { answer.withLock { $0 } }

    /// Asks until the task is cancelled.
    func run() async {
        while !Task.isCancelled {
            let refusal = await sinks.unavailability
            answer.withLock { $0 = refusal.map(Answer.unavailable) ?? .available }
            do { try await clock.sleep(for: Self.interval) } catch { return }
        }
    }
}

extension [any EventSink] {
    /// Why the first sink that takes no events takes none; `nil` when all take them.
    var unavailability: SinkUnavailable? {
        get async {
            for sink in self {
                if let refusal = await sink.unavailability { return refusal }
            }
            return nil
        }
    }
}
