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

    /// The name in findings: the same before and after a version is made from the file that people edit.
    package var name: String { "\(number)" }
}

/// Two versions of a schema, one after the other.
package struct VersionPair: Sendable {
    package let title: String
    package let old: ComparedVersion
    package let new: ComparedVersion
    /// The file that people edit; `nil` when the title has none. All findings are located in it, since versions are
    /// generated from it: a waiver above an item also covers a break between two earlier versions.
    let authored: SourceDocument?
    /// The versions of the major before the old one, in ascending order.
    let earlier: [ComparedVersion]

    /// The pair as `title: old → new`.
    package var name: String { "\(title): \(old.number) → \(new.number)" }

    /// Where a change is, or what is around it. The item is that of the new version, so that a finding stays the same
    /// when the file that people edit changes.
    package func location(at path: [String]) -> SourceLocation {
        let document = authored ?? new.document
        // What people edit may have the place in a part of allOf.
        let parts = document.value["allOf"]?.array?.indices.map { ["allOf", "\($0)"] } ?? []
        let deepest = ([[]] + parts).map { (part: $0, depth: document.existing($0 + path).count - $0.count) }
            .max { $0.depth < $1.depth }
        let place = document.location(at: (deepest?.part ?? []) + path)
        return SourceLocation(
            file: place.file, line: place.line, column: place.column, item: new.schema.item(at: path))
    }
}
