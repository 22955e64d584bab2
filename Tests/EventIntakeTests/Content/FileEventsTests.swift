#if os(Linux)
    import EventStreams
    import EventSupport
    import Foundation
    import TestSupport
    import Testing

    @testable import EventIntake

    /// What the system reports about the folders of the content.
    @Suite(.waitLimit) struct FileEventsTests {
        /// Waits for a report of an edit; without one, the test's limit ends it.
        private func expectReport(
            _ prepare: (TestWorkspace) throws -> [String], _ edit: (TestWorkspace) throws -> Void
        ) async throws {
            let workspace = try TestWorkspace()
            defer { workspace.remove() }
            let paths = try prepare(workspace)
            let events = try #require(FileEvents())
            #expect(events.watch(Fingerprint(of: paths).watchedFolders.entries) == nil)
            let seen = events.changes.count
            try edit(workspace)
            await events.changes.wait(after: seen)
            #expect(events.changes.count > seen)
        }

        private static func path(_ name: String, in workspace: TestWorkspace) -> String {
            workspace.root.appending(path: name).path
        }

        @Test func `a file deep in a folder is written, or moved over another`() async throws {
            try await expectReport({ [Self.path("Schemas", in: $0)] }) {
                try $0.write("x", to: "Schemas/test/1.0.0.yaml")
            }
            try await expectReport({ [Self.path("Schemas", in: $0)] }) {
                let new = try $0.write("x", to: "new.yaml")
                #expect(rename(new, Self.path("Schemas/test/1.0.0.yaml", in: $0)) == 0)
            }
        }

        @Test func `a folder is moved in, with its files`() async throws {
            try await expectReport({ [Self.path("Schemas", in: $0)] }) {
                try $0.write("x", to: "apart/1.0.0.yaml")
                #expect(rename(Self.path("apart", in: $0), Self.path("Schemas/apart", in: $0)) == 0)
            }
        }

        @Test func `a file or a folder that is missing is made`() async throws {
            try await expectReport({ [Self.path("Project.yaml", in: $0)] }) { try $0.write("x", to: "Project.yaml") }
            try await expectReport({ [Self.path("deep/er/Streams", in: $0)] }) {
                try $0.write("x", to: "deep/er/Streams/a.yaml")
            }
        }

        @Test func `the link to a release is switched, as a part of the path or at its end`() async throws {
            for path in ["current", "current/Schemas"] {
                try await expectReport({
                    try $0.write("x", to: "release-7/Schemas/a/1.0.0.yaml")
                    try $0.write("y", to: "release-8/Schemas/a/1.0.0.yaml")
                    #expect(symlink("release-7", Self.path("current", in: $0)) == 0)
                    return [Self.path(path, in: $0)]
                }) {
                    #expect(symlink("release-8", Self.path("next", in: $0)) == 0)
                    #expect(rename(Self.path("next", in: $0), Self.path("current", in: $0)) == 0)
                }
            }
        }

        /// Fails when only the folders of the links are watched, not those of their targets.
        @Test func `a file behind a link is written`() async throws {
            try await expectReport({
                let target = try $0.write("x", to: "elsewhere/a.yaml")
                #expect(symlink(target, Self.path("Streams/link.yaml", in: $0)) == 0)
                return [Self.path("Streams", in: $0)]
            }) { try $0.write("y", to: "elsewhere/a.yaml") }
        }

        /// As Kubernetes mounts a ConfigMap: each file is a link through `..data`, which is switched.
        @Test func `the folder of a ConfigMap is switched`() async throws {
            try await expectReport({
                try $0.write("x", to: "map/..1/a.yaml")
                try $0.write("y", to: "map/..2/a.yaml")
                #expect(symlink("..1", Self.path("map/..data", in: $0)) == 0)
                #expect(symlink("..data/a.yaml", Self.path("map/a.yaml", in: $0)) == 0)
                return [Self.path("map/a.yaml", in: $0)]
            }) {
                #expect(symlink("..2", Self.path("map/..data_tmp", in: $0)) == 0)
                #expect(rename(Self.path("map/..data_tmp", in: $0), Self.path("map/..data", in: $0)) == 0)
            }
        }

        /// Fails when every entry of the folder of a file is reported: the folder of a project may have a database.
        @Test func `a neighbour of a file is not reported`() throws {
            let workspace = try TestWorkspace()
            defer { workspace.remove() }
            let file = Self.path("Project.yaml", in: workspace)
            let entries = try #require(Fingerprint(of: [file]).watchedFolders.entries[workspace.root.path])
            #expect(entries.contains("Project.yaml") && !entries.contains("events.db"))
        }

        @Test func `between polls is two hundred times their cost, within bounds`() {
            #expect(ContentWatcher.rest(after: .microseconds(100), isNotified: false) == ContentWatcher.interval)
            #expect(ContentWatcher.rest(after: .microseconds(100), isNotified: true) == .seconds(1))
            #expect(ContentWatcher.rest(after: .milliseconds(20), isNotified: true) == .seconds(4))
            #expect(ContentWatcher.rest(after: .seconds(9), isNotified: false) == ContentWatcher.longestInterval)
        }

        /// Fails when a poll that is due in half a minute is not brought forward.
        @Test func `an edit is live although the next poll is far away`() async throws {
            let workspace = try TestWorkspace()
            defer { workspace.remove() }
            let content = try LiveContent(workspace.configuration)
            let (told, clock) = (Signal(), LongSleepClock())
            let watcher = ContentWatcher(
                content: content, clock: clock, events: FileEvents(), rest: { _, _ in ContentWatcher.longestInterval },
                onNotice: { _ in told.raise() })
            let watching = Task { try await watcher.run() }
            await clock.slept.wait(after: 0)
            try workspace.write("b.stream:\n  schema_title: test\n", to: "Streams/b.yaml")
            await told.wait(after: 0)
            #expect(content.current.streams?.names == ["a.stream", "b.stream"])
            watching.cancel()
            try await watching.value
        }
    }

    /// A clock of which a short sleep takes no time, and a long one ends with its task only.
    private struct LongSleepClock: Clock {
        /// Raised when a long sleep begins.
        let slept = Signal()
        private let never = Signal()
        let now = ContinuousClock.now
        var minimumResolution: Duration { .zero }

        func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
            guard now.duration(to: deadline) > .seconds(1) else { return }
            slept.raise()
            await never.wait(after: 0)
            try Task.checkCancellation()
        }
    }
#endif
