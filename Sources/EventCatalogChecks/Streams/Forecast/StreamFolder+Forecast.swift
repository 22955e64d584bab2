package import EventCatalog
import EventSchema
package import EventStreams
import EventSupport

extension StreamFolder {
    /// The number of events of a stream that arrive a day, with the client's own sampling and curation.
    ///
    /// - Parameters:
    ///   - name: the stream.
    ///   - scenario: what the clients do.
    ///   - schemas: the schemas of the streams' events.
    ///   - shares: the shares of the values of attributes that curation looks at.
    ///   - change: the change to compare with; `nil` for the present configuration alone.
    ///   - progress: is called with the number of clients that are done, from several threads, one at a time.
    /// - Returns: the forecast, the same for the same seed.
    /// - Throws: ``ForecastError`` when a stream is missing or broken; `CatalogError` when the change cannot be read.
    package func forecast(
        _ name: String, _ scenario: ForecastScenario, schemas: SchemaRepository, shares: AttributeShares,
        change: ForecastChange?,
        progress: @Sendable (_ clients: Int) -> Void = { _ in }
    ) throws -> StreamForecast {
        guard let key = configurations.key(of: name) else {
            let suggestion = names.suggestion(for: name).map { " \($0)" } ?? ""
            throw ForecastError("there is no stream “\(name)”.\(suggestion)", isUnknownStream: true)
        }
        let now = try usable(name, in: configurations)
        var streams = [now]
        switch change {
        case .rate(let rate, let unit): streams.append(try sampled(now, named: name, rate, unit))
        case .streams(let path):
            let folder = try StreamFolder(directory: path)
            streams.append(try sampling(name, in: folder.configurations, at: path))
        case .settings(let bytes, let file):
            streams.append(try changed(name, key, in: try SourceDocument(bytes: bytes, file: file)))
        case nil: break
        }
        let plans = streams.map { stream in
            let example = schemas.schema(of: stream).map {
                ExampleEventBuilder.example(of: stream, named: name, $0, in: schemas, project.vocabulary)
            }
            return ForecastPlan(stream, example, shares, project.vocabulary)
        }
        return StreamForecast(name, scenario, plans, shares, progress: progress)
    }

    /// The stream with another rate, and everything else as it is.
    private func sampled(
        _ stream: StreamConfiguration, named name: String, _ rate: Double, _ unit: SamplingUnit?
    ) throws -> StreamConfiguration {
        let unit = unit ?? stream.sampling.unit ?? .session
        var sample: JSONObject = ["unit": .string(unit.rawValue), "rate": .number(rate)]
        if case .sample(_, _, let salt?) = stream.sampling { sample["salt"] = .string(salt) }
        var settings = stream.settings
        settings["sample"] = .object(sample)
        return try usable(name, in: StreamConfigurations(streams: [name: .object(settings)]))
    }

    /// The stream with the settings of a file in place of its own: maps merged at every depth, everything else
    /// replaced, as the stream's own settings replace the defaults.
    private func changed(
        _ name: String, _ key: String, in document: SourceDocument
    ) throws(ForecastError) -> StreamConfiguration {
        let path = document.file
        guard let entry = [name, key].first(where: { document.value[$0]?.object != nil }),
            let own = document.value[entry]?.object
        else {
            throw ForecastError(
                "\(path) has no settings of the stream “\(name)”; it must be a map from names of streams to settings")
        }
        let present = self.stream(named: key)
        let stream = AuthoredStream(
            name: entry, (present?.own ?? [:]).merged(with: own), file: document, defaults: present?.defaults)
        return try sampling(name, in: StreamConfigurations(streams: [entry: .object(stream.settings)]), at: path)
    }

    /// The changed stream. A sample that clients cannot read is an error, not a forecast of 0.
    private func sampling(
        _ name: String, in configurations: StreamConfigurations, at path: String
    ) throws(ForecastError) -> StreamConfiguration {
        let stream = try usable(name, in: configurations, at: path)
        guard case .malformed(let reason) = stream.sampling else { return stream }
        throw ForecastError("clients cannot read the sample of the stream “\(name)” in \(path): \(reason)")
    }

    private func usable(
        _ name: String, in configurations: StreamConfigurations, at path: String? = nil
    ) throws(ForecastError) -> StreamConfiguration {
        if let stream = configurations[name] { return stream }
        let place = path.map { " in \($0)" } ?? ""
        guard let broken = configurations.quarantined.first(where: { $0.name == configurations.key(of: name) }) else {
            throw ForecastError("there is no stream “\(name)”\(place)", isUnknownStream: true)
        }
        let reasons = broken.issues.map(\.text).joined(separator: "; ")
        throw ForecastError("clients cannot read the stream “\(name)”\(place): \(reasons)")
    }
}

/// The error for a forecast that cannot be made, with the reason for the user.
package struct ForecastError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The reason, and how to correct it.
    package let description: String
    /// Whether no stream has the name.
    package let isUnknownStream: Bool

    init(_ description: String, isUnknownStream: Bool = false) {
        (self.description, self.isUnknownStream) = (description, isUnknownStream)
    }
}

/// The change that a forecast compares with the present configuration.
package enum ForecastChange: Sendable, Hashable {
    /// Another rate of sampling. `unit` replaces the stream's unit; `nil` keeps it, or is the session in a stream that
    /// does not sample.
    case rate(Double, unit: SamplingUnit?)
    /// The stream as it is in another folder of streams.
    case streams(String)
    /// The stream as it is in the content of a file, YAML or JSON, with the settings of streams by name.
    case settings([UInt8], file: String)
}
