package import EventCatalog
import EventSchema
import EventSupport
import Foundation

extension Rule {
    package static let versionNotMaterialized = Rule(
        "version-not-materialized", .error, "The version of current.yaml has no file.",
        reason: "Clients and the intake read the files of versions, never current.yaml.",
        mistake: .current(""), corrected: .current("", version: ""))

    static let versionDiffers = Rule(
        "version-differs", .error, "The file of a version has other content than current.yaml gives.",
        reason: "A version is frozen when it is published; what changes in current.yaml afterwards needs a new one.",
        mistake: .current("description: Taps.\n", version: ""),
        corrected: .current("description: Taps.\n", version: "description: Taps.\n"))

    static let versionForm = Rule(
        "version-form", .note, "The file of a version has the content that current.yaml gives, written in another way.",
        reason: "Another tool, or a person, has written it. Readers see no difference.",
        mistake: .current("maxProperties: 9\nminProperties: 0\n", version: "minProperties: 0\nmaxProperties: 9\n"),
        corrected: .current("maxProperties: 9\nminProperties: 0\n", version: "maxProperties: 9\nminProperties: 0\n"))
}

/// The file of a version: what it should hold, and what it holds.
package struct VersionFile: Sendable {
    /// How the file is, compared with what it should be.
    package enum State: Sendable, Hashable {
        case missing
        /// Byte for byte the same.
        case same
        /// The same but for quotes around texts that some reader of YAML takes for something else: js-yaml leaves out
        /// those of `08`.
        case otherQuotes
        /// The same content, written in another way.
        case otherForm
        case different
        /// What is there cannot be read, or is not a file.
        case unreadable(CatalogError)
    }

    package let path: String
    /// What it should hold.
    package let expected: [UInt8]
    /// What it holds; empty when it is missing.
    package let present: [UInt8]
    /// How the two compare.
    package let state: State

    init(_ schema: JSONValue, at path: String, contentType: String, in sources: SourceFiles) {
        self.path = path
        expected = MaterializedText.bytes(of: schema, contentType: contentType)
        guard FileKind(at: path) != .missing else {
            (present, state) = ([], .missing)
            return
        }
        let result = Result { () throws(CatalogError) in try sources.text(of: path).applying([]) }
        switch result {
        case .failure(let error): (present, state) = ([], .unreadable(error))
        case .success(let bytes):
            present = bytes
            state = bytes == expected ? .same : Self.state(path, schema, bytes, expected, sources)
        }
    }

    private static func state(
        _ path: String, _ schema: JSONValue, _ present: [UInt8], _ expected: [UInt8], _ sources: SourceFiles
    ) -> State {
        let result = Result { () throws(CatalogError) in try sources.document(in: path) }
        switch result {
        case .failure: return .different  // what is not a document is replaced, if that is asked for
        case .success(let document):
            guard document.value == schema else { return .different }
            return withoutQuotes(present) == withoutQuotes(expected) ? .otherQuotes : .otherForm
        }
    }

    /// A text without the quotes around each text that is ambiguous without them.
    private static func withoutQuotes(_ bytes: [UInt8]) -> String {
        String(decoding: bytes, as: UTF8.self).replacing(/'([^'\n]*)'|"([^"\\\n]*)"/) { match in
            let text = match.output.1 ?? match.output.2 ?? ""
            return YAMLOtherReading(of: String(text)).isText ? String(match.output.0) : String(text)
        }
    }

    /// The change that would make the file what it should be.
    package var change: FileChange { FileChange(file: path, before: present, after: expected) }

    /// What is wrong with the file; `nil` for nothing.
    func finding(_ title: String, current: SourceLocation) -> CatalogFinding? {
        switch state {
        // What stands there without quotes is found as ambiguous.
        case .same, .otherQuotes: nil
        case .missing:
            CatalogFinding(
                .versionNotMaterialized, current, "\(path) is missing.",
                remedy: "Run “eventctl schemas materialize”, and commit what it writes.")
        case .otherForm:
            CatalogFinding(
                .versionForm, firstDifference, "The file is not written as “eventctl schemas materialize” writes it.",
                remedy: "Leave it, or rewrite it with “eventctl schemas materialize --force”.")
        case .different:
            CatalogFinding(
                .versionDiffers, firstDifference,
                "The file is not what \(current.file) gives\(differenceText).",
                remedy: "Give the change a version of its own with “eventctl schemas bump \(title)”; if nothing uses "
                    + "this version yet, rewrite it with “eventctl schemas materialize --force”.")
        case .unreadable(let error): error.findings.first
        }
    }

    // MARK: - The first difference

    private var lines: (present: SourceLines, expected: SourceLines) {
        (SourceLines(present, isYAML: false), SourceLines(expected, isYAML: false))
    }

    private var differingLine: Int {
        let (present, expected) = lines
        return (1..<(max(present.count, expected.count) + 2)).first { present[$0] != expected[$0] } ?? 1
    }

    private var firstDifference: SourceLocation {
        SourceLocation(file: path, line: min(differingLine, max(1, lines.present.count)), column: 1)
    }

    private var differenceText: String {
        let (present, expected) = (lines.present[differingLine], lines.expected[differingLine])
        let isIndentation = present?.trimmed == expected?.trimmed
        func quoted(_ line: String?) -> String {
            line.map { "“\((isIndentation ? $0 : $0.trimmed).prefix(60))”" } ?? "nothing more"
        }
        return ": line \(differingLine) has \(quoted(present)), and it should have \(quoted(expected))"
    }
}

extension String {
    fileprivate var trimmed: String { trimmingCharacters(in: .whitespaces) }
}
