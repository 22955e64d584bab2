import EventCatalog
package import EventSchema

/// The differences between two versions of a schema, each with its verdict.
///
/// Both are materialized: what `$ref` leads to is not compared.
package struct SchemaComparison: Sendable {
    /// The changes, the most serious first; then by property, path and kind.
    package let changes: [SchemaChange]

    /// Compares two schemas.
    ///
    /// - Complexity: linear in the size of both, and in the number of values where an enum changes.
    package init(old: JSONValue, new: JSONValue) {
        guard old != new else {
            changes = []
            return
        }
        let dialect = [old, new].compactMap { Dialect(of: $0) }.first(where: \.isLater) ?? .draft7
        let wide = WideKeywords(old, new, dialect)
        var comparer = SchemaComparer(
            hasReferences: old.hasReference || new.hasReference || wide.haveReference, dialect)
        comparer.compareRoots(old.schemaObject, new.schemaObject)
        changes = (comparer.changes + [wide.change(beside: comparer.changes)].compactMap { $0 })
            .sorted(by: Self.isInOrder)
    }

    /// The verdict of the most serious change; `compatible` where there is none.
    package var verdict: CompatibilityVerdict { changes.map(\.verdict).max() ?? .compatible }

    /// The part of the version number that the changes raise; `nil` where there is none.
    package var level: VersionLevel? { changes.map(\.level).max() }

    private static func isInOrder(_ left: SchemaChange, _ right: SchemaChange) -> Bool {
        if left.verdict != right.verdict { return left.verdict > right.verdict }
        let (leftPath, rightPath) = (left.path.joined(separator: "\u{0}"), right.path.joined(separator: "\u{0}"))
        return (left.property, leftPath, left.kind.rawValue, left.words)
            < (right.property, rightPath, right.kind.rawValue, right.words)
    }
}

extension JSONValue {
    /// The schema as an object: `true` refuses nothing, `false` everything.
    var schemaObject: JSONObject { object ?? (self == false ? ["not": [:]] : [:]) }

    /// Whether there is a `$ref` anywhere in the schema.
    var hasReference: Bool {
        switch self {
        case .object(let members):
            members.contains { $0.name == "$ref" && $0.value.string != nil || $0.value.hasReference }
        case .array(let elements): elements.contains(where: \.hasReference)
        default: false
        }
    }
}
