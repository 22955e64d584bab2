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
        "A stream states no sensitivity, although other streams do and its attributes need a level above low.",
        reason: "Nobody has agreed to what the stream collects about people.",
        mistake: [
            "Streams/reading.yaml": RuleExample.clientStream(
                "provide_values: [page_id]", settings: "  sensitivity: high\n"),
            "Streams/search.yaml": RuleExample.clientStream("provide_values: [page_id]").replacing(
                "app.search", with: "app.s"),
        ],
        corrected: [
            "Streams/reading.yaml": RuleExample.clientStream(
                "provide_values: [page_id]", settings: "  sensitivity: high\n"),
            "Streams/search.yaml": RuleExample.clientStream("provide_values: []").replacing(
                "app.search", with: "app.s"),
        ])

    static let sensitivityRules = [sensitivityTooLow, missingSensitivity]
}

/// Checks of `sensitivity` against what the stream's attributes need.
///
/// A stream without the setting, of its own or from the defaults, is not held to a level. Where another stream has the
/// setting, there is a warning for a stream without it whose attributes need a level above low.
enum SensitivityChecks {
    static func findings(in stream: AuthoredStream, _ context: StreamCheckContext) -> [CatalogFinding] {
        let isMissing =
            context.usesSensitivity && stream.setting("sensitivity") == nil
            && !stream.isMisplacedOrMisspelt(["sensitivity"])
        return isMissing ? missing(in: stream) : findings(in: stream.attributes, of: stream)
    }

    /// The attributes above the level that the stream states, in its own list or in one elsewhere.
    static func findings(in attributes: AuthoredAttributes, of stream: AuthoredStream) -> [CatalogFinding] {
        // What is no level has a finding of its own.
        guard let stated = stream.setting("sensitivity")?.string.flatMap(Sensitivity.init) else { return [] }
        return attributes.distinct.filter { $0.attribute.sensitivity > stated }.map { name, attribute in
            CatalogFinding(
                .sensitivityTooLow, name.location,
                "\(name.text) needs the sensitivity \(attribute.sensitivity), and the stream “\(stream.name)” states "
                    + "\(stated). \(attribute.sensitivityReason)",
                remedy: "Remove the attribute, or have the sensitivity raised to \(attribute.sensitivity).")
        }
    }

    private static func missing(in stream: AuthoredStream) -> [CatalogFinding] {
        let needs = stream.attributes.distinct.max { $0.attribute.sensitivity < $1.attribute.sensitivity }
        guard let needs, needs.attribute.sensitivity > .low else { return [] }
        let level = needs.attribute.sensitivity
        return [
            CatalogFinding(
                .missingSensitivity, stream.location(of: []),
                "The stream states no sensitivity; \(needs.name.text) needs \(level). "
                    + needs.attribute.sensitivityReason,
                remedy: "Write “sensitivity: \(level)”, or remove what needs it.")
        ]
    }
}
