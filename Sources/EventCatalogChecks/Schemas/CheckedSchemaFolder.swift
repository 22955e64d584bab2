import EventCatalog
import EventSchema
import EventSchemaTools

/// A title's documents, `current` and then the versions from the newest to the oldest, and what is wrong with each.
struct CheckedSchemaFolder: Sendable {
    typealias Document = (schema: CheckedSchema, mistakes: [SchemaMistake])

    let folder: SchemaTitleFolder
    let documents: [Document]
    /// The version that `current` gives, where the file of the version has something else or is missing.
    let unwritten: Document?

    var newestVersion: CheckedSchema? { documents.first { !$0.schema.isCurrent }?.schema }
    var current: CheckedSchema? { documents.first { $0.schema.isCurrent }?.schema }

    /// The version that is made from `current` as it is: the one with its number.
    private var madeVersion: Document? {
        guard let current, let id = current.document.value[current.settings.schemaVersionField]?.string,
            let number = SemanticVersion(endOf: id)
        else { return nil }
        return documents.first { $0.schema.kind == .version(number) }
    }

    /// The mistakes as findings, each cause in the first document that has it.
    func findings(_ inherited: InheritedMistakes) -> [CatalogFinding] {
        var seen: Set<SchemaMistakeCause> = []
        let references = current.map { SchemaReference.all(in: $0.document.value) } ?? []
        // The mistakes of `current` come to light before its version is written.
        let ordered =
            documents.filter(\.schema.isCurrent) + [unwritten].compactMap(\.self)
            + documents.filter { !$0.schema.isCurrent }
        return ordered.flatMap { schema, mistakes in
            // Within a document, one cause may have several mistakes.
            let new = mistakes.filter {
                !seen.contains($0.cause) && (schema.isCurrent || schema.dialect.isLater || !$0.isOfCompilation)
            }
            seen.formUnion(new.map(\.cause))
            guard !schema.isCurrent, current != nil else {
                return NestedIdentifiers.summarised(new).map { mistake in
                    schema.finding(of: mistake, edits: mistake.edits + editsOfVersion(like: mistake, in: schema))
                }
            }
            return findings(of: new, inVersion: schema, inherited, references)
        }
    }

    /// The findings of a version that is made from `current`, by the references in `current`.
    private func findings(
        of mistakes: [SchemaMistake], inVersion schema: CheckedSchema, _ inherited: InheritedMistakes,
        _ references: [SchemaReference]
    ) -> [CatalogFinding] {
        var own: [SchemaMistake] = []
        var brought: [SchemaMistake] = []
        for mistake in mistakes {
            switch inherited.place(of: mistake, references) {
            case .version: own.append(mistake)
            case .reference(let reference): brought.append(mistake.moved(to: reference))
            case .identifier(let reference):
                brought.append(NestedIdentifiers.mistake(of: reference, bringing: mistake.path))
            case .elsewhere: break
            }
        }
        return NestedIdentifiers.summarised(own).map { finding(of: $0, inVersion: schema) }
            + brought.compactMap { current?.finding(of: $0, edits: $0.edits) }
    }

    /// A finding of a version in `current`, where people correct it, if `current` has the place. `--fix` corrects the
    /// version itself only while it is the one that is made from `current`.
    private func finding(of mistake: SchemaMistake, inVersion schema: CheckedSchema) -> CatalogFinding {
        if let current, schema.isUnwritten {
            let place = AuthoredPlace.path(like: mistake.path, of: schema.document.value, in: current.document.value)
            return CatalogFinding(
                mistake.rule, current.document.location(at: place), mistake.problem, remedy: mistake.remedy)
        }
        if let current, schema.kind == newestVersion?.kind, mistake.edits.isEmpty, current.has(mistake.path) {
            return current.finding(of: mistake, edits: [])
        }
        return schema.finding(of: mistake, edits: schema.kind == madeVersion?.schema.kind ? mistake.edits : [])
    }

    /// The edits that correct a mistake of `current` in the version that is made from it.
    private func editsOfVersion(like mistake: SchemaMistake, in schema: CheckedSchema) -> [TextEdit] {
        guard schema.isCurrent, !mistake.edits.isEmpty, let version = madeVersion else { return [] }
        return version.mistakes.filter { $0.cause == mistake.cause }.flatMap(\.edits)
    }
}

extension CheckedSchema {
    /// Whether the document has a value at the path. The empty path is the whole document.
    fileprivate func has(_ path: [String]) -> Bool { document.existing(path) == path }

    func finding(of mistake: SchemaMistake, edits: [TextEdit]) -> CatalogFinding {
        CatalogFinding(
            mistake.rule, document.location(at: mistake.path), mistake.problem, remedy: mistake.remedy, edits: edits)
    }
}
