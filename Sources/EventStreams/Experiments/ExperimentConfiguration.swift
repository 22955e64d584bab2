public import EventSchema

/// An experiment as the configuration service describes it (`/api/v1/experiments`).
public struct ExperimentConfiguration: NamedConfiguration, Hashable {
    /// The experiment's name: 8 to 63 letters, digits, `-`, `_` and `.`, starting with a letter or digit.
    public let name: String
    /// The first instant at which the experiment is active.
    public let start: UTCInstant
    /// The last instant at which the experiment is active.
    public let end: UTCInstant
    /// The stream its events go to.
    public let streamName: String
    /// The `$schema` of its events, such as `/analytics/product_metrics/web/base/2.1.0`; `nil` when absent.
    public let schemaID: String?
    /// The phase of the experiment; `nil` when absent.
    public let phaseIndex: Int?
    /// What identifies who takes part: `mw-user`, `edge-unique`, `session`.
    public let userIdentifierType: String
    /// The contextual attributes that it lists, older names replaced by today's.
    public let contextualAttributes: [ContextualAttribute]
    /// The share that takes part, wiki by wiki.
    public let sampleRate: WikiSampleRate
    /// The names of the groups, in order; at least one.
    public let groups: [String]
    /// The version that exposures count by: the setting, or ``exposureVersion``.
    public let version: String
    /// 16 hex digits that change when the experiment's definition does: the start of SHA-256 over it.
    public let exposureVersion: String

    /// Whether the experiment is active; start and end are included.
    public func isActive(at instant: UTCInstant) -> Bool { start <= instant && instant <= end }

    /// The enrollment of an identifier by the hash rule. Start and end are not checked; see ``isActive(at:)``.
    ///
    /// ```swift
    /// let experiments = try ConfigurationList(experiments: JSONValue(parsing: text))
    /// for experiment in experiments.entries {
    ///     if let enrollment = experiment.enrollment(of: userID, wiki: "nlwiki") { print(enrollment.group) }
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - identifier: of the kind that ``userIdentifierType`` names.
    ///   - wiki: the database name of the current wiki; `nil` for a client without one.
    /// - Returns: the enrollment, not forced; `nil` when the rate excludes the identifier or the experiment has no
    ///   groups.
    public func enrollment(of identifier: String, wiki: String?) -> ExperimentEnrollment? {
        let assignment = ExperimentAssignment(identifier: identifier, experiment: name, groups: groups)
        guard let assignment, assignment.isEnrolled(rate: sampleRate.rate(for: wiki)) else { return nil }
        return ExperimentEnrollment(
            experiment: self, group: assignment.group, subjectID: assignment.subjectID, isForced: false)
    }

    /// The enrollment that overrides force, whatever the rate; `nil` when they name no group of this experiment.
    public func enrollment(forcedBy overrides: ExperimentOverrides, subjectID: String) -> ExperimentEnrollment? {
        guard let group = overrides.groups[name], groups.contains(group) else { return nil }
        return ExperimentEnrollment(experiment: self, group: group, subjectID: subjectID, isForced: true)
    }

    init(_ reader: inout EntryReader) {
        name = reader.text("name")
        if !Self.isName(name, lengths: Self.nameLengths), reader.value("name")?.string != nil {
            reader.reject("name", "must be \(Self.nameRule(Self.nameLengths))")
        }
        start = reader.instant("start")
        end = reader.instant("end")
        streamName = reader.text("stream_name")
        schemaID = reader.optionalText("schema_id")
        phaseIndex = reader.value("phase_index")?.number?.int64.flatMap { Int(exactly: $0) }
        userIdentifierType = reader.text("user_identifier_type")
        contextualAttributes = reader.attributes("contextual_attributes")
        groups = reader.groups()
        sampleRate = reader.sampleRate("sample_rate")
        if let wrong = sampleRate.rates.first(where: { !(0...1).contains($0) }) {
            reader.reject("sample_rate", "must have rates from 0 to 1, has \(wrong)")
        }
        exposureVersion = Self.exposureVersion(reader, groups: groups)
        version = reader.optionalText("version") ?? exposureVersion
    }

    /// Hashes the definition in the one order and spelling that all clients use.
    private static func exposureVersion(_ reader: EntryReader, groups: [String]) -> String {
        let definition = JSONObject([
            ("name", reader.value("name") ?? .null),
            ("user_identifier_type", reader.value("user_identifier_type") ?? .null),
            ("groups", .array(groups.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }.map(JSONValue.string))),
            ("sample_rate", reader.value("sample_rate") ?? .null),
            ("stream_name", reader.value("stream_name") ?? .null),
            ("schema_id", reader.value("schema_id") ?? "/analytics/product_metrics/web/base/2.1.0"),
            ("contextual_attributes", reader.value("contextual_attributes") ?? []),
        ])
        return String(SHA256.hex(of: SHA256.digest(of: JSONValue.object(definition).jsonBytes)).prefix(16))
    }

    /// The lengths that the name of an experiment may have.
    package static let nameLengths = 8...63
    /// The lengths that the name of a group may have.
    package static let groupLengths = 1...63

    /// Whether a text can be the name of an experiment or of a group.
    package static func isName(_ text: String, lengths: ClosedRange<Int>) -> Bool {
        let letters = text.utf8.allSatisfy { byte in
            let character = Character(Unicode.Scalar(byte))
            return character.isASCII && (character.isLetter || character.isNumber || "-_.".contains(character))
        }
        return letters && lengths.contains(text.utf8.count) && text.first.map { !"-_.".contains($0) } == true
    }

    /// What such a name consists of, for a message.
    package static func nameRule(_ lengths: ClosedRange<Int>) -> String {
        "\(lengths.lowerBound) to \(lengths.upperBound) letters, digits, “-”, “_” and “.”, a letter or digit first"
    }
}

extension EntryReader {
    fileprivate mutating func groups() -> [String] {
        let groups = texts("groups")
        // Anything else without names has an issue of its own.
        if value("groups") == nil || value("groups") == [] {
            reject("groups", "must be a list of at least one name")
        }
        let lengths = ExperimentConfiguration.groupLengths
        for group in groups where !ExperimentConfiguration.isName(group, lengths: lengths) {
            reject("groups", "“\(group.prefix(64))” must be \(ExperimentConfiguration.nameRule(lengths))")
        }
        return groups
    }
}

extension ConfigurationList<ExperimentConfiguration> {
    /// Reads the response of `/api/v1/experiments`.
    ///
    /// - Throws: ``StreamConfigurationError`` when it is not a list.
    public init(experiments response: JSONValue) throws(StreamConfigurationError) {
        try self.init(response: response) { ExperimentConfiguration(&$0) }
    }
}
