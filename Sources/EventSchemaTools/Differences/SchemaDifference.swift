package import EventSchema

/// What changed between two versions of one schema.
package struct SchemaDifference: Sendable {
    /// The title, or the names of the two files.
    package let title: String
    /// The names of both, such as `1.0.0` and `1.1.0`; `nil` where the schema is new or gone.
    package let old: String?
    package let new: String?
    /// The changes, the most serious first.
    package let changes: [SchemaChange]

    /// Compares two versions, of which one may be missing.
    package init(_ title: String, old: (name: String, schema: JSONValue)?, new: (name: String, schema: JSONValue)?) {
        self.title = title
        (self.old, self.new) = (old?.name, new?.name)
        if let old, let new {
            // The number is in the heading, and the examples have it too.
            changes = SchemaComparison(old: old.schema, new: new.schema).changes
                .filter { $0.path != ["$id"] && $0.path.first != "$schema" || $0.kind == .dialectChanged }
        } else {
            changes = []
        }
    }

    /// Whether there is no difference.
    package var isEmpty: Bool { changes.isEmpty && old == new }

    /// `app/tap 1.0.0 → 1.1.0`.
    var heading: String {
        switch (old, new) {
        case (let old?, let new?): old == new ? "\(title) \(new)" : "\(title) \(old) → \(new)"
        case (nil, let new?): "\(title) \(new) is new"
        case (let old?, nil): "\(title) is gone; its last version was \(old)"
        case (nil, nil): title
        }
    }

    var json: JSONObject {
        [
            "title": .string(title), "old": old.map(JSONValue.string) ?? .null,
            "new": new.map(JSONValue.string) ?? .null, "changes": .array(changes.map { .object($0.json) }),
        ]
    }
}

extension SchemaChange {
    /// The change as an object: `{"kind", "verdict", "level", "property", "path", "old", "new", "text"}`. `path` is a
    /// JSON pointer into the schema; `old` and `new` are null where there is no value.
    package var json: JSONObject {
        [
            "kind": .string(kind.rawValue), "verdict": .string(verdict.rawValue), "level": .string(level.rawValue),
            "property": .string(property), "path": .string(path.jsonPointer), "old": old ?? .null,
            "new": new ?? .null, "text": .string(words),
        ]
    }
}
