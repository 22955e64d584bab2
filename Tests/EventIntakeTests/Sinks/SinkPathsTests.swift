import Foundation
import TestSupport
import Testing

@testable import EventIntake

/// Sinks that would write a file of the store, by any of its names.
@Suite(.waitLimit) struct SinkPathsTests {
    /// A folder with a store `a.db`, a link and a hard link to it, and links to files that do not exist.
    private func inStoreFolder(_ body: (String) throws -> Void) async throws {
        try await inFolder { folder in
            let files = FileManager.default
            try Data().write(to: URL(fileURLWithPath: folder + "/a.db"))
            try files.createSymbolicLink(atPath: folder + "/link", withDestinationPath: "a.db")
            try files.linkItem(atPath: folder + "/a.db", toPath: folder + "/hard")
            try files.createSymbolicLink(atPath: folder + "/self", withDestinationPath: ".")
            try files.createSymbolicLink(atPath: folder + "/later", withDestinationPath: "self/new.db")
            try files.createSymbolicLink(atPath: folder + "/ring", withDestinationPath: "ring")
            try body(folder + "/")
        }
    }

    @Test(
        arguments: [
            ("a.db", "a.db"), ("./a.db", "a.db"), ("link", "a.db"), ("hard", "a.db"), ("a.db", "link"),
            ("self/self/a.db", "a.db"), ("new.db", "new.db"), ("self/new.db", "new.db"), ("later", "new.db"),
            ("new.db", "later"), ("a.db-wal", "a.db"), ("a.db-shm", "a.db"), ("a.db.lock", "a.db"), ("a", "a.2"),
        ])
    func `a sink with the same file as the store is refused`(sink: String, store: String) async throws {
        try await inStoreFolder { folder in
            let conflict = SinkPaths.conflict(sink: folder + sink, rotatedFiles: 5, store: folder + store)
            #expect(conflict?.hasSuffix("Give the sink another path") == true)
        }
    }

    @Test(arguments: [("b", "a.db"), ("a.db", "new.db"), ("a", "a.6"), ("ring", "a.db"), ("no/such/a.db", "a.db")])
    func `a sink with another file is not refused`(sink: String, store: String) async throws {
        try await inStoreFolder { folder in
            #expect(SinkPaths.conflict(sink: folder + sink, rotatedFiles: 5, store: folder + store) == nil)
        }
    }

    @Test func `an intake refuses a sink on its store's file before it opens the store`() async throws {
        try await inFolder { folder in
            var configuration = Fixture.configuration
            configuration.storePath = folder + "/a.db"
            let sink = try NDJSONSink(path: folder + "/../\(URL(fileURLWithPath: folder).lastPathComponent)/a.db")
            configuration.sinks = [sink]
            let error = #expect(throws: IntakeError.self) { try Intake(configuration) }
            #expect(error?.code == .sinkUnusable)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["a.db"])
            try await sink.close()
        }
    }

    @Test(arguments: [["a", "./a"], ["a", "b", "link"], ["link", "a"], ["hard", "a"], ["later", "new"]])
    func `a sink that is given twice is refused as such`(sinks: [String]) async throws {
        try await inFolder { folder in
            let files = FileManager.default
            try Data().write(to: URL(fileURLWithPath: folder + "/a"))
            try files.createSymbolicLink(atPath: folder + "/link", withDestinationPath: "a")
            try files.linkItem(atPath: folder + "/a", toPath: folder + "/hard")
            try files.createSymbolicLink(atPath: folder + "/later", withDestinationPath: "new")
            let conflict = SinkPaths.conflict(among: sinks.map { ("\(folder)/\($0)", 0) })
            let (first, last) = ("\(folder)/\(sinks[0])", "\(folder)/\(sinks[sinks.count - 1])")
            #expect(conflict == "\(last): is the file of the sink \(first) too. Leave one of them out")
        }
    }

    @Test(arguments: [(["a", "a.1"], 5), (["a.5", "b", "a"], 5), (["./a", "link.2"], 2), (["late", "a.1"], 1)])
    func `a sink that another one would rotate over is refused`(sinks: [String], rotatedFiles: Int) async throws {
        try await inFolder { folder in
            let files = FileManager.default
            try Data().write(to: URL(fileURLWithPath: folder + "/a.2"))
            try files.createSymbolicLink(atPath: folder + "/link.2", withDestinationPath: "a.2")
            try files.createSymbolicLink(atPath: folder + "/late.1", withDestinationPath: "a.1")
            let conflict = SinkPaths.conflict(among: sinks.map { ("\(folder)/\($0)", rotatedFiles) })
            #expect(conflict?.hasSuffix("Give one of them another path") == true)
        }
    }

    @Test(arguments: [(["a", "a.1"], 0), (["a", "a.3"], 2), (["a", "b.1"], 5), (["a"], 5), ([], 5)])
    func `sinks with files of their own are not refused`(sinks: [String], rotatedFiles: Int) async throws {
        try await inFolder { folder in
            #expect(SinkPaths.conflict(among: sinks.map { ("\(folder)/\($0)", rotatedFiles) }) == nil)
        }
    }

    @Test func `an intake refuses sinks that write each other's files`() async throws {
        try await inFolder { folder in
            var configuration = Fixture.configuration
            configuration.sinks = [try NDJSONSink(path: folder + "/a"), try NDJSONSink(path: folder + "/a.1")]
            let error = #expect(throws: IntakeError.self) { try Intake(configuration) }
            #expect(error?.code == .sinkUnusable)
            for sink in configuration.sinks { try await sink.close() }
        }
    }
}
