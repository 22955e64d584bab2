import EventCatalog
package import EventSchema
import EventSupport

extension StreamForecast {
    /// The forecast as a JSON object: the scenario, and for each of `now` and `changed` the events and bytes a day.
    package var json: JSONObject {
        var object: JSONObject = [
            "stream": .string(stream), "clients": .number(scenario.clients), "days": .number(scenario.days),
            "sessions_per_day": .number(scenario.sessionsPerDay),
            "pageviews_per_session": .number(scenario.pageviewsPerSession),
            "events_per_session": .number(scenario.eventsPerSession), "seed": .number(scenario.seed),
            "submitted_per_day": .number(scenario.submittedPerDay),
        ]
        for side in sides { object[side.label] = side.json }
        return object
    }

    /// The forecast in words.
    package var lines: [String] {
        let submitted = Int(scenario.submittedPerDay.rounded()).countedInGroups("event")
        let first =
            "\(stream): \(scenario.clients.countedInGroups("client")), \(scenario.days.counted("day")), "
            + "\(scenario.sessionsPerDay.counted("session")) a day, \(scenario.eventsPerSession.counted("event")) a "
            + "session: \(submitted) submitted a day"
        return [first] + sides.flatMap(\.lines) + [difference].compactMap { $0 }
    }

    private var difference: String? {
        guard sides.count == 2 else { return nil }
        let (now, changed) = (sides[0], sides[1])
        let events = changed.spread.mean - now.spread.mean
        let percent = now.spread.mean > 0 ? ", \((events / now.spread.mean * 100).signed) %" : ""
        let bytes = now.bytesPerDay.flatMap { before in
            changed.bytesPerDay.map { ", \(($0 - before).byteText(isSigned: true)) a day" }
        }
        return "difference: \(events.signed) events a day\(percent)\(bytes ?? "")"
    }
}

extension StreamForecast.Side {
    /// The mean of the bytes of a day, without compression.
    package var bytesPerDay: Double? { bytesPerEvent.map { Double($0) * spread.mean } }

    fileprivate var json: JSONValue {
        [
            "sampled": .string(audience), "curated": .string(curation),
            "events_per_day": ["mean": rounded(spread.mean), "low": rounded(spread.low), "high": rounded(spread.high)],
            "bytes_per_event": bytesPerEvent.map { .number($0) } ?? .null,
            "bytes_per_day": bytesPerDay.map(rounded) ?? .null,
            "curation_not_counted": .array(uncounted.map(JSONValue.string)),
            "attributes_never_there": .array(alwaysMissing.map(JSONValue.string)),
            "days": .array(days.map { .number($0) }),
        ]
    }

    /// A number with one decimal, so that the bytes of a report do not depend on the machine.
    private func rounded(_ value: Double) -> JSONValue { .number((value * 10).rounded() / 10) }

    fileprivate var lines: [String] {
        let range = "\(Int(spread.low.rounded()).grouped) to \(Int(spread.high.rounded()).grouped) on 95 % of days"
        let bytes =
            bytesPerDay.map { "\($0.byteText()) a day, at \((bytesPerEvent ?? 0).grouped) bytes an event" }
            ?? "the bytes are unknown, since no schema has the stream's title; name its repository with --schemas"
        var lines = [
            "\(label): \(audience)",
            "  curation lets through \(curation)",
            "  \(Int(spread.mean.rounded()).countedInGroups("event")) a day (\(range)); \(bytes)",
        ]
        if drawsDevices {
            lines.append("  the same devices are in the sample on all days; another --seed draws other devices")
        }
        if !uncounted.isEmpty {
            lines.append(
                "  curation by \(uncounted.joined(separator: ", ")) is not counted: --attributes FILE with the shares "
                    + "of the values counts it")
        }
        if !alwaysMissing.isEmpty {
            lines.append(
                "  no event passes: curation needs \(alwaysMissing.joined(separator: ", ")), "
                    + "which no event of the stream has, since provide_values or the schema lacks it")
        }
        return lines
    }
}

extension Double {
    /// A whole number with its sign: `+12 345`.
    fileprivate var signed: String {
        let whole = Int(rounded())
        return (whole > 0 ? "+" : "") + whole.grouped
    }

    /// A number of bytes in the unit that fits: `8.1 MB`.
    fileprivate func byteText(isSigned: Bool = false) -> String {
        let units = [(1e9, "GB"), (1e6, "MB"), (1e3, "kB")]
        let (size, unit) = units.first { magnitude >= $0.0 } ?? (1, "bytes")
        return (isSigned && self > 0 ? "+" : "") + (self / size).plainText + " " + unit
    }
}
