import EventCatalog
import EventSchema
import EventSchemaTools

extension Rule {
    static let nestedIdentifier = Rule(
        "nested-identifier", .warning, "A schema inside a schema has an $id or a $schema.",
        reason:
            "It becomes a document of its own: references in it are resolved from elsewhere, and some tools refuse it.",
        mistake: .version("page: {type: object, description: A page., $id: /page/1.0.0, properties: {}}"),
        corrected: .version("page: {type: object, description: A page., properties: {}}"))
}

/// Identifiers inside a schema, each of which begins a document of its own.
enum NestedIdentifiers {
    static func mistakes(in schema: CheckedSchema) -> [SchemaMistake] {
        schema.mistakes { part in
            guard !part.path.isEmpty,
                let name = ["$id", "$schema"].first(where: { part.value[$0]?.string != nil })
            else { return [] }
            return [mistake([part.path + [name]])]
        }
    }

    /// The mistakes with those of this rule as one, at the first of them.
    static func summarised(_ mistakes: [SchemaMistake]) -> [SchemaMistake] {
        let paths = mistakes.filter { $0.rule == .nestedIdentifier }.map(\.path)
        guard paths.count > 1 else { return mistakes }
        return mistakes.filter { $0.rule != .nestedIdentifier } + [mistake(paths)]
    }

    private static func mistake(_ paths: [[String]]) -> SchemaMistake {
        let places = paths.map { Subschema.label(of: $0.dropLast()) }.listed(upTo: 5)
        return SchemaMistake(
            .nestedIdentifier, paths[0],
            "“\(paths[0].last ?? "")” inside the schema, at \(places), begins a document of its own.",
            remedy: "Remove it. If a $ref in current brought it, refer to “…#/properties” of that schema instead.")
    }

    /// The mistake of a `$ref` in `current` that brings the identifier at a path.
    static func mistake(of reference: SchemaReference, bringing path: [String]) -> SchemaMistake {
        SchemaMistake(
            .nestedIdentifier, reference.path,
            "The $ref brings the “\(path.last ?? "")” of \(reference.uri), which begins a document of its own "
                + "inside the schema.",
            remedy: "Refer to its parts alone, such as “properties: {$ref: \(reference.uri)#/properties}”.")
    }
}
