import EventCatalog
import EventSchema
import EventStreams

/// One reading of the parts of the content whose files have changed.
struct FileReload {
    /// The content with what could be read.
    private(set) var state: LiveContent.State
    /// The mistakes, and what is served now.
    private(set) var report: [String] = []
    /// Whether a part cannot be used.
    private(set) var hasFailed = false
    private let configuration: IntakeConfiguration
    private let readSchemaFolders: LiveContent.SchemaReading
    private let files: ContentFiles
    private let previous: LiveContent.State

    init(
        _ configuration: IntakeConfiguration, _ state: LiveContent.State, _ files: ContentFiles,
        _ readSchemas: @escaping LiveContent.SchemaReading
    ) {
        var configuration = configuration
        configuration.optionalFolders = state.absentFolders
        (self.configuration, readSchemaFolders, self.state, previous) = (configuration, readSchemas, state, state)
        self.files = files
    }

    /// Whether no file has changed since the reading began.
    var isOfOneTime: Bool { ContentFiles(configuration) == files }

    mutating func run() {
        readSchemasAndStreams()
        if files.experiments != previous.files.experiments { readExperiments() }
        if files.clientConfiguration != previous.files.clientConfiguration { readClientConfiguration() }
        if files.filters != previous.files.filters, let file = configuration.filtersFile {
            state.content.filters.read(file)
            report += ContentReport.lines(for: state.content.filters)
        }
        (state.files, state.absentFolders) = (files, configuration.absentFolders)
    }

    // MARK: - Schemas and streams

    /// Streams are read again with new schemas. Where they cannot be used, those of before keep their schemas.
    private mutating func readSchemasAndStreams() {
        let schemasChanged = files.schemas != previous.files.schemas
        let streamsChanged = files.streams != previous.files.streams
        let reading = schemasChanged ? readSchemas() : nil
        guard schemasChanged || streamsChanged else { return }
        let isRead = readStreams(reporting: streamsChanged)
        guard let reading else { return }
        if !isRead { state.folderSchemas = state.folderSchemas.keepingAll(of: previous.folderSchemas) }
        report = ContentReport.lines(for: reading, after: previous.folderSchemas, keepsAll: !isRead) + report
    }

    private mutating func readSchemas() -> SchemaRepository? {
        var reading: SchemaRepository?
        replace(.schemas) { reload in
            let schemas = try reload.readSchemaFolders(
                reload.configuration.presentSchemaRoots, reload.previous.folderSchemas)
            reload.state.folderSchemas = schemas.keepingMissing(of: reload.previous.folderSchemas)
            reload.hasFailed = !schemas.missingURIs.isEmpty
            reading = schemas
            return []
        }
        return reading
    }

    private mutating func readStreams(reporting: Bool) -> Bool {
        replace(.streams) { reload in
            reload.state.waitingStreams = nil  // those of an earlier edit
            let streams = try reload.configuration.loadStreams(schemas: reload.state.folderSchemas)
            try reload.refuseHalf(of: streams)
            let configurations = streams.configurations
            (reload.state.content.streams, reload.state.content.vocabulary) = (configurations, streams.vocabulary)
            return reporting ? ContentReport.lines(for: configurations) : []
        }
    }

    /// Refuses streams of which one would lose its schema, since an edit renames both and the schema is not there yet.
    /// Where schemas are fetched, the streams wait for it.
    private mutating func refuseHalf(of streams: ServedStreams) throws(IntakeError) {
        guard let name = previous.content.streamLosingItsSchema(in: streams.configurations, state.schemas) else {
            return
        }
        var problem = "\(name): there is no usable schema \(streams.configurations?[name]?.schemaTitle ?? "") yet."
        if configuration.remote?.schemas.isEmpty == false {
            state.waitingStreams = streams
            problem += " The next fetch looks for it."
        }
        throw IntakeError(.streamsUnusable, problem)
    }

    // MARK: - The other parts

    private mutating func readExperiments() {
        replace(.experiments) { reload in
            let experiments = try ExperimentCatalog(reload.configuration)
            reload.state.content.experiments = experiments
            return ContentReport.lines(for: experiments, reload.state.content.streams)
        }
    }

    private mutating func readClientConfiguration() {
        replace(.clientConfiguration) { reload in
            let document = try reload.configuration.loadClientConfiguration()
            reload.state.content.clientConfiguration = document
            return reload.configuration.clientConfigurationProblems
                + ContentReport.lines(forClientConfiguration: document)
        }
    }

    /// Reads a part, which stays as it was when that throws.
    ///
    /// - Returns: whether it was read.
    @discardableResult
    private mutating func replace(_ part: ContentPart, _ read: (inout Self) throws -> [String]) -> Bool {
        do {
            let lines = try read(&self)
            report += lines
            state.keptParts.remove(part)
            return true
        } catch {
            hasFailed = true
            state.keptParts.insert(part)
            report += ["\(error)", "\(ContentReport.title(of: part)): served as before the edit."]
            return false
        }
    }
}
