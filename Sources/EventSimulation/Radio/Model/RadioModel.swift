/// The radio of a device on one kind of network: its states, what each costs, and how fast it transfers data.
package struct RadioModel: Sendable, Hashable {
    /// One state of a radio.
    package struct State: Sendable, Hashable {
        package var name: String
        /// The power of the whole radio in this state.
        package var watts: Double
        /// How long the radio stays without a transfer until it falls into the next state. Zero in the idle state,
        /// which has no next one.
        package var tail: Duration = .zero
        /// What a transfer that begins in this state has to wait for.
        package var promotion = Promotion()
    }

    /// The change to the state that transfers data.
    package struct Promotion: Sendable, Hashable {
        package var duration: Duration = .zero
        package var watts = 0.0
    }

    /// A number for what the device sends and one for what it receives.
    package struct Directions: Sendable, Hashable {
        package var sent: Double
        package var received: Double
    }

    package var name: String
    /// Where the numbers come from.
    package var source: String
    /// The states, from the one that transfers data down to the idle one. There are at least two, and no state has
    /// more power than the one before it.
    package var states: [State]
    /// The energy of a megabyte (10⁶ bytes), in addition to the power of the first state.
    package var joulesPerMegabyte = Directions(sent: 0, received: 0)
    /// The rate of a transfer.
    package var megabitsPerSecond: Directions
    /// The time from a packet to its response, without a promotion.
    package var roundTrip: Duration

    /// The position of the idle state.
    var idle: Int { states.count - 1 }

    /// Whether the radio is on in this state and a transfer begins in it without a promotion: the states of high power.
    func isHigh(_ state: Int) -> Bool { state != idle && states[state].promotion.duration == .zero }

    /// The time that all tails take together.
    var tails: Duration { states.reduce(.zero) { $0 + $1.tail } }

    /// How long a request takes, without a promotion: it opens a connection, which are three round trips with those of
    /// TCP and TLS 1.3, and transfers its bytes.
    func duration(sent: Int, received: Int) -> Duration {
        let megabits = Directions(sent: Double(sent) * 8e-6, received: Double(received) * 8e-6)
        let seconds = megabits.sent / megabitsPerSecond.sent + megabits.received / megabitsPerSecond.received
        return roundTrip * 3 + .milliseconds(Int((seconds * 1000).rounded(.up)))
    }

    /// The energy of the bytes of transfers.
    func joules(sent: Int, received: Int) -> Double {
        Double(sent) / 1e6 * joulesPerMegabyte.sent + Double(received) / 1e6 * joulesPerMegabyte.received
    }
}
