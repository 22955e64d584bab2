import EventCatalog
import EventSchema
import EventStreams
import EventSupport

/// The lines about the served files: what is wrong with them, and what is served now.
enum ContentReport {
    /// The name of a part at the beginning of a line.
    static func title(of part: ContentPart) -> String {
        switch part {
        case .schemas: "Schemas"
        case .streams: "Streams"
        case .experiments: "Experiments"
        case .filters: "Filters"
        case .clientConfiguration: "Client configuration"
        case .fetch: "Fetched"
        }
    }

    // MARK: - Schemas

    static func problems(in schemas: SchemaRepository) -> [String] {
        schemas.findings.map(\.description)
            + list(schemas.missingURIs, "missing until these mistakes are corrected; events that name them are refused")
    }

    /// What an edit of schemas has changed. `reading` has what the files hold now; `keepsAll` says whether those that
    /// are gone are served all the same, with the streams of before.
    static func lines(
        for reading: SchemaRepository, after previous: SchemaRepository, keepsAll: Bool
    ) -> [String] {
        let before = Set(previous.uris)
        let (kept, missing) = reading.missingURIs.partitioned(by: before.contains)
        let gone = before.subtracting(reading.uris).subtracting(kept).sorted()
        let served = (reading.versions.count + kept.count + (keepsAll ? gone.count : 0)).counted("version")
        let fate = keepsAll ? "served as before the edit, with the streams" : "gone; events that name them are refused"
        return reading.findings.filter { !previous.findings.contains($0) }.map(\.description)
            + list(kept, "served as before the edit, until the mistake is corrected")
            + list(missing, "missing until the mistake is corrected; events that name them are refused")
            + list(gone, fate) + ["Schemas: \(served) served."]
    }

    private static func list(_ uris: [String], _ state: String) -> [String] {
        guard !uris.isEmpty else { return [] }
        let more = uris.count > 10 ? " and \(uris.count - 10) more" : ""
        return ["Schemas: \(uris.prefix(10).joined(separator: ", "))\(more): \(state)."]
    }

    // MARK: - Streams

    static func problems(in streams: StreamConfigurations?) -> [String] {
        (streams?.quarantined ?? []).flatMap { stream in stream.issues.map { "stream quarantined: \($0)" } }
    }

    static func lines(for streams: StreamConfigurations?) -> [String] {
        problems(in: streams) + ["Streams: \(streams?.streams.count ?? 0) served."]
    }

    // MARK: - The remote configuration of clients

    static func lines(forClientConfiguration document: JSONValue?) -> [String] {
        let version = document?["configurationVersion"].map { $0.jsonText } ?? "none"
        return ["Client configuration: version \(version) served; clients apply a higher one only."]
    }

    // MARK: - Filters

    static func lines(for filters: ServedFilters) -> [String] {
        if let error = filters.error { return [error, "Filters: served as before the edit."] }
        return filters.problems + ["Filters: \(filters.entries.count) served."]
    }

    // MARK: - Experiments

    static func problems(in experiments: ExperimentCatalog, _ streams: StreamConfigurations?) -> [String] {
        guard let streams else { return [] }
        let entries = experiments.experiments + experiments.instruments
        let unconfigured = entries.filter { $0["stream_name"]?.string.flatMap { streams[$0] } == nil }
        return unconfigured.map {
            "\($0["name"]?.string ?? "an experiment"): the stream \($0["stream_name"]?.string ?? "") is not configured"
        }
    }

    static func lines(for experiments: ExperimentCatalog, _ streams: StreamConfigurations?) -> [String] {
        let (count, instruments) = (experiments.experiments.count, experiments.instruments.count)
        return problems(in: experiments, streams)
            + ["Experiments: \(count.counted("experiment")) and \(instruments.counted("instrument")) served."]
    }
}

extension [String] {
    /// The elements that satisfy the condition, and the others.
    fileprivate func partitioned(by condition: (String) -> Bool) -> (matching: [String], others: [String]) {
        (filter(condition), filter { !condition($0) })
    }
}
