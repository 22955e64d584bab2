import EventCatalog
import EventSchema
import EventSchemaTools

/// One difference between the words of a project before and after a change, in words.
struct ProjectChange: Sendable, Hashable {
    /// What the change is about. The order is that of importance, the most important first.
    enum Kind: String, Sendable, CaseIterable {
        /// How sensitive an attribute is.
        case sensitivity
        /// What an attribute is taken from.
        case source
        /// The field of events with an attribute.
        case field
        /// The type of an attribute.
        case type
        /// An attribute that is declared or no longer declared, or how it is described.
        case attribute
        /// The URLs of a service.
        case destination
        /// How serious the findings of a rule are.
        case severity
        /// A finding that stays on purpose.
        case waiver
        /// The links that streams have.
        case link
        /// What streams must have.
        case requirement
        /// Any other setting.
        case setting
    }

    let kind: Kind
    /// The change in words.
    let text: String
    /// The names on the way to the setting in `Project.yaml`; empty for a waiver.
    let path: [String]
    /// The value before; `nil` when there was none.
    let before: JSONValue?
    /// The value afterwards; otherwise `nil`.
    let after: JSONValue?
    /// The file that has the setting or the waiver.
    var file = Project.fileName
    /// The entries that it is about: streams, sorted, then experiments. They collect the attribute, or have the
    /// destination or the waiver.
    var users: [WordUser] = []

    init(_ kind: Kind, _ text: String, at path: [String] = [], _ before: JSONValue? = nil, _ after: JSONValue? = nil) {
        (self.kind, self.text, self.path, self.before, self.after) = (kind, text, path, before, after)
    }

    /// The place of the kind in the order of importance.
    var rank: Int { Kind.allCases.firstIndex(of: kind) ?? Kind.allCases.count }

    var json: JSONObject {
        [
            "kind": .string(kind.rawValue), "path": .string(path.jsonPointer), "before": before ?? .null,
            "after": after ?? .null, "text": .string(text), "file": .string(file),
            "streams": names { $0.isStream }, "experiments": names { !$0.isStream },
        ]
    }

    private func names(of isIncluded: (WordUser) -> Bool) -> JSONValue {
        .array(users.filter(isIncluded).map(\.name).sorted().map(JSONValue.string))
    }
}
