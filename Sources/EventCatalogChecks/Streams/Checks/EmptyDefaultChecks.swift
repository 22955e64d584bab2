import EventCatalog
import EventSchema

extension Rule {
    static let defaultNotEmptied = Rule(
        "default-not-emptied", .warning, "A stream has an empty map or list where the defaults have a map.",
        reason: "Maps are merged name by name, so an empty map changes nothing: the default stays. The platform's own "
            + "services treat an empty list so too.",
        mistake: .emptied("{}"), corrected: .emptied("null"))
}

/// Finds empty maps and lists over a map of the defaults: they seem to empty it, and have no effect.
enum EmptyDefaultChecks {
    static func findings(in stream: AuthoredStream, _: StreamCheckContext) -> [CatalogFinding] {
        guard let defaults = stream.defaults?.value.object else { return [] }
        return emptied(stream.own, defaults).map { path in
            stream.finding(
                .defaultNotEmptied, at: path,
                "This does not empty the default of “\(path.joined(separator: "."))”, which is a map.",
                remedy: "Write null in its place, or null for single names below it.")
        }
    }

    /// The paths of empty maps and lists over maps that are not empty.
    private static func emptied(_ own: JSONObject, _ defaults: JSONObject) -> [[String]] {
        own.flatMap { name, value -> [[String]] in
            guard let inherited = defaults[name]?.object, !inherited.isEmpty else { return [] }
            switch value {
            case .array(let elements) where elements.isEmpty: return [[name]]
            case .object(let members) where members.isEmpty: return [[name]]
            case .object(let members): return emptied(members, inherited).map { [name] + $0 }
            default: return []
            }
        }
    }
}

extension RuleExample {
    /// A stream with a value over a map of the defaults.
    fileprivate static func emptied(_ value: String) -> RuleExample {
        [
            "Streams/defaults.yaml": "consumers:\n  analytics_hive_ingestion:\n    enabled: true\n",
            "Streams/example.yaml": stream("app.search", "consumers: \(value)"),
        ]
    }
}
