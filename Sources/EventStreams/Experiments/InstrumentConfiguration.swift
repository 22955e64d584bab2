public import EventSchema

/// An instrument as the configuration service describes it (`/api/v1/instruments`).
public struct InstrumentConfiguration: NamedConfiguration, Hashable {
    /// The instrument's name.
    public let name: String
    /// The first instant at which the instrument is active.
    public let start: UTCInstant
    /// The last instant at which the instrument is active.
    public let end: UTCInstant
    /// The stream its events go to.
    public let streamName: String
    /// The title of its events' schema; `nil` when absent.
    public let schemaTitle: String?
    /// The contextual attributes that it lists, older names replaced by today's.
    public let contextualAttributes: [ContextualAttribute]
    /// What its sampling counts by; sessions unless given.
    public let sampleUnit: SamplingUnit
    /// Its sample rate, wiki by wiki.
    public let sampleRate: WikiSampleRate

    /// Whether the instrument is active; start and end are included.
    public func isActive(at instant: UTCInstant) -> Bool { start <= instant && instant <= end }

    /// The sampling on a wiki; see ``WikiSampleRate/rate(for:)``.
    public func sampling(wiki: String?) -> SamplingRule { .sample(unit: sampleUnit, rate: sampleRate.rate(for: wiki)) }

    init(_ reader: inout EntryReader) {
        name = reader.text("name")
        start = reader.instant("start")
        end = reader.instant("end")
        streamName = reader.text("stream_name")
        schemaTitle = reader.optionalText("schema_title")
        contextualAttributes = reader.attributes("contextual_attributes")
        let unit = reader.optionalText("sample_unit") ?? SamplingUnit.session.rawValue
        if SamplingUnit(rawValue: unit) == nil {
            let units = SamplingUnit.allCases.map(\.rawValue).joined(separator: ", ")
            reader.reject("sample_unit", "must be one of \(units), is “\(unit.prefix(64))”")
        }
        sampleUnit = SamplingUnit(rawValue: unit) ?? .session
        sampleRate = reader.sampleRate("sample_rate")
    }
}

extension ConfigurationList<InstrumentConfiguration> {
    /// Reads the response of `/api/v1/instruments`.
    ///
    /// - Throws: ``StreamConfigurationError`` when it is not a list.
    public init(instruments response: JSONValue) throws(StreamConfigurationError) {
        try self.init(response: response) { InstrumentConfiguration(&$0) }
    }
}
