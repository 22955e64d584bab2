public import EventSchema

/// The enrollment of a subject in an experiment, with its group.
public struct ExperimentEnrollment: Sendable, Hashable {
    /// The experiment.
    public let experiment: ExperimentConfiguration
    /// The group.
    public let group: String
    /// The subject as events name it.
    public let subjectID: String
    /// Whether an override set the group. Events of a forced enrollment are logged but never sent.
    public let isForced: Bool

    /// The `experiment` object of events.
    public var eventObject: JSONObject {
        var object: JSONObject = [
            "enrolled": .string(experiment.name), "assigned": .string(group), "subject_id": .string(subjectID),
            "sampling_unit": .string(experiment.userIdentifierType),
        ]
        object["phase_index"] = experiment.phaseIndex.map(JSONValue.number)
        object["version"] = .string(experiment.version)
        object["coordinator"] = .string(isForced ? "forced" : "default")
        return object
    }
}

/// Groups that are given rather than computed: by a person who tries an experiment out, or by the edge.
///
/// A text that is malformed anywhere is ignored as a whole.
public struct ExperimentOverrides: Sendable, Hashable {
    /// The group of each experiment, by the experiment's name.
    public let groups: [String: String]

    /// Reads the override parameter `mpo`: `name:group;name:group`. A `;` at the end is allowed.
    ///
    /// - Returns: `nil` when any part is malformed.
    public init?(parameter text: String) { self.init(text, separator: ":") }

    /// Reads the header `X-Experiment-Enrollments`: `name=group;name=group;`. The last `;` may be missing.
    ///
    /// - Returns: `nil` when any part is malformed.
    public init?(header text: String) { self.init(text, separator: "=") }

    private init?(_ text: String, separator: Character) {
        var groups: [String: String] = [:]
        let complete = text.hasSuffix(";") ? text.dropLast() : Substring(text)
        for part in complete.split(separator: ";", omittingEmptySubsequences: false) {
            let sides = part.split(separator: separator, omittingEmptySubsequences: false)
            guard sides.count == 2, !sides[0].isEmpty, !sides[1].isEmpty else { return nil }
            groups[String(sides[0])] = String(sides[1])
        }
        self.groups = groups
    }
}
