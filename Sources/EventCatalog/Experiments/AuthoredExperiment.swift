import EventSchema
import EventStreams
import EventSupport

/// The two lists of a file of experiments, and the settings of their entries.
enum ExperimentList: String, CaseIterable {
    case experiments, instruments

    var settings: [String] {
        let common = ["name", "start", "end", "stream_name", "contextual_attributes", "sample_rate"]
        return switch self {
        case .experiments: common + ["schema_id", "version", "phase_index", "user_identifier_type", "groups"]
        case .instruments: common + ["schema_title", "sample_unit"]
        }
    }

    /// The setting that an unknown name was probably meant to be.
    func suggestion(for name: String) -> String? {
        let settings = settings
        if let near = settings.nearest(to: name) { return near }
        let longer = settings.filter { $0.hasPrefix(name + "_") }
        return longer.count == 1 ? longer[0] : nil
    }

    /// What an entry is, for a message.
    var entry: String {
        switch self {
        case .experiments: "experiment"
        case .instruments: "instrument"
        }
    }
}

/// An experiment or an instrument as its author wrote it.
struct AuthoredExperiment {
    let list: ExperimentList
    let value: JSONValue
    let document: SourceDocument
    /// The path of the entry in the document.
    let path: [String]

    /// The value of a setting; `nil` where it is absent or null.
    func setting(_ name: String) -> JSONValue? {
        guard let value = value[name], !value.isNull else { return nil }
        return value
    }

    /// The settings that are absent, and were probably written under an unknown name; all that are absent when
    /// something of the entry could not be read.
    var misspelt: Set<String> {
        guard document.isComplete(at: path) else { return Set(list.settings).filter { setting($0) == nil } }
        let unknown = (value.object ?? [:]).names.filter { !list.settings.contains($0) }
        return Set(unknown.compactMap(list.suggestion)).filter { setting($0) == nil }
    }

    /// The location of a setting, or of the innermost setting around it that is there.
    func location(of path: String...) -> SourceLocation { document.location(at: self.path + path) }

    /// The date of a setting; `nil` where it is absent or cannot be read.
    func instant(_ name: String) -> UTCInstant? { setting(name)?.string.flatMap(UTCInstant.init(iso8601:)) }

    /// A finding about a setting.
    func finding(
        _ rule: Rule, _ setting: String, _ problem: String, _ remedy: String, at further: [String] = []
    ) -> ExperimentFinding {
        let location = document.location(at: path + [setting] + further)
        return ExperimentFinding(
            setting: setting, finding: CatalogFinding(rule, location, problem, remedy: remedy))
    }
}

/// A finding, and the setting of the entry that it is about.
struct ExperimentFinding {
    let setting: String
    let finding: CatalogFinding
}
