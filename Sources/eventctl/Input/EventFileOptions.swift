import ArgumentParser
import Foundation

/// The options that `send` and `validate` share: the file of events and the schema repositories.
struct EventFileOptions: ParsableArguments {
    @Argument(help: "The file of events, one JSON object per line, or - for standard input.")
    var file: String?

    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp(
            "Schema repositories, searched in order. `send` also accepts URLs. May be repeated.", valueName: "dir"))
    var schemas: [String] = []

    /// The file; set after `validate()`.
    var path: String { file ?? "-" }

    /// ArgumentParser reads the file in `--schemas DIR FILE` as a second repository: moves it back to `file`.
    mutating func validate() throws {
        if file == nil, schemas.count > 1, let last = schemas.last, !Self.isRepository(last) {
            file = last
            schemas.removeLast()
        }
        guard file != nil else { throw ValidationError("Give a file of events, or - for standard input.") }
    }

    private static func isRepository(_ place: String) -> Bool {
        if place.hasPrefix("http://") || place.hasPrefix("https://") { return true }
        var isDirectory: ObjCBool = false
        return FileManager.default.fileExists(atPath: place, isDirectory: &isDirectory) && isDirectory.boolValue
    }
}
