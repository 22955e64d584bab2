/// Where a schema is: its document, and the base of its references.
struct SchemaScope: Sendable {
    /// The number of the document in the store.
    let document: Int
    /// The way from the document's root, as a JSON pointer.
    var pointer: String
    /// The URI that references are resolved against; it has no fragment.
    var base: URIReference
    /// The pointer of the schema that `base` is the URI of.
    var resourcePointer: String
    /// The number of the dynamic scope, among those of the compiler.
    var dynamicScope = 0

    /// The scope of a part of this schema. If that part is a schema with an `$id`, the store changes the base.
    func below(_ tokens: String...) -> SchemaScope {
        var scope = self
        for token in tokens { scope.pointer += "/" + JSONPointer.escape(token) }
        return scope
    }

    /// URI, `#` and pointer.
    var location: String {
        let inResource = pointer.utf8.dropFirst(resourcePointer.utf8.count)
        return base.text + "#" + String(decoding: Array(inResource), as: UTF8.self)
    }

    /// The resource, for a person.
    var name: String { base.text.isEmpty ? "this document" : base.text }

    func error(_ message: String, _ remedy: String) -> SchemaError {
        SchemaError(location: location, message: message, remedy: remedy)
    }
}

/// A schema and where it is.
struct LocatedSchema: Sendable {
    let value: JSONValue
    var scope: SchemaScope
}
