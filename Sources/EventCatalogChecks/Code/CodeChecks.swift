import EventCatalog
import EventSchema
import EventStreams
import EventSupport

extension Rule {
    static let unusedStream = Rule(
        "unused-stream", .warning, "No code in the folders of --code uses a stream.",
        reason: """
            Clients fetch the stream and the intake takes its events, while nothing sends them. It is left over, or \
            code misspells its name.
            """,
        mistake: .code(#"client.submitClick(stream: "app.reading")"#, streams: "app.reading", "app.search"),
        corrected: .code(#"client.submitClick(stream: "app.reading")"#, streams: "app.reading"))

    static let unknownStreamInCode = Rule(
        "unknown-stream-in-code", .error, "Code in the folders of --code names a stream that does not exist.",
        reason: "Clients drop its events, and the intake refuses them.",
        mistake: .code(
            #"client.submitClick(stream: "app.search")"#,
            #"client.submitInteraction(stream: "app.serch", action: "type")"#, streams: "app.search"),
        corrected: .code(
            #"client.submitClick(stream: "app.search")"#,
            #"client.submitInteraction(stream: "app.search", action: "type")"#, streams: "app.search"))
}

/// Checks of streams against the code that sends their events.
///
/// A stream is used where its name stands in quotes in a source file, or where an experiment or an instrument names it,
/// which code refers to by its own name.
enum CodeChecks {
    /// All findings, with those about the source files themselves, in no order.
    static func findings(
        in code: SourceCode, _ context: StreamCheckContext, _ experiments: ExperimentFolder?
    ) -> [CatalogFinding] {
        code.findings + unused(code, context, experiments) + unknown(code, context)
    }

    /// The streams that no code uses. Patterns are left out: code may compose the names that they match.
    private static func unused(
        _ code: SourceCode, _ context: StreamCheckContext, _ experiments: ExperimentFolder?
    ) -> [CatalogFinding] {
        // A source file that cannot be read may use any stream.
        guard code.findings.isEmpty else { return [] }
        var used = Set(experiments?.entries.compactMap { $0.setting("stream_name")?.string } ?? [])
        for file in code.files { used.formUnion(file.names) }
        return context.folder.streams.filter { !$0.name.hasPrefix("/") && !used.contains($0.name) }.map { stream in
            stream.finding(
                .unusedStream, "No code uses the stream “\(stream.name)”.",
                remedy: "Remove the stream, correct its name in the code, or check the folder that uses it with --code "
                    + "too.")
        }
    }

    /// The stream names in code that the folder of streams lacks.
    private static func unknown(_ code: SourceCode, _ context: StreamCheckContext) -> [CatalogFinding] {
        // A file that cannot be read may have the stream.
        guard context.folder.isComplete else { return [] }
        let names = context.folder.streams.map(\.name)
        let beginnings = Set(names.compactMap(beginning))
        return code.files.flatMap(\.streams).filter { name in
            beginning(of: name.text).map(beginnings.contains) == true
                && context.configurations.key(of: name.text) == nil
        }.map { name in
            CatalogFinding(
                .unknownStreamInCode, name.location, "There is no stream “\(name.text)”.",
                remedy: names.suggestion(for: name.text)
                    ?? "Add the stream to the folder of streams, or remove what sends to it.")
        }
    }

    /// The first part of a name, up to a dot; `nil` for a name without dots. Other texts that follow a word such as
    /// `stream`, such as addresses and files, begin otherwise than the streams of the folder.
    private static func beginning(of name: String) -> Substring? {
        guard !name.hasPrefix("/"), let dot = name.firstIndex(of: ".") else { return nil }
        return name[..<dot]
    }
}

extension RuleExample {
    /// A source file with these lines, and a folder of streams.
    fileprivate static func code(_ lines: String..., streams: String...) -> RuleExample {
        [
            "Sources/Search.swift": lines.map { "\($0)\n" }.joined(),
            "Streams/example.yaml": streams.map { stream($0) }.joined(),
        ]
    }
}
