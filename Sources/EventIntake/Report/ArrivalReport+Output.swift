import EventCatalog
package import EventSchema
import EventStreams
import EventSupport

extension ArrivalReport {
    /// The report in the form of the response to `GET /report`.
    package var json: JSONObject {
        [
            "read": .number(read), "complete": .bool(isComplete), "broken": .number(broken),
            "streams": .array(streams.map { .object($0.json) }),
        ]
    }

    /// The report in words: a line for each stream, and lines below for what is broken and what was not seen.
    package var lines: [String] {
        let scope =
            isComplete
            ? "\(read.counted("accepted event")) read"
            : "the newest \(read.counted("accepted event")) read for fields and values"
        return streams.flatMap(\.lines) + ["\(broken.counted("broken rule")); \(scope)"]
    }
}

extension ArrivalReport.Stream {
    private var neverFilled: [[String]] { tally.paths.filter { tally.filled[$0] == nil } }

    fileprivate var json: JSONObject {
        func text(_ text: String?) -> JSONValue { text.map(JSONValue.string) ?? .null }
        let rate: JSONValue = configuration?.sampling.rate.map { .number($0) } ?? .null
        return [
            "stream": .string(name), "planned": .bool(configuration != nil),
            "schemaTitle": text(configuration?.schemaTitle), "rate": rate,
            "accepted": .number(counts.accepted), "repeats": .number(counts.repeats),
            "invalid": .number(counts.invalid), "error": .number(counts.error),
            "first": text(counts.first), "last": text(counts.last), "perDay": perDay.map { .number($0) } ?? .null,
            "forecast": forecast.map { ["low": .number($0.lowerBound), "high": .number($0.upperBound)] } ?? .null,
            "findings": .array(findings.map(\.json)), "read": .number(tally.events), "fields": fields,
            "neverFilled": .array(neverFilled.map { .string($0.dotted) }),
            "enums": .array(tally.paths.compactMap(values)),
        ]
    }

    /// How many events have each field.
    private var fields: JSONValue {
        let planned = Set(attributes.flatMap(\.paths))
        return .array(
            tally.paths.map { path in
                [
                    "field": .string(path.dotted), "filled": .number(tally.filled[path] ?? 0),
                    "planned": .bool(planned.contains(path)),
                ]
            })
    }

    /// The values of a field with an enum, those that arrived and those that did not.
    private func values(_ path: [String]) -> JSONValue? {
        guard let allowed = tally.enums[path] else { return nil }
        let counts = tally.seen[path] ?? [:]
        var seen = JSONObject()
        for value in allowed { seen[value] = counts[value].map { .number($0) } }
        return [
            "field": .string(path.dotted), "allowed": .array(allowed.map(JSONValue.string)), "seen": .object(seen),
            "unseen": .array(allowed.filter { counts[$0] == nil }.map(JSONValue.string)),
        ]
    }

    fileprivate var lines: [String] {
        let counts = self.counts
        let numbers = [
            "\(counts.accepted) accepted", counts.repeats > 0 ? "\(counts.repeats) repeated" : nil,
            counts.invalid > 0 ? "\(counts.invalid) invalid" : nil, counts.error > 0 ? "\(counts.error) errors" : nil,
            counts.last.map { "last \($0)" },
        ]
        var lines = ["\(name): " + numbers.compactMap { $0 }.joined(separator: ", ")]
        lines += findings.map { "  broken: \($0.rule.rawValue): \($0.text)" }
        if !neverFilled.isEmpty {
            let first = neverFilled.map(\.dotted).listed(upTo: 5)
            lines.append("  never filled: \(neverFilled.count) of \(tally.paths.count.counted("field")): \(first)")
        }
        for path in tally.paths {
            guard let allowed = tally.enums[path], let seen = tally.seen[path] else { continue }
            let words = allowed.compactMap { value in seen[value].map { "\(value) \($0)" } }
            let unseen = allowed.count > words.count ? "; \(allowed.count - words.count) unseen" : ""
            lines.append("  \(path.dotted): \(words.joined(separator: ", "))\(unseen)")
        }
        return lines
    }
}

extension ArrivalReport.Finding {
    fileprivate var json: JSONValue { ["rule": .string(rule.rawValue), "text": .string(text)] }
}

extension [String] {
    /// A path as it is written in filters: `meta.domain`.
    var dotted: String { joined(separator: ".") }
}
