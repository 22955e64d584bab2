import Foundation

/// The number of columns that a text for people is laid out for.
enum TerminalWidth {
    /// The minimum for a help: its descriptions are indented by 26.
    private static let minimumOfHelp = 40

    /// Sets a minimum for the columns of ArgumentParser's texts: it ends the process where a line has no column beside
    /// its indent. It takes them from `COLUMNS`, else from the terminal, and lays texts out also to find their status.
    static func limitForHelp() {
        let given = ProcessInfo.processInfo.environment["COLUMNS"].flatMap { Int($0) }
        guard let columns = given ?? ofTerminal, columns < minimumOfHelp else { return }
        setenv("COLUMNS", "\(minimumOfHelp)", 1)
    }

    /// The columns of the terminal that is standard output; `nil` where it is none, or its size is unknown.
    static var ofTerminal: Int? {
        var size = winsize()
        guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
        return Int(size.ws_col)
    }
}
