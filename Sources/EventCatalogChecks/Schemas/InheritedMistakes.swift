import EventCatalog
import EventSchema
import EventSchemaTools

/// The mistakes that a version has from the schemas that its `current` refers to.
///
/// Such a mistake is reported in the schema that is referred to. If newer versions of that schema lack the mistake, it
/// is reported at the `$ref`, which has to change.
struct InheritedMistakes: Sendable {
    /// The causes of the documents that references lead to, by URI.
    private let causes: [String: Set<SchemaMistakeCause>]
    /// The causes that are reported for each title, by its path.
    private let reported: [String: Set<SchemaMistakeCause>]
    private let library: ReferenceLibrary

    init(
        causes: [String: Set<SchemaMistakeCause>], reported: [String: Set<SchemaMistakeCause>],
        library: ReferenceLibrary
    ) {
        (self.causes, self.reported, self.library) = (causes, reported, library)
    }

    /// Where a finding belongs.
    enum Place {
        /// In the version itself.
        case version
        /// At the `$ref` that brings it.
        case reference(SchemaReference)
        /// At the `$ref` that brings an identifier. The schema that it refers to is correct.
        case identifier(SchemaReference)
        /// In the schema that is referred to, which has the finding.
        case elsewhere
    }

    /// Where a mistake of a version is reported, by the references of the `current` that it is made from.
    func place(of mistake: SchemaMistake, _ references: [SchemaReference]) -> Place {
        let cause = mistake.cause
        // A version has the examples of its own `current`.
        guard cause.path.first != "examples" else { return .version }
        if let reference = references.first(where: { $0.pointer.isEmpty && brings(cause, $0, within: 1) }) {
            return .identifier(reference)
        }
        let source = references.first { reference in
            let skipped = SchemaReference.names(of: reference.pointer).count
            return causes[reference.uri]?.contains {
                $0.rule == cause.rule && cause.path.ends(with: $0.path.dropFirst(skipped))
            }
                ?? false
        }
        guard let source else {
            return references.first { brings(cause, $0, within: .max) }.map(Place.identifier) ?? .version
        }
        let title = source.uri.split(separator: "/").dropLast().joined(separator: "/")
        let isReported = reported[title]?.contains { $0.rule == cause.rule && $0.path.last == cause.path.last } ?? false
        return isReported ? .elsewhere : .reference(source)
    }

    /// Whether the identifier that a mistake is about is one of the schema that a reference leads to, at most so many
    /// names below it.
    private func brings(_ cause: SchemaMistakeCause, _ reference: SchemaReference, within depth: Int) -> Bool {
        let holder = SchemaMistakeCause.materialized(reference.holder)
        guard cause.rule == .nestedIdentifier, cause.path.starts(with: holder),
            cause.path.count - holder.count <= depth,
            let document = library.documents[reference.uri]
        else { return false }
        let target = SchemaReference.value(at: reference.pointer, in: document)
        return cause.path.dropFirst(holder.count).reduce(target) { $0?.element(named: $1) }?.string != nil
    }
}

extension [String] {
    fileprivate func ends(with end: ArraySlice<String>) -> Bool { count >= end.count && suffix(end.count) == end }
}

extension SchemaMistake {
    /// The mistake as one of the `$ref` that brings it.
    func moved(to reference: SchemaReference) -> SchemaMistake {
        SchemaMistake(
            rule, reference.path, "The $ref brings a mistake of \(reference.uri): \(problem)",
            remedy: "Refer to a version without it, or correct it in a new version of that schema.")
    }
}
