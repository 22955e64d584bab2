import ArgumentParser
import EventCatalog
import EventPlatform
import EventSchema
import EventSchemaTools
import EventStreams
import EventSupport
import Foundation

/// Explains what a client would do with an event of a stream.
struct Explain: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Explains what a client would do with an event of a stream, stage by stage, and why.",
        discussion: """
            Uses the client's own rules. Standard output has the explanation as one JSON object, standard error the \
            same as text; at a terminal, only the text or, with --json, only the object is printed.

            The streams come from the folder Streams, or from --streams or --stream-configs. For a folder the \
            explanation also has every setting with the place that determines its value, the schema that is used, who \
            is sampled, what curation lets through, and an example of the event that would be sent.

            --session, --device or --pageview, and --attributes, follow one event through. A stage that needs an \
            identifier or an attribute that is not given cannot be decided, and names it.

            --attributes FILE contains contextual attributes by name or by event path: {"page_id": 5, "performer": \
            {"is_logged_in": true}}. An attribute that is null is one that the event lacks. An identifier in it takes \
            precedence over --session, --device or --pageview.

            EXAMPLE
              eventctl explain app.search
              eventctl explain app.search --streams Streams --schemas Schemas --device 0b5e…
              eventctl explain app.search --stream-configs http://127.0.0.1:8192 --device 0b5e…

            Exit status: 0 the event would be sent, or dropped as its stream's settings require, or that depends on \
            what is not given; 1 it would be dropped for another reason, or every event by its schema, or there are \
            errors in Project.yaml or in files of streams, which are on standard error; 64 wrong usage; 70 could not \
            run.
            """)

    @Argument(help: "The stream's name.")
    var stream: String

    @OptionGroup var folder: CatalogOptions

    @Option(
        help: ArgumentHelp(
            "Explain the stream of these stream configurations instead: a URL of the API, or a file with its response.",
            valueName: "URL|FILE"))
    var streamConfigs: String?

    @Option(help: ArgumentHelp("A JSON file with the values of contextual attributes.", valueName: "FILE"))
    var attributes: String?

    @OptionGroup var credentials: TokenOptions

    @OptionGroup var identity: IdentityOptions

    @Option(
        help: ArgumentHelp(
            "Also explain experiments and instruments: their folder, the base URL of the service that has them at "
                + "/api/v1, or files with its responses. May be repeated.",
            valueName: "DIR|URL|FILE"))
    var experiments: [String] = []

    @Option(help: ArgumentHelp("The account's id, for experiments that sample by account.", valueName: "ID"))
    var user: String?

    @Option(help: ArgumentHelp("The database name of the wiki, for sample rates by wiki.", valueName: "NAME"))
    var wiki: String?

    @Option(
        help: ArgumentHelp("Force the user into groups of experiments.", valueName: "NAME:GROUP;…"),
        transform: Explain.overrides)
    var overrides: ExperimentOverrides?

    @Option(
        help: ArgumentHelp("The date at which experiments are evaluated. The default is now.", valueName: "DATE"),
        transform: AsOf.init)
    var asOf: AsOf?

    @Flag(help: "Do not print the text on standard error.")
    var json = false

    func validate() throws {
        try InputFile.requireDistinct([streamConfigs, attributes] + experiments)
        try ConfigurationLocation.requireFileOrURL([streamConfigs].compactMap(\.self) + experiments)
        if streamConfigs != nil, folder.streams != nil || !folder.schemas.isEmpty {
            throw ValidationError("--stream-configs cannot be combined with --streams or --schemas")
        }
        let ofExperiments = [
            "--user": user != nil, "--wiki": wiki != nil, "--overrides": overrides != nil, "--as-of": asOf != nil,
        ]
        if experiments.isEmpty, let option = ofExperiments.filter(\.value).keys.min() {
            throw ValidationError("\(option) is only allowed with --experiments")
        }
    }

    func run() async throws {
        let catalog = streamConfigs == nil ? try readFolder() : nil
        let vocabulary = try (catalog?.streams.project ?? Project.faultless()).vocabulary
        let given = try attributes.map { try GivenAttributes(file: $0, vocabulary) } ?? GivenAttributes(vocabulary)
        var configurations = catalog?.streams.configurations
        if let streamConfigs { configurations = try await self.configurations(at: streamConfigs) }
        var explainer = StreamExplainer(
            configurations: configurations, context: given.context, session: identity.session, device: identity.device,
            pageview: identity.pageview, services: vocabulary.services(in: "production"),
            declaring: vocabulary.own)
        let lists = try await experimentLists()
        explainer.missing = .only(given.missing)
        explainer.identifierHint = { "; give the id that a client has with --\($0.rawValue) ID" }
        let explained = ExplainedStream(stream, explainer, in: catalog.map { ($0.streams, $0.schemas) })
        var object = explained.json
        if !json { for line in introduction(configurations?[stream]) + explained.lines { Output.errorLine(line) } }
        for (name, list) in lists {
            object[name] = .array(list.map(JSONValue.object))
            if !json { for entry in list { Output.errorLine("  \(name): \(Self.words(of: entry))") } }
        }
        let hasErrors = catalog?.errors.isEmpty == false
        try Output.report(endingWithFindingsIf: hasErrors || explained.isDropByMistake) {
            if json || isatty(STDOUT_FILENO) == 0 { try Output.line(object) }
        }
    }

    private func readFolder() throws -> (streams: StreamFolder, schemas: SchemaRepository, errors: [CatalogFinding]) {
        let hasFolder = FileKind(at: StreamFolderOption.defaultFolder) == .directory
        guard folder.streams != nil || hasFolder else {
            try Project.faultless()  // which may name another folder
            throw ValidationError(
                "There is no folder \(StreamFolderOption.defaultFolder) here; give --streams DIR or "
                    + "--stream-configs URL|FILE")
        }
        return try folder.read()
    }

    /// Who is sampled, and how to follow one event where nothing of it is given.
    private func introduction(_ stream: StreamConfiguration?) -> [String] {
        guard let stream else { return [] }
        let isEventGiven = [identity.session, identity.device, identity.pageview, attributes].contains { $0 != nil }
        let advice =
            "nothing is known of the event; to follow one, give --session, --device or --pageview ID, and "
            + "--attributes FILE"
        return ["who is sampled: \(stream.sampling.audience)"] + (isEventGiven ? [] : [advice])
    }

    private func configurations(at location: String) async throws -> StreamConfigurations {
        let source = try ConfigurationLocation.streams(location)
        guard case .url(let url) = source else { return try await source.configurations() }
        do { return try await source.configurations(over: credentials.connection(to: [url])) } catch {
            throw CommandError("cannot get stream configurations from \(source): \(error)")
        }
    }
}

