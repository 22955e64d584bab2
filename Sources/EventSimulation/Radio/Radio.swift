/// The state machine of a radio: transfers in, intervals of its states out. Pure: the time is an argument, and no call
/// has an earlier one than the call before.
struct Radio {
    let model: RadioModel
    private(set) var timeline: RadioTimeline
    /// The transfers under way.
    private var underWay = 0
    /// Since when the radio is without a transfer; `nil` before the first one, when it is idle.
    private var restsSince: Duration?
    /// When the data of the transfers under way begin to flow.
    private var readyAt: Duration = .zero

    init(_ model: RadioModel) {
        self.model = model
        timeline = RadioTimeline(model)
    }

    /// A transfer is wanted.
    ///
    /// - Returns: when its data begin to flow: after the promotion, if one is needed or under way.
    mutating func begin(now: Duration) -> Duration {
        if underWay == 0 {
            let state = rest(until: now)
            let promotion = model.states[state].promotion
            readyAt = now + promotion.duration
            timeline.promote(from: state, until: readyAt)
        }
        underWay += 1
        return max(now, readyAt)
    }

    /// A transfer ended.
    mutating func end(now: Duration) {
        guard underWay > 0 else { return }
        underWay -= 1
        guard underWay == 0 else { return }
        timeline.stay(in: 0, until: now)
        restsSince = now
    }

    /// When the radio is idle again, if no transfer follows.
    var idleAt: Duration { restsSince.map { $0 + model.tails } ?? .zero }

    /// The intervals from zero to a time at which no transfer is under way.
    func timeline(until end: Duration) -> RadioTimeline {
        var radio = self
        _ = radio.rest(until: end)
        return radio.timeline
    }

    /// Lets the radio fall through its tails.
    ///
    /// - Returns: the state that it is in at `now`.
    private mutating func rest(until now: Duration) -> Int {
        guard var time = restsSince else {
            timeline.stay(in: model.idle, until: now)
            return model.idle
        }
        for (state, tail) in model.states.map(\.tail).enumerated().dropLast() {
            time += tail
            timeline.stay(in: state, until: min(time, now))
            if time > now { return state }
        }
        timeline.stay(in: model.idle, until: now)
        return model.idle
    }
}
