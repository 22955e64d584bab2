import EventSchema
import Foundation
import TestSupport
import Testing

@testable import EventIntake

/// Files that are rotated, incomplete, or written by others.
@Suite(.waitLimit) struct NDJSONSinkTests {
    private func event(_ number: Int) -> SinkEvent {
        let event: JSONValue = ["$schema": "/s/1.0.0", "meta": ["stream": "s"], "number": .number(number)]
        return SinkEvent(id: "\(number)", stream: "s", schema: "/s/1.0.0", event: JSON(event))
    }

    @Test func `a full file is rotated, the oldest is removed, and requests are not split`() async throws {
        try await inFolder { folder in
            let path = folder + "/events.ndjson"
            let sink = try NDJSONSink(path: path, maximumBytes: 230, maximumRotatedFiles: 2)
            for number in stride(from: 0, to: 20, by: 2) { try await sink.write([event(number), event(number + 1)]) }
            try await sink.close()
            let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
            #expect(names == ["events.ndjson", "events.ndjson.1", "events.ndjson.2"])
            let kept = try ["\(path).2", "\(path).1", path].flatMap(lines)
            #expect(kept == (20 - kept.count..<20).map { event($0).text })
            for name in names { #expect(try lines(of: "\(folder)/\(name)").count.isMultiple(of: 2)) }
        }
    }

    @Test func `a file that was removed or moved is created again`() async throws {
        try await inFolder { folder in
            let path = folder + "/e"
            let sink = try NDJSONSink(path: path)
            try await sink.write([event(1)])
            try FileManager.default.removeItem(atPath: path)
            try await sink.write([event(2)])
            try FileManager.default.moveItem(atPath: path, toPath: path + ".old")
            try await sink.write([event(3)])
            try await sink.close()
            #expect(try lines(of: path + ".old") == [event(2).text])
            #expect(try lines(of: path) == [event(3).text])
        }
    }

    @Test func `with no rotated files there is one file`() async throws {
        try await inFolder { folder in
            let sink = try NDJSONSink(path: folder + "/e", maximumBytes: 1, maximumRotatedFiles: 0)
            for number in 0..<3 { try await sink.write([event(number)]) }
            try await sink.close()
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["e"])
            #expect(try lines(of: folder + "/e") == [event(2).text])
        }
    }

    private static let line = #"{"meta":{"stream":"s"},"text":"\ud83e","$schema":"/s/1.0.0"}"#

    @Test(arguments: ["{\"a\":", "\(Self.line)\n{\"a", "\(Self.line)\n", "{", Self.line])
    func `an incomplete last line is removed, the others are kept`(text: String) async throws {
        try await inFolder { folder in
            let path = folder + "/e"
            try text.write(toFile: path, atomically: false, encoding: .utf8)
            let sink = try NDJSONSink(path: path)
            try await sink.write([event(1)])
            try await sink.close()
            let whole = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
            #expect(try lines(of: path) == whole + [event(1).text])
        }
    }

    /// Other programs' JSON files too.
    private static let otherContents = [
        "Dear diary", "Dear diary\n", #"{"streams": {}}"#, "{\"streams\": {}}\n", "{\n  \"streams\": {}\n}\n",
        "{\"a\n{\"b", "{\"$schema\":\"/s/1.0.0\"}\n", "\n", "SQLite format 3\0",
    ]

    @Test(arguments: Self.otherContents)
    func `a file with other content is refused and unchanged`(text: String) async throws {
        try await inFolder { folder in
            let path = folder + "/diary"
            try text.write(toFile: path, atomically: false, encoding: .utf8)
            let error = #expect(throws: IntakeError.self) { try NDJSONSink(path: path) }
            #expect(error?.message.contains("has content other than events") == true)
            #expect(try String(contentsOfFile: path, encoding: .utf8) == text)
        }
    }

    @Test(arguments: Self.otherContents)
    func `a rotated name with other content is refused, at the start and at a rotation`(text: String) async throws {
        try await inFolder { folder in
            let (path, other) = (folder + "/e", folder + "/e.2")
            try text.write(toFile: other, atomically: false, encoding: .utf8)
            let wanted = "\(path): cannot be rotated: \(other) has content other than events. It was not changed."
            var error = #expect(throws: IntakeError.self) { try NDJSONSink(path: path, maximumRotatedFiles: 2) }
            #expect(error?.message.hasPrefix(wanted) == true, "\(error?.message ?? "")")
            try await NDJSONSink(path: path, maximumRotatedFiles: 1).close()

            try FileManager.default.removeItem(atPath: other)
            let sink = try NDJSONSink(path: path, maximumBytes: 1, maximumRotatedFiles: 2)
            try await sink.write([event(1)])
            try text.write(toFile: other, atomically: false, encoding: .utf8)
            error = await #expect(throws: IntakeError.self) { try await sink.write([event(2)]) }
            #expect(error?.message.hasPrefix(wanted) == true, "\(error?.message ?? "")")
            #expect(try String(contentsOfFile: other, encoding: .utf8) == text)
            #expect(try lines(of: path) == [event(1).text])

            try FileManager.default.removeItem(atPath: other)
            for number in 3..<6 { try await sink.write([event(number)]) }
            #expect(try lines(of: other) == [event(3).text])
            try await sink.close()
        }
    }

