import EventCatalog
import EventCatalogChecks
import EventIntake
import EventPlatform
import EventSchema
import EventSchemaTools
import EventStreams
import EventSupport

/// What `eventctl serve` and `eventctl demo` add to their intakes: the rules of the client and the checks, for the
/// folders that are served.
struct ServedTools: Sendable {
    private let named: CatalogFolders
    /// The number of installations that events are forecast of; `nil` for no forecast.
    private let clients: Int?

    init(_ configuration: IntakeConfiguration, clients: Int? = nil) {
        self.clients = clients
        var streams: String?
        if case .directory(let folder) = configuration.streams { streams = folder }
        named = CatalogFolders(
            streams: streams, schemaRoots: configuration.schemaRoots, experiments: configuration.experiments,
            clientConfiguration: configuration.clientConfiguration)
    }

    /// Those of the folders that are there.
    private var folders: CatalogFolders { named.moved { FileKind(at: $0) == .missing ? nil : $0 } }

    /// Findings, and pages of schemas, only where there are folders to make them from.
    var tools: IntakeTools {
        var tools = IntakeTools()
        tools.explain = explain
        if !named.isEmpty { tools.check = check }
        if !named.schemaRoots.isEmpty { tools.site = site }
        if let clients { tools.forecast = { forecast(clients) } }
        return tools
    }

    // MARK: - Findings

    private static let maximumFindings = 1000

    /// What `eventctl check` says of the folders.
    @Sendable private func check(_ today: UTCInstant) -> JSONObject {
        let folders = folders
        return CheckReport(CatalogCheck(folders, asOf: today))
            .list(upTo: Self.maximumFindings, streams: folders.streams)
    }

    // MARK: - Forecasts

    /// What `eventctl simulate stream` forecasts for each stream; nothing where the folder cannot be listed, which the
    /// intake reports.
    private func forecast(_ clients: Int) -> IntakeTools.Forecasts {
        do {
            let schemas = try SchemaRepository(forToolsIn: folders.schemaRoots)
            return try folders.streams.flatMap(Self.streamFolder)?.dailyEvents(of: clients, schemas) ?? [:]
        } catch {
            return [:]
        }
    }

    // MARK: - Pages of schemas

    /// What `eventctl schemas docs` writes.
    ///
    /// - Throws: why it would write nothing.
    @Sendable private func site() throws -> IntakeTools.Site {
        let folders = folders
        guard !folders.schemaRoots.isEmpty else {
            throw CommandError("There is no folder \(named.schemaRoots.joined(separator: ", ")).")
        }
        let site = try SchemaSite(schemaRoots: folders.schemaRoots, streams: folders.streams)
        return Dictionary(site.files.map { ($0.path, $0.bytes) }) { first, _ in first }
    }

    // MARK: - Explanations

    /// What `eventctl explain` says, by the streams and schemas that are served.
    @Sendable private func explain(
        _ question: EventQuestion, _ streams: StreamConfigurations?, _ schemas: SchemaRepository
    ) -> JSONObject {
        let folder = folders.streams.flatMap(Self.streamFolder)
        let vocabulary = folder?.project.vocabulary ?? .platform
        var given = GivenAttributes(vocabulary)
        if let event = question.event {
            given.set(from: event, of: streams?[question.stream])
            given.setIdentifiers(session: question.session, device: question.device, pageview: question.pageview)
        }
        given.set(question.attributes)
        var explainer = StreamExplainer(
            configurations: streams, context: given.context, session: question.session, device: question.device,
            pageview: question.pageview, services: vocabulary.services(in: "production"),
            declaring: vocabulary.own)
        explainer.identifierHint = { "; give the id that a client has as “\($0.rawValue)”" }
        explainer.refusal = question.refusal
        explainer.missing = question.hasOwnEvent ? .listed : .only(given.missing)
        var object = ExplainedStream(question.stream, explainer, in: folder.map { ($0, schemas) }).json
        object["remarks"] = .array(given.remarks.map(JSONValue.string))
        return object
    }

    /// The folder as it is now; `nil` where it cannot be listed, which the intake reports.
    private static func streamFolder(_ directory: String) -> StreamFolder? {
        do { return try StreamFolder(directory: directory) } catch { return nil }
    }
}
