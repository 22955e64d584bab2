import EventCatalog
import EventCatalogChecks
import EventPlatform
import EventSchema
import EventStreams
import EventSupport
import Foundation

/// The experiments and instruments of the configuration service, of files with its responses, or of a folder.
struct ExperimentLists {
    private(set) var experiments: [ExperimentConfiguration] = []
    private(set) var instruments: [InstrumentConfiguration] = []

    /// Reads both lists from the base URL of the service or from a folder, or one list from a file.
    mutating func read(_ place: String, _ credentials: TokenOptions) async throws {
        guard let base = ConfigurationLocation.httpURL(place) else { return try read(path: place) }
        for name in ["experiments", "instruments"] {
            let url = base.appendingPathComponent("api/v1").appendingPathComponent(name)
            let document = ExperimentDocument(url, over: credentials.connection(to: [base]))
            do { try add(try await document.json(), from: url.absoluteString) } catch {
                throw CommandError("cannot get \(name) from \(url): \(error)")
            }
        }
    }

    private mutating func read(path: String) throws {
        if FileKind(at: path) == .directory {
            let catalog = try ExperimentCatalog(checking: path)
            for finding in catalog.findings { Output.errorLine("\(finding)") }
            return try add(experiments: catalog.experiments, instruments: catalog.instruments, from: path)
        }
        guard ![".yaml", ".yml"].contains(where: path.lowercased().hasSuffix) else {
            throw CommandError("\(path) is a YAML file; give the folder that has it, whose files are read together")
        }
        let wanted = "a list of experiments or instruments"
        try add(try ConfigurationLocation.json(ofFile: path, wanted: wanted), from: InputFile(path).name)
    }

    /// Adds the entries of a list. An entry with groups or an identifier type is an experiment, any other an
    /// instrument.
    private mutating func add(_ json: JSONValue, from place: String) throws {
        guard let entries = json.array else {
            throw CommandError("\(place) must contain a list; it contains a value of another type")
        }
        let isExperiment: (JSONValue) -> Bool = { $0["groups"] != nil || $0["user_identifier_type"] != nil }
        try add(
            experiments: entries.filter(isExperiment), instruments: entries.filter { !isExperiment($0) }, from: place)
    }

    private mutating func add(experiments: [JSONValue], instruments: [JSONValue], from place: String) throws {
        let experiments = try ConfigurationList(experiments: .array(experiments))
        let instruments = try ConfigurationList(instruments: .array(instruments))
        self.experiments += experiments.entries
        self.instruments += instruments.entries
        for issue in (experiments.quarantined + instruments.quarantined).flatMap(\.issues) {
            Output.errorLine("\(place): left out: \(issue)")
        }
        for issue in experiments.diagnostics + instruments.diagnostics { Output.errorLine("\(place): \(issue)") }
    }
}
