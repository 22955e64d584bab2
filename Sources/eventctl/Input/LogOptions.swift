import ArgumentParser
import Logging

/// The options of `serve` for its log.
struct LogOptions: ParsableArguments {
    @Option(
        name: .customLong("log-level"),
        help: ArgumentHelp(
            "Log messages of this level and above: trace, debug, info, notice, warning, error or critical. The access "
                + "log is independent of it. The default is notice.",
            valueName: "LEVEL"),
        transform: Self.level)
    var level = Logger.Level.notice

    @Option(
        name: .customLong("log-format"),
        help: ArgumentHelp(
            "Log as text or as lines of JSON. The default is text; without a store, as with --sink kafka, it is json.",
            valueName: "FORMAT"))
    var format: LogFormat?

    @Flag(help: "Log a line about each request: method, path, status, sizes, milliseconds.")
    var accessLog = false

    /// The log of an intake.
    func log(hasStore: Bool) -> ServerLog { ServerLog(format ?? (hasStore ? .text : .json)) }

    /// The logger of requests; `nil` unless the user asks for it.
    func accessLogger(_ log: ServerLog) -> Logger? {
        accessLog ? log.logger("eventctl.serve.access", from: .info) : nil
    }

    private static func level(_ name: String) throws -> Logger.Level {
        if let level = Logger.Level(rawValue: name) { return level }
        let names = Logger.Level.allCases.map(\.rawValue)
        throw ValidationError("there is no level '\(name)'. Known are \(names.joined(separator: ", ")).")
    }
}
