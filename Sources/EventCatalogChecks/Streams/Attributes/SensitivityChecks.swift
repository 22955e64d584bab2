import EventCatalog
import EventSchema
import EventStreams

extension Rule {
    static let sensitivityTooLow = Rule(
        "sensitivity-too-low", .error, "A stream lists an attribute that reveals more than its sensitivity allows.",
        reason: "The owner of the stream, and whoever approved it, expect less than the stream collects about people.",
        mistake: .client("provide_values: [performer_name]", settings: "  sensitivity: low\n"),
        corrected: .client("provide_values: [performer_name]", settings: "  sensitivity: high\n"))

    static let missingSensitivity = Rule(
        "missing-sensitivity", .warning,
        "A stream takes the sensitivity of the defaults back, and its attributes need a level above low.",
        reason: "The defaults hold every stream to a level. Nobody has agreed to what this one collects about people.",
        mistake: .withoutSensitivity("[page_id]"), corrected: .withoutSensitivity("[mediawiki_database]"))
}

/// Checks of `sensitivity` against what the stream's attributes need.
///
/// A stream without the setting, of its own or from the defaults, is not held to a level, whatever other streams have:
/// so a folder can adopt the setting stream by stream. A level in the defaults holds every stream to it; a stream that
/// takes it back, and whose attributes need a level above low, has a warning.
enum SensitivityChecks {
    static func findings(in stream: AuthoredStream, _: StreamCheckContext) -> [CatalogFinding] {
        guard stream.takesBack("sensitivity") else { return findings(in: stream.attributes, of: stream) }
        return [missing(in: stream)].compactMap { $0 }
    }

    /// The attributes above the level that the stream states, in its own list or in one elsewhere.
    static func findings(in attributes: AuthoredAttributes, of stream: AuthoredStream) -> [CatalogFinding] {
        // What is not a level has a finding of its own.
        guard let stated = stream.setting("sensitivity")?.string.flatMap(Sensitivity.init) else { return [] }
        return attributes.distinct.filter { $0.word.sensitivity > stated }.map { name, word in
            CatalogFinding(
                .sensitivityTooLow, name.location,
                "\(name.text) needs the sensitivity \(word.sensitivity), and the stream “\(stream.name)” states "
                    + "\(stated).\(word.sensitivityReason.map { " \($0)" } ?? "")",
                remedy: "Remove the attribute, or have the sensitivity raised to \(word.sensitivity).")
        }
    }

    private static func missing(in stream: AuthoredStream) -> CatalogFinding? {
        let needs = stream.attributes.distinct.max { $0.word.sensitivity < $1.word.sensitivity }
        guard let needs, needs.word.sensitivity > .low else { return nil }
        let level = needs.word.sensitivity
        return CatalogFinding(
            .missingSensitivity, stream.location(of: ["sensitivity"]),
            "The stream takes the sensitivity of the defaults back; \(needs.name.text) needs \(level)."
                + (needs.word.sensitivityReason.map { " \($0)" } ?? ""),
            remedy: "Write “sensitivity: \(level)”, or remove what needs it.")
    }
}

extension RuleExample {
    /// A stream that lists these attributes and takes the sensitivity of the defaults back.
    fileprivate static func withoutSensitivity(_ attributes: String) -> RuleExample {
        [
            "Streams/defaults.yaml": "sensitivity: low\n",
            "Streams/search.yaml": clientStream("provide_values: \(attributes)", settings: "  sensitivity: null\n"),
        ]
    }
}
