import EventPlatform

/// What a radio did, as intervals without gaps from zero on.
package struct RadioTimeline: Sendable, Hashable {
    /// What a radio does in an interval.
    package enum Phase: Sendable, Hashable {
        /// It is in a state, by position. In the first one it transfers data, or has just done so.
        case state(Int)
        /// It changes to the first state.
        case promotion(from: Int)
    }

    /// A phase and its time.
    package struct Interval: Sendable, Hashable {
        package let phase: Phase
        package let from: Duration
        package internal(set) var until: Duration
    }

    package let model: RadioModel
    package private(set) var intervals: [Interval] = []

    init(_ model: RadioModel) { self.model = model }

    /// The end of the last interval.
    package var end: Duration { intervals.last?.until ?? .zero }

    mutating func stay(in state: Int, until time: Duration) { append(.state(state), until: time) }

    mutating func promote(from state: Int, until time: Duration) { append(.promotion(from: state), until: time) }

    private mutating func append(_ phase: Phase, until time: Duration) {
        guard time > end else { return }
        if let last = intervals.indices.last, intervals[last].phase == phase, case .state = phase {
            intervals[last].until = time
        } else {
            intervals.append(Interval(phase: phase, from: end, until: time))
        }
    }

    // MARK: - Sums

    /// The number of promotions out of a state.
    package func promotions(from state: Int) -> Int { intervals.count { $0.phase == .promotion(from: state) } }

    /// The number of all promotions.
    package var promotions: Int { model.states.indices.reduce(0) { $0 + promotions(from: $1) } }

    /// The time in a phase.
    package func duration(of phase: Phase) -> Duration {
        intervals.reduce(.zero) { $1.phase == phase ? $0 + ($1.until - $1.from) : $0 }
    }

    /// The time in which the radio is not idle.
    package var activeDuration: Duration { end - duration(of: .state(model.idle)) }

    /// The time of high power: promotions, and the states in which a transfer begins at once.
    package var highPowerDuration: Duration {
        model.states.indices.reduce(.zero) { sum, state in
            sum + duration(of: .promotion(from: state)) + (model.isHigh(state) ? duration(of: .state(state)) : .zero)
        }
    }

    /// The energy of the states and promotions, without that of the bytes.
    package var joules: Double {
        model.states.enumerated().reduce(0) { sum, state in
            sum + duration(of: .state(state.offset)).seconds * state.element.watts
                + duration(of: .promotion(from: state.offset)).seconds * state.element.promotion.watts
        }
    }
}
