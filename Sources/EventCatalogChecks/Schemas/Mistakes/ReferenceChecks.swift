import EventCatalog
import EventSchema
import EventSchemaTools

extension Rule {
    static let referenceToCurrent = Rule(
        "reference-to-current", .error, "A $ref leads to current or latest instead of a version.",
        reason: "What it leads to changes, so that a version made today differs from the same version made tomorrow.",
        mistake: reference("/part/latest"), corrected: reference("/part/1.1.0"))

    static let outdatedReference = Rule(
        "outdated-reference", .note, "A $ref leads to an older version although its major has a newer one.",
        reason: "Corrections of the newer version are missing. Nothing has to change unless they are wanted.",
        mistake: reference("/part/1.0.0"), corrected: reference("/part/1.1.0"))

    static let referenceSiblings = Rule(
        "reference-siblings", .warning, "Constraints stand beside a $ref.",
        reason:
            "Draft 7 ignores everything beside $ref; tools that merge it make versions that others read differently.",
        mistake: reference("/part/1.1.0", beside: "type: object, "), corrected: reference("/part/1.1.0"))

    /// A schema that refers to a part, of which there are two versions.
    private static func reference(_ target: String, beside: String = "") -> RuleExample {
        let versions = ["1.0.0", "1.1.0"].map { version in
            (
                "Schemas/part/\(version).yaml",
                RuleExample.madeText(RuleExample.tapSchema([], path: "part").replacing("/1.0.0", with: "/\(version)"))
            )
        }
        let part = Dictionary(uniqueKeysWithValues: versions + [("Schemas/part/current.yaml", versions[1].1)])
        return RuleExample.current(more: "allOf: [{\(beside)$ref: '\(target)'}]\n").with(part)
    }
}

/// Checks of `$ref` and of identifiers inside a schema.
struct ReferenceChecks: Sendable {
    let library: ReferenceLibrary

    func mistakes(in schema: CheckedSchema) -> [SchemaMistake] {
        let nested = NestedIdentifiers.mistakes(in: schema)
        guard schema.isCurrent else { return nested }
        let references = SchemaReference.all(in: schema.document.value)
        return nested + references.compactMap { mistake(in: $0, of: schema) }
            + (schema.dialect.isLater ? [] : references.compactMap(Self.siblings))
    }

    private static func siblings(of reference: SchemaReference) -> SchemaMistake? {
        let ignored = reference.siblings.filter { SchemaKeyword.all[$0]?.types.isEmpty == false || $0 == "type" }
        guard let first = ignored.first else { return nil }
        return SchemaMistake(
            .referenceSiblings, reference.holder + [first],
            "“\(first)” stands beside $ref, and draft 7 ignores what stands beside $ref.",
            remedy: "Put the $ref into allOf: “allOf: [{$ref: \(YAMLScalarText.text(of: reference.target))}]”.")
    }

    private func mistake(in reference: SchemaReference, of schema: CheckedSchema) -> SchemaMistake? {
        switch ReferenceText(reference.target)?.target {
        case .sameFile: return local(reference, in: schema)
        case .path(let path): return mistake(in: reference, to: path, of: schema)
        case .url(let url):
            guard let path = library.path(atEndOf: url) else { return unknown(reference, schema) }
            return mistake(in: reference, to: path, of: schema)
        case .identifier(let id):
            if schema.subschemas.contains(where: { $0.value["$id"]?.string == id }) { return nil }
            return mistake(
                .missingReference, reference, "is the $id of no part of this file.",
                "For a schema of the repository, write its path: “/title/1.0.0”.")
        case nil: return withoutPointer(reference, in: schema)
        }
    }

    /// What stands behind “#” may be an anchor of the file, in a version that keeps its references.
    private func withoutPointer(_ reference: SchemaReference, in schema: CheckedSchema) -> SchemaMistake? {
        let name = JSONValue.string(reference.pointer)
        let isAnchor =
            schema.dialect.isLater && reference.isLocal
            && schema.subschemas.contains { $0.value["$anchor"] == name || $0.value["$dynamicAnchor"] == name }
        if isAnchor, !schema.settings.shouldDereference { return nil }
        return mistake(
            .missingReference, reference,
            isAnchor ? "names an anchor, which no version is made of." : "has no JSON pointer behind “#”.",
            "Begin it with a slash: “#/\(schema.dialect.isLater ? "$defs" : "definitions")/name”.")
    }

