package import EventCatalog
import EventSchema
import EventSupport

extension Rule {
    package static let missingReference = Rule(
        "missing-reference", .error, "A $ref leads to no schema, or to no part of it.",
        reason: "No version can be made from the schema.",
        mistake: .current("properties:\n  name: {$ref: '#/definitions/name'}\n"), corrected: .current("", version: ""))

    package static let referenceLoop = Rule(
        "reference-loop", .error, "A $ref leads back to itself.",
        reason: "In a version every reference is replaced by what it leads to, which would have no end.",
        mistake: .current("properties:\n  name: {$ref: '#/properties/name'}\n"), corrected: .current("", version: ""))
}

/// Finds what a `$ref` leads to.
enum ReferenceTarget {
    /// The value, the document that it is in, and its path there.
    typealias Found = (value: JSONValue, document: SourceDocument, path: [String])

    /// - Parameters:
    ///   - text: the reference.
    ///   - document: the document that it stands in.
    ///   - place: where it stands.
    ///   - library: the documents.
    ///   - hops: the number of references that led here.
    /// - Returns: the value, and where it is.
    /// - Throws: `CatalogError` with the places where the target was searched.
    static func find(
        _ text: String, from document: SourceDocument, at place: SourceLocation, in library: SchemaLibrary,
        hops: Int = 0
    ) throws(CatalogError) -> Found {
        guard hops < maximumHops else {
            throw CatalogError(
                .referenceLoop, place, "“\(text)” leads back to itself.", remedy: "Leave one of the references out.")
        }
        guard let reference = ReferenceText(text) else {
            let definitions = Dialect(of: document.value)?.isLater == true ? "$defs" : "definitions"
            throw CatalogError(
                .missingReference, place, "What follows “#” in “\(text)” is not a JSON pointer.",
                remedy: "Begin it with a slash, such as “#/\(definitions)/name”.")
        }
        let start = try self.document(of: reference, text, from: document, at: place, in: library)
        var found = start
        for (index, token) in reference.pointer.enumerated() {
            found = try followed(found, place, library, hops: hops)
            guard let next = found.value.child(token) else {
                let missing = reference.pointer[...index].map { "/" + JSONPointer.escape($0) }.joined()
                throw CatalogError(
                    .missingReference, place, "“\(text)” leads nowhere: \(start.document.file) has no “\(missing)”.",
                    remedy: nearest(token, in: found.value))
            }
            found = (next, found.document, found.path + [token])
        }
        return found
    }

    /// What the value leads to when it is a reference itself: a pointer may go on behind it.
    private static func followed(
        _ found: Found, _ place: SourceLocation, _ library: SchemaLibrary, hops: Int
    ) throws(CatalogError) -> Found {
        guard let inner = found.value["$ref"]?.string else { return found }
        let next = try find(inner, from: found.document, at: place, in: library, hops: hops + 1)
        return try followed(next, place, library, hops: hops + 1)
    }

    /// The maximum number of references one behind the other.
    private static let maximumHops = 50

    // MARK: - Documents

    private static func document(
        of reference: ReferenceText, _ text: String, from document: SourceDocument, at place: SourceLocation,
        in library: SchemaLibrary
    ) throws(CatalogError) -> Found {
        switch reference.target {
        case .sameFile: return (document.value, document, [])
        case .path(let path):
            guard let found = try library.document(at: path) else { throw missing(text, place, library) }
            return (found.value, found, [])
        case .url(let url):
            guard let found = try library.document(atURL: url) else { throw missing(text, place, library) }
            return (found.value, found, [])
        case .identifier(let id):
            guard let part = part(withID: id, of: document.value, at: []) else { throw noPart(id, place, document) }
            return (part.value, document, part.path)
        }
    }

    private static func part(withID id: String, of value: JSONValue, at path: [String]) -> (
        value: JSONValue, path: [String]
    )? {
        if value["$id"]?.string == id { return (value, path) }
        let parts = value.object?.map { ($0.name, $0.value) } ?? value.array?.enumerated().map { ("\($0)", $1) } ?? []
        for (name, part) in parts {
            if let found = self.part(withID: id, of: part, at: path + [name]) { return found }
        }
        return nil
    }

    // MARK: - Errors

    private static func missing(_ text: String, _ place: SourceLocation, _ library: SchemaLibrary) -> CatalogError {
        let folders = library.bases.map(\.folder).joined(separator: ", ")
        return CatalogError(
            .missingReference, place, "“\(text)” is in none of these folders: \(folders).",
            remedy: library.missingSites.first.map {
                "Correct the path, or name a copy of the site with “--base \($0)=DIR”."
            }
                ?? "Correct the path, or name the folder of its repository with --base.")
    }

    private static func noPart(_ id: String, _ place: SourceLocation, _ document: SourceDocument) -> CatalogError {
        CatalogError(
            .missingReference, place, "“\(id)” is the $id of no part of \(document.file).",
            remedy: "For a schema of a repository, begin with a slash: “/\(id)”.")
    }

    private static func nearest(_ token: String, in value: JSONValue) -> String {
        let names = Array((value.object ?? [:]).names)
        return names.suggestion(for: token)
            ?? (names.isEmpty ? "Correct the pointer." : "There are \(names.sorted().joined(separator: ", ")).")
    }
}
