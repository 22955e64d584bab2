import EventCatalog
import EventSchema
import EventStreams
import EventSupport

extension LiveContent {
    /// Whether there is content to serve: what is fetched over HTTP is there.
    var isLoaded: Bool { remote == nil || state.withLock { $0.remote != nil } }

    /// Fetches streams and schemas over HTTP, and serves them from then on, when all can be used. Otherwise everything
    /// stays as it was.
    ///
    /// - Returns: what is wrong, and what is served now, unless it was told last time.
    func fetch() async -> [String] {
        guard let remote else { return [] }
        let before = state.withLock { $0 }
        do {
            let fetched = try await remote.loader.load(known: before.remote, local: before.content.streams)
            let content = try state.withLock { state in
                try Self.install(fetched, hasEveryoneInSample: configuration.hasEveryoneInSample, in: &state)
                return state.content
            }
            let problems = fetched.problems + Self.missingSchemas(content)
            if fetched.problems.isEmpty { metrics.succeeded() } else { metrics.failed() }
            return remote.lines(problems, Self.summary(content))
        } catch {
            if Task.isCancelled { return [] }
            metrics.failed()
            return remote.lines("\(error)", isLoaded: before.remote != nil)
        }
    }

    /// - Throws: ``RemoteError`` when a stream that is served would be lost although the new content has it.
    private static func install(
        _ fetched: RemoteContent, hasEveryoneInSample: Bool, in state: inout State
    ) throws(RemoteError) {
        var (new, fetched) = (state, fetched)
        if hasEveryoneInSample { fetched.streams = fetched.streams?.withEveryoneInSample }
        let streams = fetched.streams ?? state.content.streams
        new.take(fetched.keeping(state.remote?.versions ?? [:], of: streams.map(Self.titles)))
        if state.remote != nil {
            if let name = state.content.streamLosingItsSchema(in: streams, new.content.schemas) {
                throw RemoteError(name, "there is no usable schema \(streams?[name]?.schemaTitle ?? "") yet")
            }
            let isBroken = { (stream: StreamConfiguration) in streams?.isQuarantined(stream.name) == true }
            if let stream = state.content.streams?.streams.first(where: isBroken) {
                let issues = streams?.quarantined.first { $0.name == stream.name }?.issues ?? []
                throw RemoteError(stream.name, issues.map { "\($0)" }.joined(separator: "; "))
            }
        }
        state = new
    }

    private static func titles(_ streams: StreamConfigurations) -> Set<String> {
        Set(streams.streams.compactMap(\.schemaTitle))
    }

    private static func missingSchemas(_ content: IntakeContent) -> [String] {
        let titles = content.streams.map(titles)?.subtracting(content.schemas.titles).sorted() ?? []
        guard !titles.isEmpty else { return [] }
        let more = titles.count > 10 ? " and \(titles.count - 10) more" : ""
        return [
            "No repository has the newest version (“latest”) of \(titles.prefix(10).joined(separator: ", "))\(more). "
                + "Their versions are looked for when events name them."
        ]
    }

    private static func summary(_ content: IntakeContent) -> String {
        "Fetched: \((content.streams?.streams.count ?? 0).counted("stream")) and "
            + "\(content.schemas.versions.count.counted("schema version")) served."
    }

    // MARK: - On demand

    /// The most versions that are looked for on behalf of one request.
    private static let maximumLookups = 10

    /// Whether schemas are fetched when events name them.
    var fetchesSchemas: Bool { remote?.source.schemas.isEmpty == false }

    /// Fetches the schemas that events name and that are not there. Only versions of the titles that streams have are
    /// looked for: no stream takes events of others.
    ///
    /// - Parameter uris: what the events have as `$schema`.
    /// - Returns: the content with these schemas, and why others are missing.
    func content(naming uris: some Sequence<String>) async -> IntakeContent {
        var content = current
        guard let remote else { return content }
        var (reasons, asked) = ([String: String](), Set<SchemaPath>())
        for uri in uris where content.schemas[uri] == nil {
            guard let path = SchemaPath(uri), content.hasStream(of: path.title) else { continue }
            guard asked.insert(path).inserted else { continue }
            guard asked.count <= Self.maximumLookups else {
                reasons[uri] = "The request names too many unknown schemas. Send the event in another one."
                continue
            }
            let outcome = await remote.demand.outcome(of: path, known: { self.current.schemas[uri] }, onFound: add)
            if case .missing(let reason?) = outcome { reasons[uri] = reason }
        }
        if !asked.isEmpty { content = current }
        content.missingReasons = reasons
        return content
    }

    /// Serves a version that was fetched on demand.
    @Sendable private func add(_ version: SchemaVersion) {
        state.withLock { state in
            guard var remote = state.remote else { return }
            remote.versions[version.uri] = version
            state.take(remote)
        }
    }
}

extension IntakeContent {
    /// Whether a stream takes events of a schema title.
    fileprivate func hasStream(of title: String) -> Bool {
        streams?.streams.contains { $0.schemaTitle == title } ?? true
    }
}
