package import EventCatalog
package import EventSchema

/// A version of a schema that is compared: a file with a number, or the file that people edit.
package struct ComparedVersion: Sendable {
    /// The number: that of the file name, or at the end of the `$id` in the file that people edit.
    package let number: SemanticVersion
    /// What findings are located in.
    let document: SourceDocument
    /// The materialized schema.
    package let schema: JSONValue
    /// Whether it is the file that people edit, before a version is made from it.
    package let isCurrent: Bool

    /// The name in findings.
    package var name: String { isCurrent ? "the edited \(number)" : "\(number)" }
}

/// Two versions of a schema, one after the other.
package struct VersionPair: Sendable {
    package let title: String
    package let old: ComparedVersion
    package let new: ComparedVersion
    /// Where the changes of the new version are written, if not in its own document: the file that people edit.
    let authored: SourceDocument?
    /// The versions of the major before the old one, in ascending order.
    let earlier: [ComparedVersion]

    /// The pair as `title: old → new`.
    package var name: String { "\(title): \(old.number) → \(new.number)" }

    /// Where a change is, or what is around it.
    package func location(at path: [String]) -> SourceLocation {
        let document = authored ?? new.document
        // What people edit may have the place in a part of allOf.
        let parts = document.value["allOf"]?.array?.indices.map { ["allOf", "\($0)"] } ?? []
        let deepest = ([[]] + parts).map { (part: $0, depth: document.existing($0 + path).count - $0.count) }
            .max { $0.depth < $1.depth }
        return document.location(at: (deepest?.part ?? []) + path)
    }
}
