import EventCatalog
import EventSchema

/// One difference between an experiment or an instrument before and after a change, in words.
struct ExperimentChange: Sendable, Hashable {
    /// What the change is about. The order is that of importance, the most important first.
    enum Kind: String, Sendable, CaseIterable {
        /// Participants of a running experiment get other groups, or other users take part.
        case reshuffled
        /// Clients leave the entry out.
        case unreadable
        case removed
        case added
        /// What identifies those who take part.
        case unit
        case groups
        /// Who takes part.
        case sampling
        /// When it begins or ends.
        case period
        case stream
        case schema
        case attributesAdded = "attributes_added"
        case attributesRemoved = "attributes_removed"
        /// Any other setting, or one that is written differently and has the same effect.
        case setting
    }

    let kind: Kind
    /// The change in words, without the name: `sampling rises from 10 % to 20 % of sessions`.
    let text: String
    /// The setting; `nil` for the whole entry.
    let setting: String?
    let before: JSONValue?
    let after: JSONValue?
    /// What it does to those who take part in an experiment that runs; `nil` if its results stay what they are.
    private(set) var effect: String?

    init(_ kind: Kind, _ text: String, of setting: String? = nil, _ before: JSONValue? = nil, _ after: JSONValue? = nil)
    {
        (self.kind, self.text, self.setting, self.before, self.after) = (kind, text, setting, before, after)
    }

    /// The change of an experiment that runs, with its effect on those who take part.
    func reshuffling(_ effect: String) -> ExperimentChange {
        let text = "\(text) while the experiment runs: \(effect)"
        var change = ExperimentChange(.reshuffled, text, of: setting, before, after)
        change.effect = effect
        return change
    }
}

extension ExperimentChange.Kind: Comparable {
    /// Whether `left` is more important.
    static func < (left: Self, right: Self) -> Bool { left.rank < right.rank }

    private var rank: Int { Self.allCases.firstIndex(of: self) ?? Self.allCases.count }
}

/// The changes of one experiment or instrument.
struct ExperimentDifference: Sendable {
    let key: ExperimentKey
    /// The changes, the most important first; at least one.
    let changes: [ExperimentChange]
    /// What spoils the results of an experiment that runs.
    let findings: [CatalogFinding]

    /// `experiment search-suggestions`.
    var heading: String { key.words }
}
