import EventCatalog
import EventSchema
import EventSupport

/// The metadata of the files of each part of the content.
struct ContentFiles: Equatable, Sendable {
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

    /// The folders in which a change can be one of these files.
    var watchedFolders: [String: FolderEntries] {
        var folders = WatchedFolders()
        for part in [schemas, streams, experiments, clientConfiguration, filters] { folders.add(part.watchedFolders) }
        return folders.entries
    }
}

extension IntakeConfiguration {
    /// The files and folders that the content is read from.
    var contentPaths: [String] {
        streams.paths + schemaRoots + [experiments, clientConfiguration, filtersFile].compactMap { $0 } + projectPaths
    }

    /// The file of the project that the folder of streams belongs to; without one, the path beside the folder, where
    /// the file may be written while the intake runs.
    fileprivate var projectPaths: [String] {
        guard case .directory(let folder) = streams else { return [] }
        return [Project(of: folder).file ?? FolderPath.joined(FolderPath.above(folder), Project.fileName)]
    }

    /// The file of filters beside the folder of streams, where it may be written while the intake runs.
    var filtersFile: String? {
        guard case .directory(let folder) = streams else { return nil }
        return NamedFilters.file(beside: folder)
    }

    /// The remote configuration of clients; `nil` when none is served.
    ///
    /// - Throws: ``IntakeError``.
    func loadClientConfiguration() throws -> JSONValue? {
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
    init(_ configuration: IntakeConfiguration) throws {
        self = try configuration.experiments.map(configuration.reading.experiments) ?? ExperimentCatalog()
    }
}
