import EventCatalog
import EventSchema
import EventSchemaTools
import EventStreams

/// An experiment or an instrument as clients read it.
enum ReadExperiment: Sendable {
    case experiment(ExperimentConfiguration)
    case instrument(InstrumentConfiguration)

    var sampleRate: WikiSampleRate {
        switch self {
        case .experiment(let experiment): experiment.sampleRate
        case .instrument(let instrument): instrument.sampleRate
        }
    }

    /// Whether it is active; start and end are included.
    func isActive(at instant: UTCInstant) -> Bool {
        switch self {
        case .experiment(let experiment): experiment.isActive(at: instant)
        case .instrument(let instrument): instrument.isActive(at: instant)
        }
    }

    /// What the sample rate is a share of.
    var sampledUnits: String {
        switch self {
        case .experiment(let experiment): Self.units[experiment.userIdentifierType] ?? "users"
        case .instrument(let instrument): instrument.sampleUnit.plural
        }
    }

    private static let units = ["mw-user": "accounts", "edge-unique": "browsers", "session": "sessions"]
}

/// The entries of a list as clients read them, by name.
struct ReadExperiments {
    private(set) var usable: [String: ReadExperiment] = [:]
    /// Why clients leave an entry out.
    private(set) var issues: [String: [StreamIssue]] = [:]

    init(_ entries: [AuthoredExperiment], of list: ExperimentList) {
        let response = JSONValue.array(entries.map(\.value))
        // The response is a list, so that reading it cannot fail as a whole.
        switch list {
        case .experiments:
            guard case .success(let read) = Result(catching: { try ConfigurationList(experiments: response) })
            else { return }
            for entry in read.entries { usable[entry.name] = .experiment(entry) }
            add(read.quarantined)
        case .instruments:
            guard case .success(let read) = Result(catching: { try ConfigurationList(instruments: response) })
            else { return }
            for entry in read.entries { usable[entry.name] = .instrument(entry) }
            add(read.quarantined)
        }
    }

    private mutating func add(_ quarantined: [QuarantinedEntry]) {
        for entry in quarantined { if let name = entry.name, issues[name] == nil { issues[name] = entry.issues } }
    }
}
