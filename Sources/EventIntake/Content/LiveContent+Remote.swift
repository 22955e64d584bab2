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
            let fetched = try await remote.loader.load(known: before.remote, localTitles: before.titles ?? [])
            let (content, isNews) = try state.withLock { state in
                let isNews = try Self.install(fetched, hasEveryoneInSample: configuration.hasEveryoneInSample, &state)
                return (state.content, isNews)
            }
            let mistakes = fetched.problems + ContentReport.problems(in: fetched.streams)
            if mistakes.isEmpty { metrics.succeeded() } else { metrics.failed() }
            metrics.serves(streams: [], problems: [.fetch: fetched.problems.count])
            countProblems()
            let missing = Set(fetched.titlesWithoutNewest).subtracting(before.folderSchemas.titles)
            return remote.lines(mistakes + Self.line(missing), Self.summary(content), isNews: isNews)
        } catch {
            if Task.isCancelled { return [] }
            metrics.failed()
            metrics.serves(streams: [], problems: [.fetch: 1])
            return remote.lines("\(error)", isLoaded: before.remote != nil)
        }
    }

    /// - Returns: whether other streams are served than before.
    /// - Throws: ``RemoteError`` when a stream that is served would be lost although the new content has it.
    private static func install(
        _ fetched: RemoteContent, hasEveryoneInSample: Bool, _ state: inout State
    ) throws(RemoteError) -> Bool {
        var (new, fetched) = (state, fetched)
        if hasEveryoneInSample { fetched.streams = fetched.streams?.withEveryoneInSample }
        let titles = fetched.streams?.titles ?? state.titles
        new.take(fetched.keeping(state.remote?.versions ?? [:], of: titles))
        if let streams = fetched.streams {
            if state.remote != nil { try check(streams, after: state.content, new.content.schemas) }
        } else if let waiting = state.waitingStreams,
            state.content.streamLosingItsSchema(in: waiting.configurations, new.content.schemas) == nil
        {
            (new.content.streams, new.content.vocabulary) = (waiting.configurations, waiting.vocabulary)
            new.waitingStreams = nil
        }
        defer { state = new }
        return state.content.streams?.names != new.content.streams?.names
    }

    private static func check(
        _ streams: StreamConfigurations, after content: IntakeContent, _ schemas: SchemaRepository
    ) throws(RemoteError) {
        if let name = content.streamLosingItsSchema(in: streams, schemas) {
            throw RemoteError(name, "there is no usable schema \(streams[name]?.schemaTitle ?? "") yet")
        }
        let isBroken = { (stream: StreamConfiguration) in streams.isQuarantined(stream.name) }
        guard let stream = content.streams?.streams.first(where: isBroken) else { return }
        let issues = streams.quarantined.first { $0.name == stream.name }?.issues ?? []
        throw RemoteError(stream.name, issues.map { "\($0)" }.joined(separator: "; "))
    }

    private static func line(_ titles: Set<String>) -> [String] {
        guard !titles.isEmpty else { return [] }
        let more = titles.count > 10 ? " and \(titles.count - 10) more" : ""
        return [
            "No repository has the newest version (“latest”) of \(titles.sorted().prefix(10).joined(separator: ", "))"
                + "\(more). Their versions are looked for when events name them."
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
        var (reasons, asked) = ([String: EventRefusal](), [SchemaPath: String]())
        for uri in uris where content.schemas[uri] == nil {
            guard let path = SchemaPath(uri), content.hasStream(of: path.title) else { continue }
            guard asked[path] == nil else { continue }
            guard asked.count < Self.maximumLookups else {
                reasons[uri] = EventRefusal(
                    "The request names too many unknown schemas. Send the event in another one.", .client)
                continue
            }
            asked[path] = uri
        }
        if !asked.isEmpty {
            reasons.merge(await lookUp(asked, remote.demand)) { $1 }
            content = current
        }
        content.missingReasons = reasons
        return content
    }

    /// Looks for versions at the same time: a request waits no longer for several than for one.
    ///
    /// - Returns: why versions are missing, by URI, where there is more to say than that.
    private func lookUp(_ versions: [SchemaPath: String], _ demand: SchemaDemand) async -> [String: EventRefusal] {
        await withTaskGroup(of: (uri: String, outcome: SchemaDemand.Outcome).self) { group in
            for (path, uri) in versions {
                group.addTask {
                    (uri, await demand.outcome(of: path, known: { self.current.schemas[uri] }, onFound: self.add))
                }
            }
            return await group.reduce(into: [:]) { reasons, look in
                if case .missing(let reason?) = look.outcome { reasons[look.uri] = reason }
            }
        }
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

extension LiveContent.State {
    /// The titles of the streams that are served, and of those of files that wait for a schema; `nil` when every stream
    /// is allowed.
    fileprivate var titles: Set<String>? {
        content.streams?.titles.union(waitingStreams?.configurations?.titles ?? [])
    }
}

extension StreamConfigurations {
    /// The titles of the schemas that the streams name.
    fileprivate var titles: Set<String> { Set(streams.compactMap(\.schemaTitle)) }
}

extension IntakeContent {
    /// Whether a stream takes events of a schema title.
    fileprivate func hasStream(of title: String) -> Bool {
        streams?.streams.contains { $0.schemaTitle == title } ?? true
    }
}