extension Vocabulary {
    /// The URLs of an environment, by service.
    func services(in environment: String) -> [String: URL] {
        let entries = destinations.names.map { service in
            (service, urls(of: service).first { $0.environment == environment }.flatMap { URL(string: $0.url) })
        }
        return Dictionary(uniqueKeysWithValues: entries).compactMapValues(\.self)
    }
}

// MARK: - Experiments and instruments

extension Explain {
    private func experimentLists() async throws -> [(String, [JSONObject])] {
        if experiments.isEmpty { return [] }
        var lists = ExperimentLists()
        for place in experiments { try await lists.read(place, credentials) }
        let explainer = ExperimentExplainer(
            session: identity.session, device: identity.device, pageview: identity.pageview, user: user, wiki: wiki,
            instant: asOf?.instant ?? UTCInstant(milliseconds: Int64(Date().timeIntervalSince1970 * 1000)),
            overrides: overrides)
        return [
            ("experiments", lists.experiments.map(explainer.explain)),
            ("instruments", lists.instruments.map(explainer.explain)),
        ]
    }

    private static func words(of entry: JSONObject) -> String {
        let outcome = entry["group"]?.string ?? (entry["included"] == true ? "included" : "not included")
        return "\(entry["name"]?.string ?? ""): \(outcome): \(entry["why"]?.string ?? "")"
    }

    private static func overrides(_ text: String) throws -> ExperimentOverrides {
        guard let overrides = ExperimentOverrides(parameter: text) else {
            throw ValidationError("'\(text)' is not of the form name:group;name:group")
        }
        return overrides
    }
}
