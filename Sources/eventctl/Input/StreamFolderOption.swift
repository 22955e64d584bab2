import ArgumentParser
import EventCatalog

/// The folder of streams of a command.
struct StreamFolderOption: ParsableArguments {
    /// The folder when the user has named no other: that of the project, or Streams.
    static let defaultFolder = Project.inCurrentDirectory.streams

    @Option(help: ArgumentHelp("The folder of streams.", valueName: "DIR"))
    var streams = StreamFolderOption.defaultFolder
}
