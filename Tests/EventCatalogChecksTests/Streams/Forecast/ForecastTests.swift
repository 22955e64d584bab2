import CatalogTestSupport
import EventCatalog
import EventCatalogChecks
import EventSchema
import EventStreams
import EventSupport
import Testing

@Suite struct ForecastTests {
    /// The settings of a stream `a`, with a rule of curation on an attribute.
    private static func settings(_ sample: String = "", _ curation: String = "{}", provides: String = "") -> String {
        """
        a:
          schema_title: analytics/product_metrics/app/base
          \(sample.isEmpty ? "" : "sample: \(sample)")
          producers: {metrics_platform_client: {provide_values: [\(provides)], curation: \(curation)}}
        """
    }

    private static func forecast(
        _ settings: String, _ scenario: ForecastScenario, shares: JSONObject = [:], change: ForecastChange? = nil
    ) throws -> StreamForecast {
        try withFiles(["Streams/a.yaml": settings]) { folder in
            try StreamFolder(directory: "\(folder)/Streams")
                .forecast(
                    "a", scenario, schemas: SchemaRepository(roots: []), shares: AttributeShares(shares), change: change
                )
        }
    }

    private static func scenario(clients: Int = 200, days: Int = 20, seed: UInt64 = 1) -> ForecastScenario {
        var scenario = ForecastScenario(clients: clients)
        (scenario.days, scenario.seed) = (days, seed)
        (scenario.pageviewsPerSession, scenario.eventsPerSession) = (2, 4)
        return scenario
    }

    @Test func `a stream without sampling has the events that are submitted`() throws {
        let scenario = Self.scenario(clients: 500)
        let side = try Self.forecast(Self.settings(), scenario).sides[0]
        // The variance of a day: sessions vary by Poisson's distribution, and so do page views and events.
        let (sessions, pages, events) = (1000.0, 2.0, 4.0)
        let ofSession = events + (events / pages) * (events / pages) * (pages - 1) + events * events
        let deviation = (sessions * ofSession).squareRoot()
        #expect(abs(side.spread.mean - scenario.submittedPerDay) < 4 * deviation / 20.0.squareRoot())
        #expect((0.5...1.6).contains(side.spread.deviation / deviation), "\(side.spread) \(deviation)")
    }

    @Test func `the progress of a forecast counts every client once`() throws {
        let counts = Locked([Int]())
        try withFiles(["Streams/a.yaml": Self.settings()]) { folder in
            _ = try StreamFolder(directory: "\(folder)/Streams")
                .forecast(
                    "a", Self.scenario(clients: 500), schemas: SchemaRepository(roots: []), shares: .none, change: nil
                ) { done in
                    counts.withLock { $0.append(done) }
                }
        }
        let reported = counts.withLock { $0 }
        #expect(reported.last == 500 && reported == reported.sorted() && reported.count > 10, "\(reported)")
    }

    @Test func `the number of sampled devices varies as the binomial distribution says`() throws {
        let (clients, rate) = (300, 0.2)
        let expected = Double(clients) * rate
        let deviation = (expected * (1 - rate)).squareRoot()
        let scores = try (1...40).map { (seed: UInt64) throws -> Double in
            var scenario = Self.scenario(clients: clients, days: 3, seed: seed)
            scenario.sessionsPerDay = 4
            let side = try Self.forecast(Self.settings("{unit: device, rate: 0.2}"), scenario).sides[0]
            return (side.spread.mean / (4 * 4) - expected) / deviation
        }
        let mean = scores.reduce(0, +) / 40
        let squares = scores.map { ($0 - mean) * ($0 - mean) }
        let variance = squares.reduce(0, +) / 39
        #expect(abs(mean) < 0.5)
        #expect((0.5...1.7).contains(variance), "\(variance)")
    }

    @Test(arguments: ["session", "pageview"]) func `the share of a sample that is drawn again is its rate`(
        unit: String
    ) throws {
        let scenario = Self.scenario(clients: 500)
        let forecast = try Self.forecast(Self.settings("{unit: \(unit), rate: 0.25}"), scenario)
        #expect(abs(forecast.sides[0].spread.mean / scenario.submittedPerDay - 0.25) < 0.02)
    }

    @Test func `about 95 % of days are within the range`() throws {
        let scenario = Self.scenario(clients: 60, days: 366)
        let side = try Self.forecast(Self.settings("{unit: session, rate: 0.5}"), scenario).sides[0]
        let inside = side.days.count { (side.spread.low...side.spread.high).contains(Double($0)) }
        #expect((0.92...0.98).contains(Double(inside) / 366))
    }

