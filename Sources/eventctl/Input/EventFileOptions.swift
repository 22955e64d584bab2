import ArgumentParser
import EventSupport

/// The options that `send` and `validate` share: the files of events and the schema repositories.
struct EventFileOptions: ParsableArguments {
    @Argument(
        help:
            "Files of events: JSON objects, such as one a line; - is standard input. `send` takes one file."
    )
    var files: [String] = []

    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp(
            "Schema repositories, searched in order. `send` also accepts URLs. May be repeated.", valueName: "DIR"))
    var schemas: [String] = []

    /// ArgumentParser reads the files in `--schemas DIR FILE…` as further repositories: moves them back to `files`.
    ///
    /// - Throws: `ValidationError` when no file is given. It is called by the command's `validate()`, since unknown
    ///   options are reported before that.
    mutating func resolve() throws {
        if files.isEmpty {
            let first = schemas.lastIndex(where: Self.isRepository).map { $0 + 1 } ?? 0
            files = Array(schemas[first...].dropFirst(first == 0 ? 1 : 0))
            schemas.removeLast(files.count)
        }
        guard !files.isEmpty else {
            let taken = schemas.last { !Self.isRepository($0) }.map { "'\($0)' is the value of --schemas. " } ?? ""
            throw ValidationError("\(taken)Give a file of events, or - for standard input.")
        }
        try InputFile.requireDistinct(files)
    }

    private static func isRepository(_ place: String) -> Bool {
        place.hasPrefix("http://") || place.hasPrefix("https://") || FileKind(at: place) == .directory
    }
}
