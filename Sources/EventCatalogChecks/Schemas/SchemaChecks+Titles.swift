import EventCatalog
import EventSchema
import EventSchemaTools

/// What is checked in the documents of a title.
extension SchemaChecks {
    func titles(in tree: SchemaTree, _ made: Materialization?) -> [CheckedSchemaFolder] {
        let skipped = SkippedCases(tree.settings)
        let made = Dictionary(made?.titles.map { ($0.title, $0) } ?? []) { first, _ in first }
        let isLayout = tree.isInLayoutOfTools
        return concurrentMap(tree.titles) { folder in
            let current = folder.current.map {
                [CheckedSchema(.current, $0, compiled: nil, settings: tree.settings)]
            }
            let versions = folder.versions.reversed().map { version, document in
                CheckedSchema(
                    .version(version), document, compiled: compiled[document.file], settings: tree.settings)
            }
            let schemas = (current ?? []) + versions
            return CheckedSchemaFolder(
                folder: folder,
                documents: schemas.map { schema in
                    let ofCases = isLayout ? Self.mistakesOfCases(in: schema, skipped) : []
                    let isActionable = current == nil || schema.isCurrent || schema.kind == versions.first?.kind
                    let others = isActionable ? mistakes(in: schema) : []
                    // What current lacks, the versions made from it lack too.
                    let hasGaps = isLayout && (current == nil || schema.isCurrent)
                    return (schema, ofCases + others + (hasGaps ? PropertyChecks.gaps(in: schema) : []))
                },
                unwritten: made[folder.path].flatMap { unwritten($0, tree.settings) }.map { schema in
                    (schema, Self.mistakesOfCases(in: schema, skipped) + mistakes(in: schema))
                })
        }
    }

    /// The version that `current` gives, if its file has other content or is missing.
    private func unwritten(_ title: MaterializedTitle, _ settings: SchemaToolsSettings) -> CheckedSchema? {
        guard let file = title.files.first, [.missing, .different].contains(file.state) else { return nil }
        let result = Result { () throws(CatalogError) in try SourceDocument(bytes: file.expected, file: file.path) }
        guard case .success(let document) = result else { return nil }  // what was written is read again
        let uri = "/\(title.title)/\(title.version)"
        let compiled = Result { () throws(SchemaError) in
            try Schema(
                document.value, mode: settings.dialect(of: document.value).toolsMode, baseURI: uri,
                registry: references.library.documents.filter { $0.key != uri })
        }
        // What the compiler refuses is found when the version is written, beside what is found in `current` now.
        let schema: Schema? = if case .success(let schema) = compiled { schema } else { nil }
        return CheckedSchema(.unwritten(title.version), document, compiled: schema, settings: settings)
    }

    private static func mistakesOfCases(in schema: CheckedSchema, _ skipped: SkippedCases) -> [SchemaMistake] {
        RobustnessCases.all.filter { $0.includesCurrent || !schema.isCurrent }
            .filter { !skipped.skips($0.rule.id, for: schema.id) }.flatMap { $0.mistakes(schema) }
    }

    private func mistakes(in schema: CheckedSchema) -> [SchemaMistake] {
        Self.checks.flatMap { $0(schema) } + references.mistakes(in: schema)
    }

    private static let checks: [@Sendable (CheckedSchema) -> [SchemaMistake]] = [
        KeywordChecks.mistakes, LimitChecks.mistakes, MultipleChecks.mistakes, ValueChecks.mistakes,
        RequiredChecks.mistakes,
        PatternTextChecks.mistakes, PropertyChecks.mistakes, YAMLTextChecks.mistakes, ExampleChecks.mistakes,
        EnvelopeChecks.mistakes,
    ]

    // MARK: - Causes

    /// The causes in the documents that references lead to.
    func inheritedMistakes(of titles: [CheckedSchemaFolder]) -> InheritedMistakes {
        let wanted = Set(titles.compactMap(\.current).flatMap { SchemaReference.all(in: $0.document.value) }.map(\.uri))
        let targets = titles.flatMap { title in
            title.documents.filter { !$0.schema.isCurrent }.map { (path: title.folder.path, document: $0) }
        }.compactMap { path, document -> (uri: String, schema: CheckedSchema, mistakes: [SchemaMistake])? in
            guard case .version(let version) = document.schema.kind, wanted.contains("/\(path)/\(version)") else {
                return nil
            }
            return ("/\(path)/\(version)", document.schema, document.mistakes)
        }
        let causes = concurrentMap(targets) { target in
            Set((target.mistakes + mistakes(in: target.schema)).map(\.cause))
        }
        let reported = titles.map { title in
            (title.folder.path, Set(title.documents.flatMap(\.mistakes).map(\.cause)))
        }
        return InheritedMistakes(
            causes: Dictionary(zip(targets.map(\.uri), causes)) { $0.union($1) },
            reported: namesEachPlace ? [:] : Dictionary(reported) { $0.union($1) }, library: references.library)
    }
}
