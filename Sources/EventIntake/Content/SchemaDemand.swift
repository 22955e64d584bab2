import EventCatalog
import EventSupport

/// Fetches versions of schemas that events name and that are not there yet, each at most once at a time.
///
/// Anybody may name any version: a version that is nowhere is not asked for again for a minute, at most
/// ``maximumMissing`` of them are remembered, and while there are so many, none is asked for. While a repository does
/// not respond as it should, none is asked for either.
actor SchemaDemand {
    /// The result of a look-up.
    enum Outcome: Sendable {
        case found(SchemaVersion)
        /// It is broken or cannot be fetched now; `nil` when no repository has it.
        case missing(EventRefusal?)
    }

    /// The number of versions that are nowhere, or being looked for, at one time.
    static let maximumMissing = 100
    /// The time for which a version counts as missing.
    static let missingTime = Duration.seconds(60)
    /// The time without requests after a repository has failed.
    static let pause = Duration.seconds(5)

    private enum Entry {
        case running(Task<Look, Never>)
        case missing(EventRefusal?, until: Duration)
    }

    /// The result of asking the repositories.
    private enum Look: Sendable {
        case outcome(Outcome)
        /// A repository does not respond as it should.
        case failed(RemoteError)
    }

    private let repositories: SchemaRepositories
    private let onNotice: @Sendable (String) -> Void
    private let now: @Sendable () -> Duration
    private var entries: [SchemaPath: Entry] = [:]
    /// The end of the time without requests.
    private var resumption = Duration.zero
    /// The failure that was told last; `nil` after a success.
    private var told: String?

    init(
        _ repositories: SchemaRepositories, now: @escaping @Sendable () -> Duration = IntakeLog.uptime(),
        onNotice: @escaping @Sendable (String) -> Void
    ) {
        (self.repositories, self.now, self.onNotice) = (repositories, now, onNotice)
    }

    /// Looks for a version.
    ///
    /// - Parameters:
    ///   - path: that of the version.
    ///   - known: what there is of it: another request may have found it meanwhile.
    ///   - onFound: called with the version before anybody else can look for it again.
    /// - Returns: the version, or why it is missing.
    func outcome(
        of path: SchemaPath, known: @Sendable () -> SchemaVersion? = { nil },
        onFound: @escaping @Sendable (SchemaVersion) -> Void
    ) async -> Outcome {
        if let version = known() { return .found(version) }
        removeExpired()
        switch entries[path] {
        case .running(let task): return outcome(of: await task.value, path)
        case .missing(let reason, _): return .missing(reason)
        case nil: break
        }
        guard now() >= resumption else { return Self.unavailable(path) }
        guard entries.count < Self.maximumMissing else {
            return .missing(
                EventRefusal("Too many unknown schemas were asked for. Send the event again in a minute.", .client))
        }
        let task = Task {
            let look = await Self.look(for: path, in: repositories)
            // Before anybody who waits for the task goes on.
            note(look, path, onFound)
            return look
        }
        entries[path] = .running(task)
        return outcome(of: await task.value, path)
    }

    private func note(_ look: Look, _ path: SchemaPath, _ onFound: (SchemaVersion) -> Void) {
        switch look {
        case .outcome(.found(let version)):
            onFound(version)
            (entries[path], told) = (nil, nil)
        case .outcome(.missing(let reason)):
            entries[path] = .missing(reason, until: now() + Self.missingTime)
            told = nil
        case .failed(let error):
            (entries[path], resumption) = (nil, now() + Self.pause)
            guard told != error.description else { return }
            told = error.description
            onNotice(error.description)
        }
    }

    private func outcome(of look: Look, _ path: SchemaPath) -> Outcome {
        if case .outcome(let outcome) = look { outcome } else { Self.unavailable(path) }
    }

    private func removeExpired() {
        let now = now()
        entries = entries.filter { _, entry in
            if case .missing(_, let until) = entry { until > now } else { true }
        }
    }

    private static func unavailable(_ path: SchemaPath) -> Outcome {
        .missing(EventRefusal("The schema \(path.uri) cannot be fetched now. Send the event again.", .configuration))
    }

    private static func look(for path: SchemaPath, in repositories: SchemaRepositories) async -> Look {
        do {
            guard let version = try await repositories.version(path) else { return .outcome(.missing(nil)) }
            return .outcome(.found(version))
        } catch let error as CatalogError {
            let problem = error.findings.first?.problem ?? ""
            return .outcome(
                .missing(EventRefusal("The schema \(path.uri) cannot be used: \(problem)", .configuration)))
        } catch {
            return .failed(error as? RemoteError ?? RemoteError(path.uri, "\(error)"))
        }
    }
}
