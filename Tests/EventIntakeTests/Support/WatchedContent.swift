import EventCatalog
import EventSchema
import Foundation

@testable import EventIntake

/// Content in a folder, with a watcher that polls only when a test calls it.
struct WatchedContent {
    let workspace: TestWorkspace
    let content: LiveContent
    let watcher: ContentWatcher
    let notices = Notices()
    let metrics = PrometheusMetrics()
    var state: ContentWatcher.State

    init(_ prepare: (TestWorkspace) throws -> Void = { _ in }) throws {
        workspace = try TestWorkspace()
        try prepare(workspace)
        var configuration = workspace.configuration
        configuration.experiments = workspace.root.appending(path: "Experiments").path
        if !FileManager.default.fileExists(atPath: configuration.experiments ?? "") {
            try workspace.write("experiments: []\n", to: "Experiments/a.yaml")
        }
        configuration.metrics = metrics
        content = try LiveContent(configuration)
        let notices = notices
        watcher = ContentWatcher(content: content, clock: ElapsedClock(), onNotice: notices.add)
        state = ContentWatcher.State(content)
    }

    /// The notices without the folder.
    var places: [String] { notices.all.map { $0.replacing(workspace.root.path, with: "") } }

    /// The verdict on an event of the schema `/test/1.0.0`.
    func verdict() throws -> EventVerdict {
        var filler = FieldFiller(RequestMetadata())
        return EventPath(content: content, store: try IntakeStore(), service: nil).evaluate(
            try JSON(parsing: TestWorkspace.event()), RequestMetadata(), &filler, content.current)
    }

    /// Polls once.
    mutating func poll() {
        for line in watcher.poll(&state) { notices.add(line) }
    }

    /// Polls twice, so that changed files are read.
    mutating func pollTwice() {
        for _ in 0..<2 { poll() }
    }
}

/// The notices of a watcher.
final class Notices: Sendable {
    private let lines = Lines()
    private final class Lines: @unchecked Sendable {  // every access holds the lock
        let lock = NSLock()
        var all: [String] = []
    }
    @Sendable func add(_ line: String) { lines.lock.withLock { lines.all.append(line) } }
    var all: [String] { lines.lock.withLock { lines.all } }
}
