/// What the clients of a forecast do. All numbers are means; the numbers of a single day or session vary around them.
package struct ForecastScenario: Sendable, Hashable {
    /// The number of installations of the app.
    package var clients: Int
    /// The number of days.
    package var days = 30
    /// Sessions of a client a day. Their number varies by Poisson's distribution.
    package var sessionsPerDay = 2.0
    /// Page views of a session, at least 1. A session has one page view and a number that varies by Poisson's
    /// distribution.
    package var pageviewsPerSession = 5.0
    /// Events of the stream that the app submits in a session. Their number in a page view varies by Poisson's
    /// distribution.
    package var eventsPerSession = 10.0
    /// The seed of the random numbers. The same seed gives the same clients, sessions and events.
    package var seed: UInt64 = 1

    /// Creates the scenario of that many clients.
    package init(clients: Int) { self.clients = clients }

    /// The minimum and the maximum number of clients.
    package static let clientRange = 1...1_000_000
    /// The minimum and the maximum number of days. The spread of days needs two.
    package static let dayRange = 2...366
    /// The maximum number of page views of a forecast, which take about a minute.
    package static let maximumPageviews = 1e9

    /// The expected number of page views on all days.
    package var pageviews: Double { Double(clients) * Double(days) * sessionsPerDay * pageviewsPerSession }

    /// The expected number of events that the app submits in a day, before sampling and curation.
    package var submittedPerDay: Double { Double(clients) * sessionsPerDay * eventsPerSession }
}
