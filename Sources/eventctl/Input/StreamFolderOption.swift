import ArgumentParser

/// The folder of streams of a command.
struct StreamFolderOption: ParsableArguments {
    /// The folder when the user has named no other.
    static let defaultFolder = "Streams"

    @Option(help: ArgumentHelp("The folder of streams.", valueName: "DIR"))
    var streams = StreamFolderOption.defaultFolder
}
