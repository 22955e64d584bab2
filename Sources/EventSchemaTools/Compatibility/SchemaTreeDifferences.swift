package import EventCatalog
package import EventSchema

extension SchemaDifferences {
    /// Compares what people edit in two repositories: each schema's file that is edited, or its newest version where
    /// there is none. A file that is the same in both, and whose references lead nowhere, is left out.
    ///
    /// - Parameters:
    ///   - old: the repository before; `nil` where there was none.
    ///   - new: the repository afterwards.
    ///   - bases: more folders in which references are searched. Empty by default.
    /// - Throws: `CatalogError` when one of the files cannot be read, or the references of one that changes lead
    ///   nowhere.
    package init(from old: SchemaTree?, to new: SchemaTree, bases: [SchemaBase] = []) throws(CatalogError) {
        for tree in [old, new].compactMap(\.self) { try tree.requireReadable() }
        let (before, after) = (old.map { SchemaVersions($0, bases: bases) }, SchemaVersions(new, bases: bases))
        let titles = Set((before?.titles ?? []) + after.titles).sorted()
        var differences: [SchemaDifference] = []
        for title in titles {
            do throws(CatalogError) {
                differences.append(
                    SchemaDifference(title, old: try before?.newest(of: title), new: try after.newest(of: title)))
            } catch {
                guard old?[title]?.newest?.bytes == new[title]?.newest?.bytes else { throw error }
            }
        }
        self.init(differences)
    }
}

/// The versions of a repository by title and name.
package struct SchemaVersions: Sendable {
    private let tree: SchemaTree
    private let materializer: SchemaMaterializer

    package init(_ tree: SchemaTree, bases: [SchemaBase] = []) {
        (self.tree, materializer) = (tree, SchemaMaterializer(tree, bases: bases))
    }

    /// The titles, sorted.
    package var titles: [String] { tree.titles.map(\.path) }

    /// The names of the versions of a title, ascending; `current` is the file that people edit.
    package func names(of title: String) -> [String] {
        guard let folder = tree[title] else { return [] }
        return folder.versions.map { "\($0.version)" } + (folder.current == nil ? [] : ["current"])
    }

    /// The materialized schema of a version; `nil` when there is none of that name.
    ///
    /// - Throws: `CatalogError` when its references lead nowhere.
    package func schema(of title: String, _ name: String) throws(CatalogError) -> JSONValue? {
        guard let folder = tree[title] else { return nil }
        if name == "current" {
            guard let current = folder.current else { return nil }
            return try materializer.schema(of: current)
        }
        guard let document = folder.versions.first(where: { "\($0.version)" == name })?.document else { return nil }
        return try materializer.schema(ofPublished: document)
    }

    /// The schema that people edit, or the newest version, named by its number.
    fileprivate func newest(of title: String) throws(CatalogError) -> (name: String, schema: JSONValue)? {
        guard let name = names(of: title).last, let schema = try schema(of: title, name) else { return nil }
        let number = schema[tree.settings.schemaVersionField]?.string.flatMap(SemanticVersion.init(endOf:))
        return (number.map { "\($0)" } ?? name, schema)
    }
}

extension SchemaTitleFolder {
    /// The file that people edit, or that of the newest version.
    fileprivate var newest: SourceDocument? { current ?? versions.last?.document }
}

/// A file with a schema, read without a repository.
package struct SchemaFileContent: Sendable {
    /// The schema, with what its references to its own parts lead to in their place. Others, and those that lead back
    /// to themselves, stay.
    package let schema: JSONValue

    /// - Throws: `CatalogError` when it cannot be read.
    package init(file: String) throws(CatalogError) {
        let document = try SourceDocument(file: file)
        var settings = SchemaToolsSettings()
        settings.schemaDialects = Dialect.ofRepositories.map(\.dialect)
        var resolver = ReferenceResolver(SchemaLibrary(), settings, keepsSiblings: false)
        let resolved = resolver.resolved(document)
        // Definitions have an effect where something still refers to them.
        schema = resolved.hasReference ? resolved : resolved.withoutDefinitions
    }
}

extension JSONValue {
    fileprivate var withoutDefinitions: JSONValue {
        object.map {
            .object(JSONObject($0.map { ($0.name, $0.value) }.filter { !["definitions", "$defs"].contains($0.0) }))
        } ?? self
    }
}
