import EventCatalog
import EventSchema
import EventStreams

/// A configuration of the stream, made ready for the forecast: what it samples by, and which values of attributes its
/// curation lets through.
struct ForecastPlan: Sendable {
    /// Which values of an attribute pass, by their numbers in the table; the last one is a missing value.
    struct Rule: Sendable {
        let entry: Int
        let passes: [Bool]
    }

    let stream: StreamConfiguration
    let example: ExampleEvent?
    /// The unit whose identifiers decide; `nil` where all identifiers are in, or no identifier is.
    let drawnUnit: SamplingUnit?
    /// The rules on attributes that are drawn once for each client.
    private(set) var clientRules: [Rule] = []
    /// The rules on attributes that are drawn for each page view.
    private(set) var pageRules: [Rule] = []
    /// The attributes with a rule and without shares, whose rules are not counted.
    private(set) var uncounted: [String] = []
    /// The attributes with a rule that no event has, so that no event passes.
    private(set) var alwaysMissing: [String] = []
    private let vocabulary: Vocabulary

    init(
        _ stream: StreamConfiguration, _ example: ExampleEvent?, _ shares: AttributeShares, _ vocabulary: Vocabulary
    ) {
        (self.stream, self.example, self.vocabulary) = (stream, example, vocabulary)
        drawnUnit = (stream.sampling.rate.map { $0 > 0 && $0 < 1 } ?? false) ? stream.sampling.unit : nil
        let provided = ContextualAttribute.ofEveryEvent + stream.contextualAttributes
        // One finding for each condition; without an attribute there is no other value than none.
        for name in Set(stream.curation.findings(in: [:]).map(\.attribute)).sorted() {
            guard let attribute = vocabulary.attribute(named: name) else {
                uncounted.append(name)
                continue
            }
            if !provided.contains(attribute) || example?.notInSchema.contains(attribute) == true {
                alwaysMissing.append(name)
            } else if let place = shares.entries.firstIndex(where: { $0.attribute == attribute }) {
                add(rule(on: attribute, shares.entries[place], place), isOfPage: shares.entries[place].isOfPage)
            } else {
                uncounted.append(name)
            }
        }
    }

    /// Whether an event can pass at all.
    var isOpen: Bool { alwaysMissing.isEmpty && (drawnUnit != nil || stream.sampling.includes(identifier: nil)) }

    /// Whether the client's sampling takes an identifier of ``drawnUnit``.
    func includes(_ identifier: String) -> Bool { stream.sampling.includes(identifier: identifier) }

    private mutating func add(_ rule: Rule, isOfPage: Bool) {
        if isOfPage { pageRules.append(rule) } else { clientRules.append(rule) }
    }

    /// The client's own curation, applied to an event with each value of the attribute. Rules on other attributes are
    /// left out of account: all must hold, each by itself.
    private func rule(on attribute: ContextualAttribute, _ entry: AttributeShares.Entry, _ place: Int) -> Rule {
        let passes = entry.values.map { value in
            var event: JSONValue = [:]
            event.set(value, at: attribute.path[...])
            return stream.curation.findings(in: event, declaring: vocabulary.own).allSatisfy {
                $0.attribute != attribute.name || $0.holds
            }
        }
        return Rule(entry: place, passes: passes + [false])
    }
}