    @Test func `a seed gives the same days again, and another seed gives others`() throws {
        let settings = Self.settings("{unit: session, rate: 0.3}")
        let days = try [1, 1, 2].map { try Self.forecast(settings, Self.scenario(seed: $0)).sides[0].days }
        #expect(days[0] == days[1] && days[0] != days[2])
    }

    @Test(arguments: ["session", "device", "pageview"]) func `a higher rate keeps the events and adds others`(
        unit: String
    ) throws {
        let forecast = try Self.forecast(
            Self.settings("{unit: \(unit), rate: 0.2, salt: s}"), Self.scenario(clients: 60),
            change: .rate(0.4, unit: nil))
        let (now, changed) = (forecast.sides[0], forecast.sides[1])
        #expect(zip(now.days, changed.days).allSatisfy { $0 <= $1 })
        #expect(changed.spread.mean > now.spread.mean * 1.5)
    }

    @Test(arguments: [("{unit: session, rate: 0}", 0.0), ("{unit: user, rate: 1}", 0), ("{unit: device, rate: 1}", 1)])
    func `a rate of 0, a broken sample and a rate of 1 give exact numbers`(sample: String, share: Double) throws {
        let everyone = try Self.forecast(Self.settings(), Self.scenario()).sides[0].days
        let days = try Self.forecast(Self.settings(sample), Self.scenario()).sides[0].days
        #expect(days == everyone.map { $0 * Int(share) })
    }

    @Test func `a rate for a stream without a sample draws sessions, or the unit that is named`() throws {
        let sessions = try Self.forecast(Self.settings(), Self.scenario(), change: .rate(0.1, unit: nil))
        #expect(sessions.lines.contains { $0.hasPrefix("changed: about 1 in 10 sessions") })
        let devices = try Self.forecast(Self.settings(), Self.scenario(), change: .rate(0.1, unit: .device))
        #expect(devices.lines.contains { $0.hasPrefix("changed: about 1 in 10 devices") })
        #expect(devices.lines.contains { $0.contains("another --seed") })
        #expect(!sessions.lines.contains { $0.contains("another --seed") })
    }

    @Test func `curation lets through the share of clients and page views that the table has`() throws {
        let settings = Self.settings(
            "", "{performer_is_logged_in: {equals: true}, page_namespace_id: {in: [0, 1]}}",
            provides: "performer_is_logged_in, page_namespace_id")
        let shares: JSONObject = [
            "performer_is_logged_in": ["true": 0.4, "false": 0.5],
            "page_namespace_id": ["0": 0.3, "1": 0.2, "2": 0.5],
        ]
        let scenario = Self.scenario(clients: 1500, days: 10)
        let side = try Self.forecast(settings, scenario, shares: shares).sides[0]
        #expect(abs(side.spread.mean / scenario.submittedPerDay - 0.2) < 0.03)
        #expect(side.uncounted == [] && side.alwaysMissing == [])
    }

    @Test func `rules on attributes without shares are named and not counted`() throws {
        let settings = Self.settings("", "{page_id: {equals: 1}}", provides: "page_id")
        let forecast = try Self.forecast(settings, Self.scenario())
        #expect(forecast.sides[0].uncounted == ["page_id"])
        #expect(forecast.sides[0].days == (try Self.forecast(Self.settings(), Self.scenario()).sides[0].days))
        #expect(forecast.lines.contains { $0.contains("curation by page_id is not counted") })
    }

    @Test func `a rule on an attribute that no event has drops every event`() throws {
        let forecast = try Self.forecast(
            Self.settings("", "{page_id: {equals: 1}}"), Self.scenario(), shares: ["page_id": ["1": 1]])
        #expect(forecast.sides[0].alwaysMissing == ["page_id"] && forecast.sides[0].spread.mean == 0)
        #expect(forecast.lines.contains { $0.contains("no event passes") })
    }

    @Test func `the report has events, bytes and the difference`() throws {
        let forecast = try Self.forecast(
            Self.settings("{unit: session, rate: 0.5}"), Self.scenario(), change: .rate(1, unit: nil))
        let (now, changed) = (forecast.sides[0], forecast.sides[1])
        let bytes = try #require(now.bytesPerEvent)
        #expect(now.bytesPerDay == Double(bytes) * now.spread.mean)
        #expect(forecast.json["now"]?["events_per_day"]?["low"]?.number?.double ?? 0 < now.spread.mean)
        #expect(forecast.json["changed"]?["days"]?.array?.count == 20)
        #expect(forecast.lines[0].contains("1 600 events submitted a day"))
        let difference = Int((changed.spread.mean - now.spread.mean).rounded())
        #expect(forecast.lines.last?.hasPrefix("difference: +\(difference) events a day, +") == true)
    }
}