    private func mistake(in reference: SchemaReference, to uri: String, of schema: CheckedSchema) -> SchemaMistake? {
        if let name = ["current", "latest", "current.yaml", "latest.yaml"].first(where: { uri.hasSuffix("/\($0)") }) {
            return mistake(
                .referenceToCurrent, reference,
                "names no version: “\(name)” leads to another schema after each edit or release.",
                library.newest(of: uri).map { "Write “\($0)”." } ?? "Name a version, such as “/title/1.0.0”.")
        }
        guard let document = library.documents[uri] else { return missing(reference, uri, schema) }
        if schema.settings.shouldDereference, library.leads(from: uri, to: schema.id) {
            return mistake(.referenceLoop, reference, "leads back to this schema.", "Remove one of the references.")
        }
        if !reference.pointer.isEmpty, SchemaReference.value(at: reference.pointer, in: document) == nil {
            return mistake(
                .missingReference, reference, "leads to “#\(reference.pointer)”, which \(uri) lacks.",
                "Name a part that is there, such as “\(uri)#/properties”.")
        }
        return outdated(reference, uri)
    }

    /// A version of another major is another schema, to which people go over when they want to.
    private func outdated(_ reference: SchemaReference, _ uri: String) -> SchemaMistake? {
        guard let newest = library.newestOfMajor(of: uri), newest != uri else { return nil }
        return mistake(
            .outdatedReference, reference, "is not the newest version of its major, which is “\(newest)”.",
            "Name the newest version with the next change, if its changes are wanted.")
    }

    private func missing(_ reference: SchemaReference, _ uri: String, _ schema: CheckedSchema) -> SchemaMistake? {
        if let versions = library.versions(ofTitleIn: uri) {
            return mistake(
                .missingReference, reference, "leads to a version that does not exist.",
                "There \(versions.count == 1 ? "is" : "are") \(versions.joined(separator: ", ")).")
        }
        // A repository that is not here may have it, so that the version cannot be compared, which is a finding.
        guard schema.settings.sites.isEmpty else { return nil }
        let suggestion = library.nearest(to: uri).map { "Did you mean “\($0)”?" }
        return mistake(
            .missingReference, reference, "leads to no schema of the repository.",
            suggestion ?? "Add the schema, or name its repository as another root.")
    }

    /// A URL that ends with the path of no schema. Nothing is fetched.
    private func unknown(_ reference: SchemaReference, _ schema: CheckedSchema) -> SchemaMistake? {
        if schema.settings.sites.contains(where: reference.uri.hasPrefix) { return nil }
        return mistake(
            .missingReference, reference, "ends with the path of no schema that is here, and nothing is fetched.",
            "Name the schema by its path, such as “/title/1.0.0”, and its repository as another root.")
    }

    /// A loop has an end in a version that keeps its references.
    private func local(_ reference: SchemaReference, in schema: CheckedSchema) -> SchemaMistake? {
        let place = SchemaReference.names(of: reference.pointer)
        if schema.settings.shouldDereference, Array(reference.holder.prefix(place.count)) == place {
            return mistake(
                .referenceLoop, reference, "leads to a schema around it, so that it never ends.",
                "Write the levels that are wanted.")
        }
        guard SchemaReference.value(at: reference.pointer, in: schema.document.value) == nil else { return nil }
        return mistake(
            .missingReference, reference, "leads nowhere in this file.", "Name a part of the file that is there.")
    }

    private func mistake(
        _ rule: Rule, _ reference: SchemaReference, _ problem: String, _ remedy: String
    ) -> SchemaMistake {
        SchemaMistake(rule, reference.path, "“\(reference.target)” \(problem)", remedy: remedy)
    }
}
