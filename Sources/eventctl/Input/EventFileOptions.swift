import ArgumentParser
import Foundation

/// The file of events and the schema repositories: what `send` and `validate` take alike.
struct EventFileOptions: ParsableArguments {
    @Argument(help: "The file of events, one JSON object a line, or - for standard input.")
    var file: String?

    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp(
            "Schema repositories, asked in order. `send` takes URLs too. May be repeated.", valueName: "dir"))
    var schemas: [String] = []

    /// The file; there after `validate()`.
    var path: String { file ?? "-" }

    /// An option with several values takes whatever follows it, so in `--schemas DIR FILE` the file has to be given back.
    mutating func validate() throws {
        if file == nil, schemas.count > 1, let last = schemas.last, !Self.isRepository(last) {
            file = last
            schemas.removeLast()
        }
        guard file != nil else { throw ValidationError("Name a file of events, or - for standard input.") }
    }

    private static func isRepository(_ place: String) -> Bool {
        if place.hasPrefix("http://") || place.hasPrefix("https://") { return true }
        var isDirectory: ObjCBool = false
        return FileManager.default.fileExists(atPath: place, isDirectory: &isDirectory) && isDirectory.boolValue
    }
}
