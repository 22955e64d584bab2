import EventPlatform
import EventSchema
import EventStreams
import Foundation

/// The experiments and instruments of the configuration service, or of files with its answers.
struct ExperimentLists {
    private(set) var experiments: [ExperimentConfiguration] = []
    private(set) var instruments: [InstrumentConfiguration] = []

    /// Reads what stands at a place: the service's base URL, or a file with a list of either kind.
    mutating func read(_ place: String) async throws {
        guard let base = ConfigurationPlace.httpURL(place) else {
            let wanted = "a list of experiments or instruments"
            return try add(try ConfigurationPlace.json(ofFile: place, wanted: wanted), from: place)
        }
        for name in ["experiments", "instruments"] {
            let url = base.appendingPathComponent("api/v1").appendingPathComponent(name)
            try add(try await ExperimentDocument(url).json(), from: url.absoluteString)
        }
    }

    /// Experiments have groups, instruments have none: so the lists are told apart, entry by entry.
    private mutating func add(_ json: JSONValue, from place: String) throws {
        guard let entries = json.array else {
            throw Reason("\(place) should have a list, it has a value of another type")
        }
        let isExperiment: (JSONValue) -> Bool = { $0["groups"] != nil || $0["user_identifier_type"] != nil }
        let experiments = try ConfigurationList(experiments: .array(entries.filter(isExperiment)))
        let instruments = try ConfigurationList(instruments: .array(entries.filter { !isExperiment($0) }))
        self.experiments += experiments.entries
        self.instruments += instruments.entries
        for issue in (experiments.quarantined + instruments.quarantined).flatMap(\.issues) {
            Output.note("\(place): left out: \(issue)")
        }
        for issue in experiments.diagnostics + instruments.diagnostics { Output.note("\(place): \(issue)") }
    }
}
