import EventCatalog
import EventSchema
import EventSupport

/// The current content. A request reads ``current`` once, so that it uses one snapshot throughout.
final class LiveContent: Sendable {
    typealias SchemaReading = @Sendable ([String]) throws -> SchemaRepository

    private struct State {
        var content: IntakeContent
        /// The files that the parts of `content` were read from.
        var files: ContentFiles
    }
    private let state: Locked<State>
    private let configuration: IntakeConfiguration
    private let readSchemas: SchemaReading
    /// The metadata of the files before they were read for the first time.
    let firstFingerprint: Fingerprint

    /// Reads all content.
    ///
    /// - Throws: `CatalogError` with the mistakes of all parts, or ``IntakeError``, when a part cannot be used. Of
    ///   schemas, a file that is out of order can be left out, unless the configuration is strict.
    init(
        _ configuration: IntakeConfiguration,
        readingSchemas readSchemas: @escaping SchemaReading = { try SchemaRepository(roots: $0, isStrict: false) }
    ) throws {
        self.configuration = configuration
        self.readSchemas = readSchemas
        firstFingerprint = Fingerprint(of: configuration.contentPaths)
        let files = ContentFiles(configuration)
        var findings: [CatalogFinding] = []
        func collect<Part>(_ read: () throws -> Part) throws -> Part? {
            do { return try read() } catch let error as CatalogError {
                findings += error.findings
                return nil
            }
        }
        let schemas = try collect { try readSchemas(configuration.presentSchemaRoots) }
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
        state = Locked(State(content: content, files: files))
    }

    var current: IntakeContent { state.withLock { $0.content } }

    /// Reads each part whose files have changed: schemas; streams, also when schemas have changed; experiments; the
    /// remote configuration of clients. What the edit made unusable stays as it was: a single schema, or one of the
    /// other parts as a whole.
    ///
    /// - Returns: the mistakes, each with its location first, and what is served now.
    func reload() -> [String] {
        var state = self.state.withLock { $0 }
        let files = ContentFiles(configuration)
        var report: [String] = []
        func replace(_ what: String, _ read: () throws -> [String]) {
            do { report += try read() } catch {
                report += ["\(error)", "\(what): served as before the edit."]
            }
        }
        let schemasChanged = files.schemas != state.files.schemas
        if schemasChanged {
            replace("Schemas") {
                let previous = state.content.schemas
                let reading = try readSchemas(configuration.presentSchemaRoots)
                state.content.schemas = reading.keepingMissing(of: previous)
                return ContentReport.lines(for: reading, after: previous)
            }
        }
        let streamsChanged = files.streams != state.files.streams
        if streamsChanged || schemasChanged {
            replace("Streams") {
                let streams = try configuration.loadStreams(schemas: state.content.schemas)
                (state.content.streams, state.content.vocabulary) = (streams.configurations, streams.vocabulary)
                return streamsChanged ? ContentReport.lines(for: state.content.streams) : []
            }
        }
        if files.experiments != state.files.experiments {
            replace("Experiments") {
                state.content.experiments = try ExperimentCatalog(configuration)
                return ContentReport.lines(for: state.content.experiments, state.content.streams)
            }
        }
        if files.clientConfiguration != state.files.clientConfiguration {
            replace("Client configuration") {
                state.content.clientConfiguration = try configuration.loadClientConfiguration()
                return configuration.clientConfigurationProblems
                    + ContentReport.lines(forClientConfiguration: state.content.clientConfiguration)
            }
        }
        if files.filters != state.files.filters, let file = configuration.filtersFile {
            state.content.filters.read(file)
            report += ContentReport.lines(for: state.content.filters)
        }
        state.files = files
        self.state.withLock { [state] in $0 = state }
        return report
    }

    /// The files and folders that the content is read from.
    var paths: [String] { configuration.contentPaths }

    /// The file of filters, which may be missing; `nil` when no folder of streams is served.
    var filtersFile: String? { configuration.filtersFile }
}

/// The metadata of the files of each part of the content.
private struct ContentFiles {
    let schemas: Fingerprint
    let streams: Fingerprint
    let experiments: Fingerprint
    let clientConfiguration: Fingerprint
    let filters: Fingerprint

    init(_ configuration: IntakeConfiguration) {
        schemas = Fingerprint(of: configuration.schemaRoots)
        streams = Fingerprint(of: configuration.streams.paths + configuration.projectPaths)
        experiments = Fingerprint(of: [configuration.experiments].compactMap { $0 } + configuration.projectPaths)
        clientConfiguration = Fingerprint(of: [configuration.clientConfiguration].compactMap { $0 })
        filters = Fingerprint(of: [configuration.filtersFile].compactMap { $0 })
    }
}

extension IntakeConfiguration {
    /// The files and folders that the content is read from.
    fileprivate var contentPaths: [String] {
        streams.paths + schemaRoots + [experiments, clientConfiguration, filtersFile].compactMap { $0 } + projectPaths
    }

    /// The file of the project that the folder of streams belongs to; without one, the path beside the folder, where
    /// the file may be written while the intake runs.
    fileprivate var projectPaths: [String] {
        guard case .directory(let folder) = streams else { return [] }
        return [Project(of: folder).file ?? FolderPath.joined(FolderPath.above(folder), Project.fileName)]
    }

    /// The file of filters beside the folder of streams, where it may be written while the intake runs.
    fileprivate var filtersFile: String? {
        guard case .directory(let folder) = streams else { return nil }
        return NamedFilters.file(beside: folder)
    }

    /// The remote configuration of clients; `nil` when none is served.
    ///
    /// - Throws: ``IntakeError``.
    fileprivate func loadClientConfiguration() throws -> JSONValue? {
        guard let path = clientConfiguration else { return nil }
        let document = try JSONFile(path).value(orThrow: .clientConfigurationUnusable)
        guard document.object != nil else {
            throw IntakeError(
                .clientConfigurationUnusable,
                "\(path): must be a JSON object, it is of type \(document.typeName). Name a remote configuration.")
        }
        return document
    }

    /// What is wrong with the remote configuration of clients, which is served all the same: each client applies what
    /// it can read.
    var clientConfigurationProblems: [String] {
        guard let clientConfiguration else { return [] }
        do { return try ClientConfigurationCheck(file: clientConfiguration).findings.map(\.description) } catch {
            return error.findings.map(\.description)
        }
    }
}

extension ExperimentCatalog {
    fileprivate init(_ configuration: IntakeConfiguration) throws {
        self = try configuration.experiments.map(configuration.reading.experiments) ?? ExperimentCatalog()
    }
}
