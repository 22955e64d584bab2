import EventSchema

/// Checks of `$ref` and of identifiers inside a schema.
struct ReferenceChecks: Sendable {
    let library: ReferenceLibrary

    func mistakes(in schema: CheckedSchema) -> [SchemaMistake] {
        let nested = Self.identifiers(in: schema)
        guard schema.isCurrent else { return nested }
        let references = SchemaReference.all(in: schema.document.value)
        return nested + references.flatMap { mistakes(of: $0, in: schema) } + references.compactMap(Self.siblings)
    }

    /// One finding for the whole file, at the first.
    private static func identifiers(in schema: CheckedSchema) -> [SchemaMistake] {
        let nested = schema.subschemas.filter { part in
            !part.path.isEmpty && (part.value["$id"]?.string ?? part.value["$schema"]?.string) != nil
        }
        guard let first = nested.first else { return [] }
        let name = first.value["$id"] == nil ? "$schema" : "$id"
        let places = nested.prefix(5).map(\.label).joined(separator: ", ")
        let more = nested.count > 5 ? " and \(nested.count - 5) more" : ""
        return [
            SchemaMistake(
                .nestedIdentifier, first.path + [name],
                "“\(name)” inside the schema, at \(places)\(more), begins a document of its own.",
                remedy: "Remove it. If a $ref in current brought it, refer to “…#/properties” of that schema instead.")
        ]
    }

    private static func siblings(of reference: SchemaReference) -> SchemaMistake? {
        let ignored = reference.siblings.filter { SchemaKeyword.all[$0]?.types.isEmpty == false || $0 == "type" }
        guard let first = ignored.first else { return nil }
        return SchemaMistake(
            .referenceSiblings, reference.holder + [first],
            "“\(first)” stands beside $ref, and draft 7 ignores what stands beside $ref.",
            remedy: "Put the $ref into allOf: “allOf: [{$ref: \(reference.target)}]”.")
    }

    private func mistakes(of reference: SchemaReference, in schema: CheckedSchema) -> [SchemaMistake] {
        if reference.isLocal { return local(reference, in: schema) }
        guard reference.target.hasPrefix("/") else { return [] }
        let uri = reference.uri
        if let name = ["current", "latest", "current.yaml", "latest.yaml"].first(where: { uri.hasSuffix("/\($0)") }) {
            return [
                mistake(
                    .referenceToCurrent, reference,
                    "names no version: “\(name)” leads to another schema after each edit or release.",
                    library.newest(of: uri).map { "Write “\($0)”." } ?? "Name a version, such as “/title/1.0.0”.")
            ]
        }
        guard let document = library.documents[uri] else { return missing(reference, schema) }
        if library.leads(from: uri, to: schema.id) {
            return [mistake(.referenceLoop, reference, "leads back to this schema.", "Remove one of the references.")]
        }
        if !reference.pointer.isEmpty, SchemaReference.value(at: reference.pointer, in: document) == nil {
            return [
                mistake(
                    .missingReference, reference, "leads to “#\(reference.pointer)”, which \(uri) lacks.",
                    "Name a part that is there, such as “\(uri)#/properties”.")
            ]
        }
        return outdated(reference)
    }

    private func outdated(_ reference: SchemaReference) -> [SchemaMistake] {
        guard let newest = library.newest(of: reference.uri), newest != reference.uri else { return [] }
        return [
            mistake(
                .outdatedReference, reference, "is not the newest version, which is “\(newest)”.",
                "Name the newest version with the next change, if its changes are wanted.")
        ]
    }

    private func missing(_ reference: SchemaReference, _ schema: CheckedSchema) -> [SchemaMistake] {
        if let versions = library.versions(ofTitleIn: reference.uri) {
            return [
                mistake(
                    .missingReference, reference, "leads to a version that does not exist.",
                    "There \(versions.count == 1 ? "is" : "are") \(versions.joined(separator: ", ")).")
            ]
        }
        // A repository that is not here may have it.
        guard !(schema.settings.schemaBaseUris ?? []).contains(where: { $0.contains("://") }) else { return [] }
        let suggestion = library.nearest(to: reference.uri).map { "Did you mean “\($0)”?" }
        return [
            mistake(
                .missingReference, reference, "leads to no schema of the repository.",
                suggestion ?? "Add the schema, or name its repository as another root.")
        ]
    }

    private func local(_ reference: SchemaReference, in schema: CheckedSchema) -> [SchemaMistake] {
        let place = SchemaReference.names(of: reference.pointer)
        if Array(reference.holder.prefix(place.count)) == place {
            return [
                mistake(
                    .referenceLoop, reference, "leads to a schema around it, so that it never ends.",
                    "Write the levels that are wanted.")
            ]
        }
        guard SchemaReference.value(at: reference.pointer, in: schema.document.value) == nil else { return [] }
        return [
            mistake(
                .missingReference, reference, "leads nowhere in this file.", "Name a part of the file that is there.")
        ]
    }

    private func mistake(
        _ rule: Rule, _ reference: SchemaReference, _ problem: String, _ remedy: String
    ) -> SchemaMistake {
        SchemaMistake(rule, reference.path, "“\(reference.target)” \(problem)", remedy: remedy)
    }
}
