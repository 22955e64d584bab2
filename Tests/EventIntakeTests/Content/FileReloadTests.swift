import EventCatalog
import EventStreams
import EventSupport
import Foundation
import TestSupport
import Testing

@testable import EventIntake

/// Edits of several files that are served together.
@Suite(.waitLimit) struct FileReloadTests {
    @Test func `a stream moves to a renamed schema when that can be used, and has the old one until then`() throws {
        var watched = try WatchedContent()
        defer { watched.workspace.remove() }
        let old = watched.workspace.root.appending(path: "Schemas/test")
        try FileManager.default.removeItem(at: old)
        try watched.workspace.write("title: [\n", to: "Schemas/renamed/1.0.0.yaml")
        try watched.workspace.write("a.stream:\n  schema_title: renamed\n", to: "Streams/a.yaml")
        watched.pollTwice()
        #expect(watched.content.current.streams?["a.stream"]?.schemaTitle == "test")
        #expect(try watched.verdict().accepted != nil)
        #expect(
            watched.notices.all.suffix(2) == [
                "a.stream: there is no usable schema renamed yet.", "Streams: served as before the edit.",
            ])
        #expect(
            watched.notices.all.contains { $0.contains("/test/1.0.0: served as before the edit, with the streams.") })
        try watched.workspace.write(TestWorkspace.schema("renamed"), to: "Schemas/renamed/1.0.0.yaml")
        watched.pollTwice()
        #expect(watched.content.current.streams?["a.stream"]?.schemaTitle == "renamed")
        #expect(watched.content.current.schemas.versions.map(\.uri) == ["/renamed/1.0.0"])
    }

    @Test func `streams that cannot be read keep the schemas that the same edit removes`() throws {
        var watched = try WatchedContent()
        defer { watched.workspace.remove() }
        try FileManager.default.removeItem(at: watched.workspace.root.appending(path: "Schemas/test"))
        try watched.workspace.write(TestWorkspace.schema("renamed"), to: "Schemas/renamed/1.0.0.yaml")
        try watched.workspace.write(": :", to: "Streams/a.yaml")
        watched.pollTwice()
        #expect(try watched.verdict().accepted != nil)
        #expect(watched.content.current.schemas.versions.map(\.uri) == ["/renamed/1.0.0", "/test/1.0.0"])
        try watched.workspace.write("a.stream:\n  schema_title: renamed\n", to: "Streams/a.yaml")
        watched.pollTwice()
        #expect(watched.content.current.streams?["a.stream"]?.schemaTitle == "renamed")
    }

    @Test func `a folder that may be missing at the start must stay once it was there`() throws {
        let workspace = try TestWorkspace()
        defer { workspace.remove() }
        let folder = workspace.root.appending(path: "Streams")
        let elsewhere = workspace.root.appending(path: "elsewhere")
        try FileManager.default.moveItem(at: folder, to: elsewhere)
        var configuration = workspace.configuration
        configuration.optionalFolders = [folder.path]
        let content = try LiveContent(configuration)
        #expect(content.current.streams?.names == [])
        try FileManager.default.moveItem(at: elsewhere, to: folder)
        #expect(content.reload() == ["Streams: 1 served."])
        try FileManager.default.removeItem(at: folder)
        #expect(content.reload()?.last == "Streams: served as before the edit.")
        #expect(content.current.streams?.names == ["a.stream"])
    }

    @Test func `files that change while they are read are read again, and not served in between`() throws {
        let workspace = try TestWorkspace()
        defer { workspace.remove() }
        let readings = Locked(0)
        let content = try LiveContent(workspace.configuration) { roots, earlier in
            let schemas = try SchemaRepository(roots: roots, isStrict: false, reusing: earlier)
            let count = readings.withLock { readings in
                readings += 1
                return readings
            }
            // The rest of an edit arrives when the schemas of its first half have been read.
            if count == 2 { try workspace.write("a.stream:\n  schema_title: renamed\n", to: "Streams/a.yaml") }
            return schemas
        }
        let watcher = ContentWatcher(content: content, clock: ElapsedClock(), onNotice: { _ in })
        var state = ContentWatcher.State(content)
        try workspace.write(TestWorkspace.schema("renamed"), to: "Schemas/renamed/1.0.0.yaml")
        for _ in 0..<2 { #expect(watcher.poll(&state).isEmpty) }
        #expect(content.current.streams?["a.stream"]?.schemaTitle == "test")
        #expect(content.current.schemas.versions.map(\.uri) == ["/test/1.0.0"])
        for _ in 0..<2 { _ = watcher.poll(&state) }
        #expect(content.current.streams?["a.stream"]?.schemaTitle == "renamed")
        #expect(content.current.schemas.versions.count == 2)
    }
}
