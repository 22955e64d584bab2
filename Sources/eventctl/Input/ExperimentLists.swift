import EventPlatform
import EventSchema
import EventStreams
import Foundation

/// The experiments and instruments of the configuration service, or of files with its responses.
struct ExperimentLists {
    private(set) var experiments: [ExperimentConfiguration] = []
    private(set) var instruments: [InstrumentConfiguration] = []

    /// Reads both lists from the base URL of the service, or one list from a file.
    mutating func read(_ place: String, _ credentials: TokenOptions) async throws {
        guard let base = ConfigurationLocation.httpURL(place) else {
            let wanted = "a list of experiments or instruments"
            return try add(
                try ConfigurationLocation.json(ofFile: place, wanted: wanted), from: InputFile(place).name)
        }
        for name in ["experiments", "instruments"] {
            let url = base.appendingPathComponent("api/v1").appendingPathComponent(name)
            let document = ExperimentDocument(url, over: credentials.connection(to: [base]))
            do { try add(try await document.json(), from: url.absoluteString) } catch {
                throw CommandError("cannot get \(name) from \(url): \(error)")
            }
        }
    }

    /// Adds the entries of a list. An entry with groups or an identifier type is an experiment, any other an
    /// instrument.
    private mutating func add(_ json: JSONValue, from place: String) throws {
        guard let entries = json.array else {
            throw CommandError("\(place) must contain a list; it contains a value of another type")
        }
        let isExperiment: (JSONValue) -> Bool = { $0["groups"] != nil || $0["user_identifier_type"] != nil }
        let experiments = try ConfigurationList(experiments: .array(entries.filter(isExperiment)))
        let instruments = try ConfigurationList(instruments: .array(entries.filter { !isExperiment($0) }))
        self.experiments += experiments.entries
        self.instruments += instruments.entries
        for issue in (experiments.quarantined + instruments.quarantined).flatMap(\.issues) {
            Output.errorLine("\(place): left out: \(issue)")
        }
        for issue in experiments.diagnostics + instruments.diagnostics { Output.errorLine("\(place): \(issue)") }
    }
}
