import EventCatalog

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

    static let codeRules = [unusedStream, unknownStreamInCode]
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
