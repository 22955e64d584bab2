import CoreMetrics
import EventCatalog
import EventSchema
import EventStreams
import EventSupport

/// The current content. A request reads ``current`` once, so that it uses one snapshot throughout.
final class LiveContent: Sendable {
    /// Reads the schemas below roots. What has not changed may be taken from the repository before an edit.
    typealias SchemaReading = @Sendable (_ roots: [String], _ earlier: SchemaRepository?) throws -> SchemaRepository

    struct State: Sendable {
        var content: IntakeContent
        /// The files that the parts of `content` were read from.
        var files: ContentFiles
        /// The optional folders that have not been there yet.
        var absentFolders: Set<String>
        /// The schemas of the folders.
        var folderSchemas: SchemaRepository
        /// What was fetched over HTTP; `nil` when there is nothing yet.
        var remote: RemoteContent?
        /// Streams of files that are served once a schema is fetched that they need.
        var waitingStreams: ServedStreams?
        /// The parts that are served as before the last edit of their files.
        var keptParts: Set<ContentPart> = []

        /// The schemas of the folders, and those that were fetched.
        var schemas: SchemaRepository { remote.map { folderSchemas.adding($0.versions.values) } ?? folderSchemas }

        /// Puts what was fetched beside what was read from files.
        mutating func take(_ remote: RemoteContent?) {
            self.remote = remote
            content.schemas = schemas
            if let streams = remote?.streams { content.streams = streams }
        }
    }
    let state: Locked<State>
    let configuration: IntakeConfiguration
    /// What fetches streams and schemas over HTTP; `nil` when all are read from files.
    let remote: RemoteReload?
    private let readSchemas: SchemaReading
    let metrics: ContentMetrics

    /// Reads all content from files. What is fetched over HTTP comes later; until then there are no streams.
    ///
    /// - Parameters:
    ///   - configuration: says what is read.
    ///   - readSchemas: reads the schemas of folders.
    ///   - onNotice: called when schemas cannot be fetched on demand; that of the configuration unless it is given.
    /// - Throws: `CatalogError` with the mistakes of all parts, or ``IntakeError``, when a part cannot be used. Of
    ///   schemas, a file that is out of order can be left out, unless the configuration is strict.
    init(
        _ configuration: IntakeConfiguration,
        readingSchemas readSchemas: @escaping SchemaReading = {
            try SchemaRepository(roots: $0, isStrict: false, reusing: $1)
        },
        onNotice: (@Sendable (String) -> Void)? = nil
    ) throws {
        self.configuration = configuration
        self.readSchemas = readSchemas
        metrics = ContentMetrics(configuration.metrics ?? MetricsSystem.factory)
        remote = configuration.remote.map { RemoteReload($0, onNotice: onNotice ?? configuration.onNotice ?? { _ in }) }
        let files = ContentFiles(configuration)
        var findings: [CatalogFinding] = []
        func collect<Part>(_ read: () throws -> Part) throws -> Part? {
            do { return try read() } catch let error as CatalogError {
                findings += error.findings
                return nil
            }
        }
        let schemas = try collect { try readSchemas(configuration.presentSchemaRoots, nil) }
        if configuration.isStrict { findings += (schemas?.findings ?? []).filter { $0.severity == .error } }
        let streams = try collect { try configuration.loadStreams(schemas: schemas) }
        let experiments = try collect { try ExperimentCatalog(configuration) }
        let clientConfiguration = try configuration.loadClientConfiguration()
        guard findings.isEmpty, let schemas, let streams, let experiments else {
            throw CatalogError(findings)
        }
        var filters = ServedFilters()
        if let file = configuration.filtersFile { filters.read(file) }
        let content = IntakeContent(
            schemas: schemas, streams: streams.configurations, vocabulary: streams.vocabulary,
            experiments: experiments, clientConfiguration: clientConfiguration, filters: filters)
        state = Locked(
            State(
                content: content, files: files, absentFolders: configuration.absentFolders, folderSchemas: schemas))
        if remote == nil { metrics.succeeded() }
        countProblems()
    }

    var current: IntakeContent { state.withLock { $0.content } }

    /// Reads each part whose files have changed: schemas; streams, also when schemas have changed; experiments; the
    /// remote configuration of clients. What the edit made unusable stays as it was: a single schema, or one of the
    /// other parts as a whole. Streams that stay as they were keep the schemas of before.
    ///
    /// - Parameters:
    ///   - files: the files as they are now; they are looked up unless they are given.
    ///   - whileWritten: whether files that are written meanwhile are taken as they were read. What was read may be the
    ///     half of an edit then; the other half is the next change.
    /// - Returns: the mistakes, each with its location first, and what is served now; `nil` when files were written
    ///   meanwhile and are not taken: nothing has changed.
    func reload(_ files: ContentFiles? = nil, whileWritten: Bool = false) -> [String]? {
        let before = state.withLock { $0 }
        var reload = FileReload(configuration, before, files ?? ContentFiles(configuration), readSchemas)
        reload.run()
        guard whileWritten || reload.isOfOneTime else { return nil }
        state.withLock { [new = reload.state] state in
            let remote = state.remote
            state = new
            state.take(remote)
        }
        if reload.hasFailed { metrics.failed() } else { metrics.succeeded() }
        countProblems()
        return reload.report
    }

    /// Shows in the metrics what is served.
    func countProblems() {
        let (content, kept) = state.withLock { ($0.content, $0.keptParts) }
        var counts = content.problemCounts
        for part in kept { counts[part, default: 0] += 1 }
        metrics.serves(streams: content.streams?.names ?? [], problems: counts)
    }

    /// The files and folders that the content is read from.
    var paths: [String] { configuration.contentPaths }

    /// The files that the content was read from, as they were before.
    var files: ContentFiles { state.withLock { $0.files } }

    /// The file of filters, which may be missing; `nil` when no folder of streams is served.
    var filtersFile: String? { configuration.filtersFile }
}
