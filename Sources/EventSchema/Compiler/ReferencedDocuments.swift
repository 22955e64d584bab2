extension JSONValue {
    /// The URIs, without fragments, of the documents that the `$ref`s of this schema lead to, itself perhaps among
    /// them. Where examples hold a `$ref`, there may be more.
    ///
    /// `baseURI` is where the schema came from; references are resolved against it, and against `$id`s.
    package func referencedDocuments(from baseURI: String) -> Set<String> {
        var uris: Set<String> = []
        collectReferences(URIReference(baseURI).withoutFragment, into: &uris)
        return uris
    }

    private func collectReferences(_ base: URIReference, into uris: inout Set<String>) {
        switch self {
        case .array(let elements):
            for element in elements { element.collectReferences(base, into: &uris) }
        case .object(let object):
            var base = base
            if let id = object["$id"]?.string { base = base.resolving(URIReference(id)).withoutFragment }
            if let reference = object["$ref"]?.string {
                uris.insert(base.resolving(URIReference(reference)).withoutFragment.text)
            }
            for (_, value) in object { value.collectReferences(base, into: &uris) }
        case .null, .bool, .number, .string: break
        }
    }
}
