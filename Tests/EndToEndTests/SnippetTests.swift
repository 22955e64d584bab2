import Foundation
import TestSupport
import Testing

@Suite struct SnippetTests {
    @Test func `every Swift snippet of the documentation is compiled here, line for line`() throws {
        let compiled = try Self.compiledFiles().map { Self.code(try String(contentsOf: $0, encoding: .utf8)) }
        var count = 0
        for file in try Self.documents() {
            let isSource = file.pathExtension == "swift"
            for snippet in Self.snippets(in: try String(contentsOf: file, encoding: .utf8), inComments: isSource) {
                count += 1
                let code = Self.code(snippet)
                let isCompiled = compiled.contains { $0.contains(code) }
                #expect(isCompiled, "\(file.lastPathComponent): \(snippet)")
            }
        }
        #expect(count >= 100)
    }

    /// The files that have the snippets once more, so that they compile: those of the folder, one for each subject, the
    /// README's first instrument, and the examples that are built with the tests or by CI.
    private static func compiledFiles() throws -> [URL] {
        let folders = [
            "Tests/EndToEndTests/Snippets", "Examples/Server/Sources/Shop", "Examples/Tea", "Examples/Kiosk",
        ]
        let files = try folders.flatMap { folder in
            try FileManager.default.subpathsOfDirectory(atPath: Checkout.file(folder).path).map { "\(folder)/\($0)" }
        }
        return (files + ["Tests/EndToEndTests/FirstInstrument.swift"]).filter { $0.hasSuffix(".swift") }
            .map { Checkout.file($0) }
    }

    /// The README, the articles, and the sources with their comments.
    private static func documents() throws -> [URL] {
        let sources = try FileManager.default.subpathsOfDirectory(atPath: Checkout.file("Sources").path)
        return [Checkout.file("README.md"), Checkout.file("CONTRIBUTING.md")]
            + sources.filter { $0.hasSuffix(".swift") || $0.hasSuffix(".md") }.map { Checkout.file("Sources/\($0)") }
    }

    private static func snippets(in text: String, inComments: Bool) -> [String] {
        var snippets: [String] = []
        var current: [Substring]?
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            var line = line.trimmingPrefix { $0 == " " }
            if inComments { line = line.trimmingPrefix("///").trimmingPrefix { $0 == " " } }
            switch (current, line) {
            case (nil, "```swift"): current = []
            case (let lines?, "```"):
                snippets.append(lines.joined(separator: "\n"))
                current = nil
            case (let lines?, _): current = lines + [line]
            default: break
            }
        }
        return snippets
    }

    /// Code without what does not matter for comparing: line breaks, indentation, comments of results, discarded
    /// values.
    private static func code(_ text: String) -> String {
        text.split(separator: "\n").compactMap { line in
            var line = line.trimmingCharacters(in: .whitespaces)
            if line.hasPrefix("//") { return nil }
            if let comment = line.range(of: "  //") { line = String(line[..<comment.lowerBound]) }
            if line.hasPrefix("_ = ") { line.removeFirst(4) }
            line = line.trimmingCharacters(in: .whitespaces)
            return line.isEmpty ? nil : line
        }.joined(separator: " ")
    }
}
