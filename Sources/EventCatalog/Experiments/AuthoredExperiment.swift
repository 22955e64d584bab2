package import EventSchema
package import EventStreams
import EventSupport

/// The two lists of a file of experiments, and the settings of their entries.
package enum ExperimentList: String, CaseIterable {
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
    package var entry: String {
        switch self {
        case .experiments: "experiment"
        case .instruments: "instrument"
        }
    }
}

/// An experiment or an instrument as its author wrote it.
package struct AuthoredExperiment {
    package let list: ExperimentList
    package let value: JSONValue
    package let document: SourceDocument
    /// The path of the entry in the document.
    package let path: [String]

    /// The value of a setting; `nil` where it is absent or null.
    package func setting(_ name: String) -> JSONValue? {
        guard let value = value[name], !value.isNull else { return nil }
        return value
    }

    /// The settings that are absent, and were probably written under an unknown name; all that are absent when
    /// something of the entry could not be read.
    package var misspelt: Set<String> {
        guard document.isComplete(at: path) else { return Set(list.settings).filter { setting($0) == nil } }
        let unknown = (value.object ?? [:]).names.filter { !list.settings.contains($0) }
        return Set(unknown.compactMap(list.suggestion)).filter { setting($0) == nil }
    }

    /// The location of a setting, or of the innermost setting around it that is there.
    package func location(of path: String...) -> SourceLocation { document.location(at: self.path + path) }

    /// The date of a setting; `nil` where it is absent or cannot be read.
    package func instant(_ name: String) -> UTCInstant? { setting(name)?.string.flatMap(UTCInstant.init(iso8601:)) }
}
