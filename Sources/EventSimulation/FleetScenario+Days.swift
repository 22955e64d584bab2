import EventPlatform

extension FleetScenario {
    /// A change of how many events clients submit, such as by a release or another configuration of a stream. Each
    /// client has it from a time of its own on, these times being spread evenly over a period.
    package struct Change: Sendable, Hashable {
        package let name: String
        package let from: Duration
        package let over: Duration
        /// How many times as many events a client submits.
        package let factor: Double
    }

    /// How many times as many events as in the mean clients submit at the beginning of each hour of a day: few at
    /// night, most in the evening. An assumption, as of an app whose users live in one time zone.
    package static let eveningCurve = [
        0.5, 0.3, 0.2, 0.2, 0.2, 0.3, 0.5, 0.8, 1.0, 1.0, 1.0, 1.1, 1.2, 1.2, 1.1, 1.1, 1.2, 1.4, 1.6, 1.8, 2.0, 1.9,
        1.5,
        0.9,
    ]

    /// Days of many clients, whose users are awake by day: an outage of one hour on the first evening, a release on the
    /// second day that triples the events, within 6 hours on all devices, and on the third day a configuration that
    /// takes every third event, which clients fetch within an hour.
    package static func days(_ days: Int = 3, clients: Int = 1000) -> FleetScenario {
        let hour = Duration.seconds(3600)
        var scenario = FleetScenario()
        scenario.clients = clients
        scenario.eventInterval = .seconds(300)
        scenario.curve = eveningCurve
        scenario.incidents = [Incident(from: hour * 20, until: hour * 21, kind: .responds(503))]
        scenario.duration = hour * 24 * days
        scenario.changes = [
            Change(name: "release: three times the events", from: hour * 34, over: hour * 6, factor: 3),
            Change(name: "configuration: every third event", from: hour * 58, over: hour, factor: 1.0 / 3),
        ].filter { $0.from < scenario.duration }
        return scenario
    }

    /// The mean interval between the submissions of a client at a time.
    func eventInterval(of client: Int, at time: Duration) -> Duration {
        let share = Double(client) / Double(max(1, clients))
        let factor = changes.reduce(curveFactor(at: time)) { factor, change in
            time.seconds >= change.from.seconds + change.over.seconds * share ? factor * change.factor : factor
        }
        return factor == 1 ? eventInterval : eventInterval / factor
    }

    /// The curve at a time, between its values on a straight line.
    private func curveFactor(at time: Duration) -> Double {
        guard curve.count > 1 else { return 1 }
        let place = (time.seconds / 86_400 * Double(curve.count)).truncatingRemainder(dividingBy: Double(curve.count))
        let (index, part) = (Int(place), place - place.rounded(.down))
        return curve[index] * (1 - part) + curve[(index + 1) % curve.count] * part
    }
}
