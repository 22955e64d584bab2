import EventCatalog
import EventStreams
import EventSupport

/// Plan against reality: for each stream what has arrived beside what is configured.
package struct ArrivalReport: Sendable {
    /// A rule that what arrives must satisfy.
    package enum Rule: String, Sendable, CaseIterable {
        /// A configured stream has events, unless its sampling takes none.
        case silent
        /// Events are of a configured stream whose sampling takes some.
        case unplanned
        /// No event is rejected.
        case rejected
        /// At least one event has a value of each attribute in `provide_values`.
        case unfilled
        /// The number of events a day is at most twice the forecast, and at least half of it.
        case volume
    }

    /// A rule that is broken.
    package struct Finding: Sendable, Hashable {
        package let rule: Rule
        package let text: String
    }

    /// What has arrived in one stream.
    package struct Stream: Sendable {
        let name: String
        /// The stream's configuration; `nil` for a stream that is not configured.
        let configuration: StreamConfiguration?
        /// The attributes of `provide_values`, with their fields.
        let attributes: [ContextualAttribute]
        let counts: ArrivalCounts
        let tally: FieldTally
        /// The forecast of the number of events a day, lowest and highest; `nil` without one.
        let forecast: ClosedRange<Double>?
        /// The mean number of accepted events a day; `nil` before a day has passed.
        let perDay: Double?
        /// The rules that are broken.
        package internal(set) var findings: [Finding] = []
    }

    /// The streams: those that are configured, in order, then the others by name.
    package private(set) var streams: [Stream] = []
    /// The number of events that were read for the fields and values.
    let read: Int
    /// Whether these are all accepted events that match.
    let isComplete: Bool

    /// The report without the findings of some rules.
    package func without(_ rules: Set<Rule>) -> ArrivalReport {
        var report = self
        for place in streams.indices { report.streams[place].findings.removeAll { rules.contains($0.rule) } }
        return report
    }

    /// The number of broken rules.
    package var broken: Int { streams.reduce(0) { $0 + $1.findings.count } }

    init(
        _ arrivals: Arrivals, _ configurations: StreamConfigurations?, _ vocabulary: Vocabulary,
        only names: [String], forecasts: [String: ClosedRange<Double>]
    ) {
        (read, isComplete) = (arrivals.read, arrivals.isComplete)
        let seen = Set(arrivals.counts.keys).union(names)
        let planned = configurations.map { Self.planned($0, seen.sorted()) } ?? []
        let days = arrivals.days
        let others = seen.filter { name in
            !planned.contains { $0.name == name } && !ErrorEventFactory.isErrorStream(name)
        }
        let plans = planned + others.sorted().map { name -> Plan in (name, nil) }
        for plan in plans where names.isEmpty || names.contains(plan.name) {
            var stream = Stream(
                name: plan.name, configuration: plan.configuration,
                attributes: (plan.configuration?.contextualAttributes ?? []).map(vocabulary.declared),
                counts: arrivals.counts[plan.name] ?? ArrivalCounts(),
                tally: arrivals.fields.streams[plan.name] ?? FieldTally(), forecast: forecasts[plan.name], days: days)
            if configurations != nil { stream.check() }
            stream.checkVolume()
            streams.append(stream)
        }
    }

    private typealias Plan = (name: String, configuration: StreamConfiguration?)

    /// The configured streams. A pattern stands for the names that it matches; without any, for itself.
    private static func planned(_ configurations: StreamConfigurations, _ names: [String]) -> [Plan] {
        configurations.streams.flatMap { stream -> [Plan] in
            guard stream.name.hasPrefix("/") else { return [(stream.name, stream)] }
            let matching = names.filter { configurations[$0]?.name == stream.name && $0 != stream.name }
            return (matching.isEmpty ? [stream.name] : matching).map { ($0, stream) }
        }
    }
}

extension ArrivalReport.Stream {
    fileprivate init(
        name: String, configuration: StreamConfiguration?, attributes: [ContextualAttribute], counts: ArrivalCounts,
        tally: FieldTally, forecast: ClosedRange<Double>?, days: Double
    ) {
        (self.name, self.configuration, self.attributes) = (name, configuration, attributes)
        (self.counts, self.tally) = (counts, tally)
        self.forecast = forecast
        perDay = days >= 1 ? Double(counts.accepted) / days : nil
    }

    /// Whether the sampling takes no event.
    private var isOff: Bool {
        switch configuration?.sampling {
        case .sample(_, let rate, _): rate <= 0
        case .malformed: true
        case .all, nil: false
        }
    }

    fileprivate mutating func check() {
        guard configuration != nil else {
            let count = (counts.accepted + counts.rejected).counted("event")
            report(.unplanned, "\(count) arrived, and no usable stream of this name is configured")
            return
        }
        if counts.accepted + counts.rejected == 0, !isOff { report(.silent, "no event has arrived") }
        if counts.accepted > 0, isOff {
            report(.unplanned, "\(counts.accepted.counted("event")) arrived, although the sampling takes none")
        }
        if counts.rejected > 0 {
            report(.rejected, "\(counts.invalid) invalid, \(counts.error) refused for another reason")
        }
        for attribute in unfilled {
            report(.unfilled, "provide_values has \(attribute.name), and no event has a value of it")
        }
    }

    /// The attributes of `provide_values` that no event has.
    private var unfilled: [ContextualAttribute] {
        guard tally.events > 0 else { return [] }
        return attributes.filter { $0.paths.allSatisfy { tally.filled[$0] == nil } }
    }

    /// Compares the number of events a day with a forecast. What arrives in less than a day can only be too much.
    fileprivate mutating func checkVolume() {
        guard let forecast else { return }
        let isLow = perDay.map { $0 < forecast.lowerBound / 2 } ?? false
        let seen = perDay ?? Double(counts.accepted)
        guard isLow || seen > forecast.upperBound * 2 else { return }
        let (low, high) = (Int(forecast.lowerBound.rounded()), Int(forecast.upperBound.rounded()))
        report(.volume, "\(Int(seen.rounded()).counted("event")) a day; the forecast is \(low) to \(high)")
    }

    private mutating func report(_ rule: ArrivalReport.Rule, _ text: String) {
        findings.append(.init(rule: rule, text: text))
    }
}
