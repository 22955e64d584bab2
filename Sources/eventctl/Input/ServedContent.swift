import ArgumentParser
import EventIntake
import EventPlatform
import EventSupport

/// The options of `serve` that say where its streams and schemas come from: files, or HTTP.
struct ServedContent: ParsableArguments {
    @Option(help: ArgumentHelp("The folder of streams. The default is Streams.", valueName: "DIR"))
    var streams: String?

    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp(
            "The root of a schema repository, or its base URL. May be repeated; searched in order, folders before "
                + "URLs. The default is Schemas.",
            valueName: "DIR|URL")
    )
    var schemas: [String] = []

    @Option(
        help: ArgumentHelp(
            "Serve the streams of this file or URL instead: a response of the stream configuration API.",
            valueName: "FILE.json|URL"))
    var streamConfigs: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The time between two fetches of what is at URLs. The default is \(Self.defaultInterval).",
            valueName: "SECONDS"))
    var reloadInterval: Int?

    private static let defaultInterval = 60

    func validate() throws {
        if streams != nil, streamConfigs != nil {
            throw ValidationError("--streams and --stream-configs cannot be combined; use one of them")
        }
        try ConfigurationLocation.requireFileOrURL(schemas + [streamConfigs].compactMap { $0 })
        guard let reloadInterval else { return }
        guard (1...86_400).contains(reloadInterval) else {
            throw ValidationError("--reload-interval '\(reloadInterval)' must be 1 to 86400 seconds")
        }
        if remote == nil {
            throw ValidationError(
                "--reload-interval is for --stream-configs and --schemas that are URLs; files are read when they change"
            )
        }
    }

    var streamSource: IntakeConfiguration.StreamSource {
        get throws {
            guard let streamConfigs else { return .directory(streams ?? StreamFolderOption.defaultFolder) }
            guard ConfigurationLocation.httpURL(streamConfigs) == nil else { return .none }
            return .file(try Self.liveFile(streamConfigs, "--stream-configs"))
        }
    }

    /// The roots of schemas that are folders.
    var schemaRoots: [String] {
        schemas.isEmpty ? CatalogOptions.defaultSchemas : schemas.filter { ConfigurationLocation.httpURL($0) == nil }
    }

    /// What is fetched; `nil` when everything is read from files.
    var remote: RemoteSource? {
        let streams = streamConfigs.flatMap(ConfigurationLocation.streamsURL)
        let bases = schemas.compactMap(ConfigurationLocation.httpURL)
        guard streams != nil || !bases.isEmpty else { return nil }
        let fetcher = DocumentFetcher()
        return RemoteSource(
            streams: streams, schemas: bases, interval: .seconds(reloadInterval ?? Self.defaultInterval)
        ) { try await fetcher.answer($0, knownTag: $1, maximumBytes: $2) }
    }

    /// The folders that may be missing at the start: those that are served unless the user names others. With
    /// `needsStreams`, only those of schemas.
    func optionalFolders(needsStreams: Bool) -> Set<String> {
        var folders = Set(schemas.isEmpty ? CatalogOptions.defaultSchemas : [])
        if streams == nil, streamConfigs == nil, !needsStreams { folders.insert(StreamFolderOption.defaultFolder) }
        return folders
    }

    /// What is said about folders that are missing.
    static func lines(aboutMissing folders: Set<String>) -> [String] {
        let missing = folders.filter { FileKind(at: $0) == .missing }
        var lines: [String] = []
        if missing.contains(StreamFolderOption.defaultFolder) {
            lines.append(
                "There is no folder Streams here, so no stream is served, and the events of every stream are refused. "
                    + "“eventctl init NAME” begins a package with one; “eventctl streams new NAME -o Streams/app.yaml” "
                    + "begins a stream here, which is served at once.")
        }
        if CatalogOptions.defaultSchemas.allSatisfy(missing.contains) {
            lines.append(
                "There is no folder Schemas here, so only the base schemas are known. “eventctl schemas new TITLE” "
                    + "begins a schema.")
        }
        return lines
    }

    /// A file that is read again whenever it changes: a pipe cannot be.
    static func liveFile(_ path: String, _ option: String) throws -> String {
        guard FileKind(at: path) != .special, !InputFile(path).isStandardInput else {
            throw CommandError("\(option) \(path) must be a regular file: it is read again when it changes")
        }
        return path
    }
}
