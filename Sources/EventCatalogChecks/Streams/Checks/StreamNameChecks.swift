import EventCatalog
import EventSchema
import EventSchemaTools
import EventSupport

extension Rule {
    static let missingStreamName = Rule(
        "missing-stream-name", .error, "A stream has no name.",
        reason: "No event can name the stream.",
        mistake: .streams("''"), corrected: .search)

    static let streamNameSeparator = Rule(
        "stream-name-separator", .error, "The name of a stream has a “|”.",
        reason: "Requests for configurations separate names by “|”, so no client can ask for the stream.",
        mistake: .streams("app|search"), corrected: .search)

    static let streamNameForm = Rule(
        "stream-name-form", .warning,
        "A stream's name has characters that topics cannot have, two dots in a row, a sign at an end, or “x-” in "
            + "front.",
        reason: "Topics, tables and folders are named after the stream. Kafka takes letters, digits, “.”, “_” and “-”.",
        mistake: .streams("app search"), corrected: .search)

    static let streamNameCase = Rule(
        "stream-name-case", .warning, "The name of a stream has capital letters.",
        reason: "Tables are named after the stream, and their names have no case; neither do those of other streams.",
        mistake: .streams("app.Search"), corrected: .search)

    static let longStreamName = Rule(
        "long-stream-name", .warning, "The name of a stream is too long for a topic.",
        reason: "Topics are named after the stream, and Kafka takes 249 characters at most.",
        mistake: .streams("app.\(String(repeating: "search.", count: 36))x"), corrected: .search)

    static let reservedStreamName = Rule(
        "reserved-stream-name", .warning, "The name of a stream begins with “eventlogging_”.",
        reason: "Consumers treat streams of that prefix as legacy streams, whose events have another form.",
        mistake: .streams("eventlogging_Search"), corrected: .search)
}

/// Checks of a stream's name.
enum StreamNameChecks {
    static func findings(in stream: AuthoredStream, _: StreamCheckContext) -> [CatalogFinding] {
        name(of: stream) + [setting(of: stream)].compactMap { $0 }
    }

    private static func setting(of stream: AuthoredStream) -> CatalogFinding? {
        guard let other = stream.own["stream"], !other.isNull, other.string != stream.name else { return nil }
        return stream.finding(
            .otherStreamName, at: ["stream"],
            "The stream's name is “\(stream.name)”; “stream” is \(other.spelling), and ignored.",
            remedy: "Remove the line, or write the name in front of the settings.")
    }

    private static func name(of stream: AuthoredStream) -> [CatalogFinding] {
        let name = stream.name
        guard !name.allSatisfy(\.isWhitespace), name != "~" else {
            return [
                stream.finding(.missingStreamName, "A stream has no name.", remedy: "Name it, such as “app.search”.")
            ]
        }
        guard !name.hasPrefix("/") else { return [] }
        if name.contains("|") {
            return [
                stream.finding(
                    .streamNameSeparator, "The name “\(name)” has a “|”, so no client can ask for the stream.",
                    remedy: "Name it “\(name.replacing("|", with: "_"))”.")
            ]
        }
        return [form(of: stream), letterCase(of: stream), length(of: stream), reservation(of: stream)].compactMap { $0 }
    }

    private static func form(of stream: AuthoredStream) -> CatalogFinding? {
        guard !stream.name.hasPrefix("x-") else {
            return stream.finding(
                .streamNameForm,
                "“\(stream.name)” is published as a stream: names that begin with “x-” are not left out.",
                remedy:
                    "Put the anchor at the first stream that has the settings, or the settings into defaults.yaml.")
        }
        let strange = stream.name.unicodeScalars.first { !isPlain($0) }
        guard let strange else {
            guard let problem = StreamNameForm.problem(with: stream.name) else { return nil }
            return stream.finding(
                .streamNameForm, "The name “\(stream.name)” \(problem).",
                remedy: "Join words with one dot or underscore, such as “app.search”.")
        }
        let isVisible = strange.shown == String(strange)
        let character = isVisible ? "“\(strange)”" : "U+\(String(strange.value, radix: 16, uppercase: true))"
        let what = strange.properties.isWhitespace ? "white space" : "the character \(character)"
        return stream.finding(
            .streamNameForm, "The name “\(stream.name)” has \(what).",
            remedy: "Use letters and digits of ASCII, joined by dots, underscores or hyphens, such as “app.search”."
        )
    }

    /// Legacy streams are left out, whose names have capital letters.
    private static func letterCase(of stream: AuthoredStream) -> CatalogFinding? {
        guard !stream.name.hasPrefix("eventlogging_"), let letter = CapitalLetter.first(in: stream.name) else {
            return nil
        }
        return stream.finding(
            .streamNameCase, "The name “\(stream.name)” has the capital letter “\(letter)”.",
            remedy: "Write words in lower case, joined by dots and underscores, such as “app.search_open”.")
    }

    private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9", ".", "_", "-": true
        default: false
        }
    }

    private static func length(of stream: AuthoredStream) -> CatalogFinding? {
        let prefixes = (stream.setting("topic_prefixes")?.array ?? []).compactMap(\.string)
        let length = stream.name.utf8.count + (prefixes.map(\.utf8.count).max() ?? 0)
        guard length > maximumTopicLength else { return nil }
        return stream.finding(
            .longStreamName, "The name, with the longest of its topic_prefixes, has \(length) characters.",
            remedy: "Use \(maximumTopicLength) at most.")
    }

    private static func reservation(of stream: AuthoredStream) -> CatalogFinding? {
        guard stream.name.hasPrefix("eventlogging_"), let title = stream.setting("schema_title")?.string,
            !title.hasPrefix("analytics/legacy/")
        else { return nil }
        return stream.finding(
            .reservedStreamName,
            "The prefix “eventlogging_” is reserved for streams of legacy schemas; “\(title)” is another schema.",
            remedy: "Name the stream without “eventlogging_”.")
    }

    /// The longest name of a topic in Kafka.
    private static let maximumTopicLength = 249
}
