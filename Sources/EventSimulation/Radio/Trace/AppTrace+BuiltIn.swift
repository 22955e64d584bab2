extension AppTrace {
    /// The names of the built-in traces.
    package static let builtInNames = ["reader", "chat", "game"]

    /// The text of the built-in trace with this name, as a trace file.
    package static func builtInText(_ name: String) -> String? {
        switch name {
        case "reader": readerText
        case "chat": chatText
        case "game": gameText
        default: nil
        }
    }

    /// Reads the built-in trace with this name.
    ///
    /// - Throws: ``InputFindings``, which a test shows not to happen.
    package static func builtIn(_ name: String) throws -> AppTrace? {
        try builtInText(name).map { try AppTrace(file: Array($0.utf8), name: name) }
    }
}
