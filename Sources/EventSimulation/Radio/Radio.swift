/// The state machine of a radio: transfers in, intervals of its states out. Pure: the time is an argument, and no call
/// has an earlier one than the call before.
struct Radio {
    let model: RadioModel
    private(set) var timeline: RadioTimeline
    /// The number of transfers under way.
    private var activeTransfers = 0
    /// When the last transfer ended; `nil` before the first one, when the radio is idle.
    private var lastTransferEnd: Duration?
    /// When the data of the transfers under way begin to flow.
    private var readyAt: Duration = .zero

    init(_ model: RadioModel) {
        self.model = model
        timeline = RadioTimeline(model)
    }

    /// Begins a transfer.
    ///
    /// - Returns: when its data begin to flow: after the promotion, if one is needed or under way.
    mutating func begin(now: Duration) -> Duration {
        if activeTransfers == 0 {
            let state = advanceTails(until: now)
            let promotion = model.states[state].promotion
            readyAt = now + promotion.duration
            timeline.promote(from: state, until: readyAt)
        }
        activeTransfers += 1
        return max(now, readyAt)
    }

    /// Ends a transfer.
    mutating func end(now: Duration) {
        guard activeTransfers > 0 else { return }
        activeTransfers -= 1
        guard activeTransfers == 0 else { return }
        timeline.stay(in: 0, until: now)
        lastTransferEnd = now
    }

    /// When the radio is idle again, if no transfer follows.
    var idleAt: Duration { lastTransferEnd.map { $0 + model.tails } ?? .zero }

    /// The intervals from zero to a time at which no transfer is under way.
    func timeline(until end: Duration) -> RadioTimeline {
        var radio = self
        _ = radio.advanceTails(until: end)
        return radio.timeline
    }

    /// Adds the intervals of the tails that have passed.
    ///
    /// - Returns: the state that it is in at `now`.
    private mutating func advanceTails(until now: Duration) -> Int {
        guard var time = lastTransferEnd else {
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
