import ArgumentParser
import EventCatalog
import EventCatalogChecks
import EventSupport

/// The file that an option names for the result of a command; `-` is standard output. It is not YAML: streams and
/// schemas are.
struct OutputFile: Sendable, Hashable {
    static let standardOutput = OutputFile(unchecked: "-")

    /// The path; `-` for standard output.
    let path: String

    /// - Throws: `ValidationError` for a path that is empty or has the ending of YAML.
    init(_ path: String) throws {
        guard !path.isEmpty else { throw ValidationError("it is empty; give the path of a file") }
        let name = path.lowercased()
        guard !name.hasSuffix(".yaml"), !name.hasSuffix(".yml") else {
            throw ValidationError(
                "what is written is not YAML, and a file of streams or a schema could be lost; give another name")
        }
        self.path = path
    }

    private init(unchecked path: String) { self.path = path }

    var isStandardOutput: Bool { path == "-" }

    /// The name in messages.
    var name: String { isStandardOutput ? "standard output" : path }

    /// Checks that the command reads none of its inputs from this file.
    ///
    /// - Throws: `ValidationError`.
    func requireOther(than inputs: [String]) throws {
        guard !isStandardOutput, FileKind(at: path) != .special, let own = FileIdentity(path: path) else { return }
        guard let input = inputs.first(where: { FileIdentity(path: $0) == own }) else { return }
        throw ValidationError("\(path) would be overwritten, but \(input) is read; give another file for the output.")
    }

    /// Checks that a baseline can be written without the loss of something else.
    ///
    /// - Throws: `ValidationError` for a file with other content.
    func requireReplaceableByBaseline() throws {
        guard !isStandardOutput, !Baseline.canReplace(path) else { return }
        throw ValidationError("\(path) has content that is not a baseline; remove the file, or give another one.")
    }

    /// Writes a text that ends with the end of a line: a reader finds the old or the new content, whole.
    func write(_ text: some Sequence<UInt8>) throws {
        let bytes = Array(text)
        if isStandardOutput { try Output.line(bytes: bytes.dropLast()) } else { try AtomicFile.write(bytes, to: path) }
    }
}
