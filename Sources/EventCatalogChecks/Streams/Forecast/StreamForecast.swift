import EventSchema
import EventSchemaTools
import EventStreams

/// How many events of a stream arrive at the intake a day, now and after a change.
package struct StreamForecast: Sendable {
    /// The forecast for one configuration.
    package struct Side: Sendable {
        /// `now` or `changed`.
        package let label: String
        /// The number of events on each day.
        package let days: [Int]
        /// The mean and the spread of ``days``.
        package let spread: DailySpread
        /// The size of an event in bytes without compression; `nil` when no schema has the stream's title.
        package let bytesPerEvent: Int?
        /// The attributes whose curation is not counted, since the table of shares lacks them.
        package let uncounted: [String]
        /// The attributes that curation needs and no event has, so that no event passes.
        package let alwaysMissing: [String]
        /// Whether a sample of devices is drawn, so that the days have the same devices.
        let drawsDevices: Bool
        let audience: String
        let curation: String

        init(_ label: String, _ plan: ForecastPlan, _ days: [Int]) {
            (self.label, self.days) = (label, days)
            spread = DailySpread(days)
            bytesPerEvent = plan.example?.bytes
            (uncounted, alwaysMissing) = (plan.uncounted, plan.alwaysMissing)
            let sampling = plan.stream.sampling
            drawsDevices = sampling.unit == .device && (sampling.rate ?? 1) < 1
            audience = sampling.audience
            curation = plan.stream.curationSentence
        }
    }

    /// The name of the stream.
    package let stream: String
    /// What the clients do.
    package let scenario: ForecastScenario
    /// The present configuration, and the changed one if there is a change.
    package let sides: [Side]

    init(
        _ stream: String, _ scenario: ForecastScenario, _ plans: [ForecastPlan], _ shares: AttributeShares,
        progress: @Sendable (_ clients: Int) -> Void
    ) {
        (self.stream, self.scenario) = (stream, scenario)
        let counts = ForecastRun(scenario, plans, shares).counts(progress)
        sides = zip(["now", "changed"], zip(plans, counts)).map { Side($0, $1.0, $1.1) }
    }
}
