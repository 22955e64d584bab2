import EventCatalog
package import EventSchema

/// An event that shows that a change is breaking: the old schema accepts it, and the new one does not.
package struct WitnessEvent: Sendable, Hashable {
    package let event: JSONValue
    /// The validator's message with the new schema, beginning with the property.
    package let message: String
    /// Whether the intake accepts the event all the same, since it fills in a default.
    package let needsDefault: Bool
}

/// The version for which no event can be tried, since it cannot be compiled.
package struct UncompiledVersion: Error {
    /// Whether it is the old version.
    package let isOld: Bool
    /// Why it cannot be compiled.
    package let error: SchemaError
}

/// Two versions of a schema, tried with events that are made from the old one.
package struct CompatibilityTrial {
    private let document: JSONValue
    private let old: Schema
    private let new: Schema
    /// Whether one of them is of draft 2019-09 or a later one.
    private let isLater: Bool
    private let seed: UInt64
    /// The maximum number of events for each search.
    package let limit: Int

    /// The number of events for each search unless another is given.
    package static let defaultLimit = 200

    /// Compiles both schemas as the tools do.
    ///
    /// - Parameters:
    ///   - old: the schema before.
    ///   - new: the schema afterwards.
    ///   - limit: the maximum number of events for each search. The default is 200.
    ///   - seed: where the random numbers begin. The same seed makes the same events. The default is 0.
    /// - Throws: ``UncompiledVersion`` when one of them cannot be compiled.
    package init(
        old: JSONValue, new: JSONValue, limit: Int = CompatibilityTrial.defaultLimit, seed: UInt64 = 0
    ) throws(UncompiledVersion) {
        document = old
        (self.old, self.new) = (try Self.schema(old, isOld: true), try Self.schema(new, isOld: false))
        isLater = self.old.dialect.isLater || self.new.dialect.isLater
        (self.limit, self.seed) = (limit, seed)
    }

    private static func schema(_ document: JSONValue, isOld: Bool) throws(UncompiledVersion) -> Schema {
        do { return try Schema(document, mode: Dialect(of: document)?.toolsMode ?? .intake) } catch {
            throw UncompiledVersion(isOld: isOld, error: error)
        }
    }

    /// Searches for an event that was valid and is refused because of a breaking change.
    ///
    /// - Returns: the event, `nil` when none is found, and the number of events that were tried.
    package func witness(for change: SchemaChange) -> (witness: WitnessEvent?, tried: Int) {
        let schemas = WitnessSchemas(document, change).schemas + [document]
        let share = max(1, limit / schemas.count)
        var tried = 0
        for (number, schema) in schemas.enumerated() {
            var generator = EventGenerator(schema, seed: seed &+ UInt64(number))
            let count = number == schemas.count - 1 ? limit - tried : share
            for event in 0..<max(0, count) {
                tried += 1
                // Small events first: they are read by people.
                let made = generator.event(event < 4 ? .required : event == 4 ? .all : .random)
                if let witness = witness(made, for: change) { return (witness, tried) }
            }
        }
        return (nil, tried)
    }

    private func witness(_ event: JSONValue, for change: SchemaChange) -> WitnessEvent? {
        guard old.isValid(event) else { return nil }
        if let finding = refusal(new.findings(in: event), change) {
            return WitnessEvent(event: event, message: finding.description, needsDefault: false)
        }
        guard change.kind == .requiredWithDefault,
            let finding = refusal(new.findingsWithoutDefaults(in: JSON(event)), change)
        else { return nil }
        return WitnessEvent(event: event, message: finding.description, needsDefault: true)
    }

    /// The one of the new schema's findings in an event that the change causes.
    private func refusal(_ all: [Finding], _ change: SchemaChange) -> Finding? {
        let findings = all.filter { $0.isBecause(of: change) }
        guard change.refusingKeyword.last == "required", let name = change.propertyName else { return findings.first }
        return findings.first { $0.message.contains("\"\(name)\"") }
    }

    /// Searches for an event that was valid and is refused although no breaking change explains it. There should be
    /// none: it would be a mistake in the table of policies. In drafts 2019-09 and 2020-12 it is not searched for: a
    /// change of `prefixItems` may refuse an event by `items`, where nothing has changed.
    ///
    /// - Returns: the event, `nil` when there is none, and the number of valid events that were tried.
    package func unexplainedRefusal(
        by comparison: SchemaComparison
    ) -> (witness: WitnessEvent?, tried: Int) {
        guard !isLater else { return (nil, 0) }
        let refusing = comparison.changes.filter(\.mayRefuseEvents)
        var generator = EventGenerator(document, seed: seed)
        var tried = 0
        for number in 0..<limit {
            let event = generator.event(number: number)
            guard old.isValid(event) else { continue }
            tried += 1
            guard !new.isValid(event) else { continue }
            let findings = new.findings(in: event)
            let isExplained = findings.contains { finding in refusing.contains { finding.isBecause(of: $0) } }
            if !isExplained, let finding = findings.first {
                return (WitnessEvent(event: event, message: finding.description, needsDefault: false), tried)
            }
        }
        return (nil, tried)
    }
}

extension SchemaChange {
    /// Whether the table of policies allows for events that are refused: breaking changes, a default that is refused
    /// itself, and numbers that are not exact.
    fileprivate var mayRefuseEvents: Bool {
        verdict == .breaking || kind == .defaultChanged || kind == .safeBoundAdded
    }

    /// Whether it is the condition that changes; what depends on it refuses events.
    fileprivate var isOfCondition: Bool { path.last == "if" && (kind == .ruleAdded || kind == .ruleChanged) }

    /// The name of the property that is required.
    fileprivate var propertyName: String? {
        guard kind == .requiredAdded || path.last == "required" else {
            return kind == .defaultOfRequiredDropped ? path.dropLast().last : path.last
        }
        let parent = SchemaPlace.property(at: holder)
        return parent.isEmpty ? property : String(property.dropFirst(parent.count + 1))
    }
}

extension Finding {
    /// Whether the keyword that was broken is one that the change is about.
    fileprivate func isBecause(of change: SchemaChange) -> Bool {
        let keyword = JSONPointer.tokens(of: keywordLocation)
        if change.kind == .defaultChanged { return keyword.starts(with: change.path.dropLast()) }
        // A schema that refuses everything, as `false` does, has no keyword of its own.
        if change.path.last == "not", keyword.elementsEqual(change.holder) { return true }
        if change.isOfCondition {
            return ["then", "else"].contains { keyword.starts(with: change.holder + [$0]) }
        }
        return keyword.starts(with: change.refusingKeyword) || keyword.starts(with: change.refusingKeywordOfMap)
    }
}
