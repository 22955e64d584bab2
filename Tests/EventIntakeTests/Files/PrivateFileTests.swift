import EventSchema
import Foundation
import TestSupport
import Testing

@testable import EventIntake

/// Who may read the files with events.
@Suite(.waitLimit) struct PrivateFileTests {
    private static func permissions(in folder: String) throws -> [String: Int] {
        let names = try FileManager.default.contentsOfDirectory(atPath: folder)
        return try Dictionary(
            uniqueKeysWithValues: names.map { name in
                let attributes = try FileManager.default.attributesOfItem(atPath: "\(folder)/\(name)")
                return (name, (attributes[.posixPermissions] as? NSNumber)?.intValue ?? 0)
            })
    }

    private static func writeEverything(in folder: String) async throws {
        let store = try IntakeStore(path: folder + "/intake.sqlite")
        let sink = try NDJSONSink(path: folder + "/events.ndjson", maximumBytes: 1)
        for id in ["a", "b"] {
            let event = SinkEvent(id: id, stream: "s", schema: "/s", event: JSON([:]))
            try await store.add([event])
            try await sink.write([event])
        }
        let permissions = try permissions(in: folder)
        #expect(
            Set(permissions.keys).isSuperset(of: [
                "events.ndjson", "events.ndjson.1", "intake.sqlite", "intake.sqlite-shm", "intake.sqlite-wal",
                "intake.sqlite.lock",
            ]))
        for (name, mode) in permissions { #expect(mode == 0o600, "\(name)") }
        try await sink.close()
        try store.close()
    }

    @Test func `only the user may read the store, the files beside it and a sink`() async throws {
        try await inFolder { try await Self.writeEverything(in: $0) }
    }

    @Test func `files of an earlier version, which others could read, are restricted`() async throws {
        try await inFolder { folder in
            try OldStore.write(to: folder + "/intake.sqlite")
            let event = #"{"$schema":"/s/1.0.0","meta":{"stream":"s"}}"#
            try Data("\(event)\n".utf8).write(to: URL(fileURLWithPath: folder + "/events.ndjson"))
            for name in ["intake.sqlite", "events.ndjson"] {
                try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: "\(folder)/\(name)")
            }
            try await Self.writeEverything(in: folder)
        }
    }

    @Test func `a temporary store is private`() throws {
        let store = try IntakeStore()
        let attributes = try FileManager.default.attributesOfItem(atPath: store.path)
        #expect(attributes[.posixPermissions] as? NSNumber == 0o600)
        try store.close()
    }
}
