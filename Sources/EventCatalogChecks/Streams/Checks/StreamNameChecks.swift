import EventCatalog
import EventSchema
import EventSchemaTools
import EventSupport

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