    @Test func `a folder with a rotated name is refused`() async throws {
        try await inFolder { folder in
            try FileManager.default.createDirectory(atPath: folder + "/e.1", withIntermediateDirectories: false)
            let error = #expect(throws: IntakeError.self) { try NDJSONSink(path: folder + "/e") }
            #expect(error?.message.contains("/e.1 is a directory. It was not changed.") == true)
        }
    }

    @Test func `any number of rotated files may be kept`() async throws {
        try await inFolder { folder in
            let sink = try NDJSONSink(path: folder + "/e", maximumBytes: 1, maximumRotatedFiles: .max)
            for number in 0..<3 { try await sink.write([event(number)]) }
            try await sink.close()
            #expect(try lines(of: folder + "/e.2") == [event(0).text])
        }
    }

    @Test func `a file that another sink writes is refused until that one is closed`() async throws {
        try await inFolder { folder in
            let first = try NDJSONSink(path: folder + "/e")
            let error = #expect(throws: IntakeError.self) { try NDJSONSink(path: folder + "/e") }
            #expect(error?.message.contains("another process writes it") == true)
            try await first.close()
            try await NDJSONSink(path: folder + "/e").close()
        }
    }

    @Test(arguments: [1, 2])
    func `a file that another sink writes is neither renamed nor replaced by a rotation`(number: Int) async throws {
        try await inFolder { folder in
            let path = folder + "/e"
            let other = try NDJSONSink(path: "\(path).\(number)")
            try await other.write([event(1)])
            let sink = try NDJSONSink(path: path, maximumBytes: 1, maximumRotatedFiles: 2)
            try await sink.write([event(2)])
            for _ in 0..<3 {
                let error = await #expect(throws: IntakeError.self) { try await sink.write([event(3)]) }
                #expect(error?.message.contains("another process writes \(path).\(number)") == true)
            }
            try await other.write([event(4)])
            try await other.close()
            #expect(try lines(of: "\(path).\(number)") == [event(1), event(4)].map(\.text))
            try await sink.write([event(5)])
            #expect(try lines(of: path) == [event(5).text])
            try await sink.close()
        }
    }

    @Test(arguments: ["/no/such/folder/e", "/dev/full/e", "/"])
    func `a path that cannot be written is reported with the reason`(path: String) {
        let error = #expect(throws: IntakeError.self) { try NDJSONSink(path: path) }
        #expect(error?.message.hasPrefix("\(path): cannot be used as a sink: cannot be opened: ") == true)
    }

    @Test func `an event that cannot be written is rejected as an error and not stored`() async throws {
        let full = open("/dev/full", O_WRONLY)
        defer { close(full) }
        let sink = StandardOutputSink(descriptor: full)
        try await withOwnIntake {
            $0.sinks = [sink]
        } _: { client async throws in
            let response = try await client.post(Fixture.event(id: "a"))
            #expect(response.status == 500)
            let message = response.json["error"]?.array?.first?["context"]?["message"]?.string
            #expect(message?.contains("no space left on device") == true, "\(message ?? "")")
            #expect(try client.intake.store.count() == 0)
        }
    }

    @Test func `an intake writes accepted events, and only those, to every sink`() async throws {
        try await inFolder { folder in
            let paths = [folder + "/a", folder + "/b"]
            let sinks = try paths.map { try NDJSONSink(path: $0) }
            try await withOwnIntake {
                $0.sinks = sinks
            } _: { client async throws in
                #expect(try await client.post("[\(Fixture.event(id: "a")),{}]").status == 207)
                for path in paths {
                    let kept = try lines(of: path)
                    #expect(try kept == client.intake.store.events().map(\.body.jsonText))
                    #expect(kept.count == 1)
                }
            }
            // Closed with the intake: another may write.
            for path in paths { try await NDJSONSink(path: path).close() }
        }
    }
}
