import ArgumentParser
import EventPlatform
import EventSchema
import EventSimulation
import EventSupport

/// Compares what each way of sending costs the radio of a device.
struct SimulateRadio: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "radio",
        abstract: "Compares what each dispatch mode costs the radio of a device, over the traffic of an app.",
        discussion: """
            A trace has the requests of an app and its events. For each mode the client's own sender, store and \
            schedule send these events in virtual time, over the model of a radio that is shared with the app. The \
            report has the promotions of the radio, the seconds in which it is on and in high power, its energy and \
            what that is over the app alone, the client's requests, and the delay of the events. What waits at the end \
            of the trace is sent then, as when the app leaves the foreground. The same trace gives the same report.

            TRACE is reader, chat or game, which are built in, or a CSV file; `eventctl simulate record` makes one:

            at,what,seconds,sent,received
            0,request,0.45,820,48200
            1.2,event,,420,
            90,end,,,

            `at` is the time in seconds. A request has its duration without a promotion, and the bytes sent and \
            received; an event has its size under sent; end, if it is there, is when the app leaves the foreground. \
            Empty lines and those that begin with # are passed over.

            A model is a JSON file with the states, from the one that transfers data down to the idle one:

            {"name": "mine", "round_trip_seconds": 0.2,
             "megabits_per_second": {"sent": 0.5, "received": 2},
             "joules_per_megabyte": {"sent": 0, "received": 0},
             "states": [
              {"name": "DCH", "watts": 0.7, "seconds": 5},
              {"name": "FACH", "watts": 0.35, "seconds": 12,
               "promotion": {"seconds": 1.5, "watts": 0.55}},
              {"name": "idle", "watts": 0,
               "promotion": {"seconds": 2, "watts": 0.53}}]}

            EXAMPLE
              eventctl simulate radio reader --model 3g
              eventctl simulate radio game --dispatch 60 --dispatch piggyback:1,20,180
              eventctl simulate radio reader chat game --model 5g --svg radio.svg
              eventctl simulate radio app.csv --model network.json --format json

            Exit status: 0 the report was printed; 64 wrong usage; 70 could not run.
            """)

    @Argument(help: ArgumentHelp("Traces: reader, chat, game, or CSV files.", valueName: "TRACE"))
    var traces: [String]

    @Option(
        help: ArgumentHelp(
            "The radio: 3g, lte, 5g, wifi, or a JSON file with a model.",
            valueName: "3g|lte|5g|wifi|FILE"))
    var model = "lte"

    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "A mode to compare, in place of the standard ones; may be repeated: immediate, manual, an interval in "
                + "seconds, low-power (every 30 seconds on a device in low power), or piggyback, with its times in "
                + "seconds.",
            valueName: "immediate|manual|SECONDS|low-power|piggyback[:IDLE,MIN,MAX]"))
    var dispatch: [String] = []

    @Option(
        help: ArgumentHelp(
            "Write a timeline of app, requests and radio in each mode to this SVG file.", valueName: "FILE"),
        transform: OutputFile.init)
    var svg: OutputFile?

    @Option(help: "text or json.")
    var format: ReportFormat = .text

    func validate() throws {
        _ = try modes()
        if svg?.isStandardOutput == true {
            throw ValidationError("Standard output has the report; give a file for --svg")
        }
        try InputFile.requireDistinct(traces + [model])
    }

    func run() throws {
        try svg?.requireOther(than: traces + [model])
        let (model, modes) = (try radioModel(), try modes())
        let comparisons = try traces.map {
            try RadioComparison(try AppTrace(argument: $0), model, modes: modes)
        }
        try svg?.write(comparisons.svg.utf8)
        switch format {
        case .json: try Output.line(["traces": .array(comparisons.map { .object($0.json) })])
        case .text:
            for (position, comparison) in comparisons.enumerated() {
                for line in (position > 0 ? [""] : []) + comparison.lines { try Output.line(line) }
            }
        }
    }

    private func radioModel() throws -> RadioModel {
        if let model = RadioModel.named(model) { return model }
        let names = RadioModel.builtIn.map(\.name)
        try InputFile.requireFile(model, orOneOf: names, of: "model")
        let file = InputFile(model)
        return try RadioModel(file: try file.bytes(wanted: "the model of a radio"), name: file.name)
    }

    private func modes() throws -> [ComparedMode] {
        dispatch.isEmpty ? ComparedMode.standard : try dispatch.map { try ComparedMode(argument: $0) }
    }
}

extension AppTrace {
    /// The built-in trace with this name, or the one of this file.
    fileprivate init(argument: String) throws {
        if let trace = try AppTrace.builtIn(argument) {
            self = trace
            return
        }
        try InputFile.requireFile(argument, orOneOf: AppTrace.builtInNames, of: "trace")
        let file = InputFile(argument)
        let bytes = try file.bytes(wanted: "a trace, which begins with at,what,seconds,sent,received")
        try self.init(file: bytes, name: file.name)
    }
}

extension InputFile {
    /// Checks that a name which is none of the built-in ones is that of a file.
    ///
    /// - Throws: ``CommandError``.
    fileprivate static func requireFile(_ name: String, orOneOf names: [String], of kind: String) throws {
        guard !InputFile(name).isStandardInput, FileKind(at: name) == .missing else { return }
        let list = names.joined(separator: ", ")
        throw CommandError("cannot read \(name): there is no such file, and the built-in \(kind)s are \(list)")
    }
}
