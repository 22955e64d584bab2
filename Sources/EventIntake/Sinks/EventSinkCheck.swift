import EventSchema

/// Checks whether a sink meets the requirements of ``EventSink``.
///
/// ```swift
/// let check = EventSinkCheck(
///     opening: { try NDJSONSink(path: path) },
///     reading: { try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").map(String.init) })
/// for finding in try await check.findings() { print(finding) }
/// ```
public struct EventSinkCheck: Sendable {
    private let open: @Sendable () async throws -> any EventSink
    private let read: @Sendable () async throws -> [String]

    /// Creates a check.
    ///
    /// - Parameters:
    ///   - open: opens the sink: an empty one on the first call, the same one again later.
    ///   - read: returns the JSON of all written events in order, without using the sink.
    public init(
        opening open: @escaping @Sendable () async throws -> any EventSink,
        reading read: @escaping @Sendable () async throws -> [String]
    ) {
        (self.open, self.read) = (open, read)
    }

    /// Runs the check, which writes about a thousand events and one of 3 MB.
    ///
    /// - Returns: the requirements that the sink does not meet, as sentences; empty when it meets all.
    /// - Throws: the errors of the sink, of `open` and of `read`.
    public func findings() async throws -> [String] {
        var findings: [String] = []
        func expect(_ isRight: Bool, _ finding: String) { if !isRight { findings.append(finding) } }

        let sink = try await open()
        try await sink.write([])
        expect(try await read().isEmpty, "write(_:) without events has written something.")
        let first = Self.events("first", texts: ["plain", "ünïcödé 🐳 \u{2028}", "\"quoted\"\\\n", ""])
        try await sink.write(first)
        expect(
            try await read() == first.map(\.text),
            "Events cannot be read in order and unchanged when write(_:) has returned.")
        let large = Self.events("large", texts: [String(repeating: "x", count: 3_000_000)])
        try await sink.write(large)
        expect(try await read().last == large[0].text, "An event of 3 MB is not written unchanged.")

        let many = (0..<50).map { Self.events("many-\($0)-", texts: (0..<20).map(String.init)) }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for events in many { group.addTask { try await sink.write(events) } }
            try await group.waitForAll()
        }
        let kept = try await read().dropFirst(first.count + large.count)
        expect(
            kept.sorted() == many.joined().map(\.text).sorted(),
            "Events of concurrent calls of write(_:) are missing or repeated.")
        let isInOrder = many.allSatisfy { events in
            let wanted = Set(events.map(\.text))
            return kept.filter(wanted.contains) == events.map(\.text)
        }
        expect(isInOrder, "The events of one call of write(_:) are not in order.")

        let before = try await read()
        try await sink.close()
        let again = try await open()
        expect(try await read() == before, "Opening the sink again changes the events that were written.")
        let last = Self.events("last", texts: ["end"])
        try await again.write(last)
        expect(
            try await read() == before + last.map(\.text),
            "Events that are written after the sink was opened again do not follow the earlier ones.")
        try await again.close()
        return findings
    }

    private static func events(_ name: String, texts: [String]) -> [SinkEvent] {
        texts.enumerated().map { number, text in
            let id = "\(name)\(number)"
            let event: JSONValue = [
                "$schema": "/check/1.0.0", "meta": ["stream": "app.check", "id": .string(id)], "text": .string(text),
            ]
            return SinkEvent(id: id, stream: "app.check", schema: "/check/1.0.0", event: JSON(event))
        }
    }
}

extension SinkEvent {
    fileprivate var text: String { String(decoding: json, as: UTF8.self) }
}
