package import EventSchema

/// A place in a schema, looked at through `$ref` and `allOf`: all that is said about one value.
package struct SchemaNode: Sendable {
    /// A schema that applies in the place.
    package struct Part: Sendable {
        package let keywords: JSONObject
        /// The document that it is in, which `#/…` refers to.
        package let document: JSONValue
        /// The URI of the schema version that a reference led to; `nil` for the document that is read.
        package let source: String?
        /// The references that were followed to this place, so that a circle ends.
        let trail: [String]
    }

    /// The schemas in the order of precedence, those that refer before those that are referred to.
    package let parts: [Part]
    /// The references that lead to no known document, or back to where they are.
    package let unfollowed: [String]
    private let documents: SchemaDocuments

    /// The maximum number of schemas in one place: far more than a schema has. It bounds references that multiply.
    private static let maximumParts = 64

    /// The whole of a document.
    package init(_ document: JSONValue, in documents: SchemaDocuments) {
        let part = document.object.map { Part(keywords: $0, document: document, source: nil, trail: []) }
        self.init([part].compactMap { $0 }, in: documents)
    }

    private init(_ starts: [Part], in documents: SchemaDocuments) {
        var (parts, unfollowed) = ([Part](), [String]())
        var waiting = starts[...]
        while let part = waiting.popFirst(), parts.count < Self.maximumParts {
            parts.append(part)
            if let reference = part.keywords["$ref"]?.string {
                if let target = Self.target(of: reference, in: part, documents) {
                    waiting.append(target)
                } else {
                    unfollowed.append(reference)
                }
            }
            waiting += (part.keywords["allOf"]?.array ?? []).compactMap { Self.part($0, in: part) }
        }
        (self.parts, self.unfollowed, self.documents) = (parts, unfollowed, documents)
    }

    package func keyword(_ name: String) -> JSONValue? { parts.lazy.compactMap { $0.keywords[name] }.first }

    /// The schema in the value of a keyword; `nil` where there is none.
    package func child(_ keyword: String) -> SchemaNode? {
        node(parts.compactMap { Self.part($0.keywords[keyword], in: $0) })
    }

    /// The schemas in the list of a keyword.
    package func children(_ keyword: String) -> [SchemaNode] {
        guard let part = parts.first(where: { $0.keywords[keyword]?.array != nil }) else { return [] }
        return (part.keywords[keyword]?.array ?? []).compactMap { node([Self.part($0, in: part)].compactMap { $0 }) }
    }

    /// The schemas in the map of a keyword, in the order of the parts and then as written.
    package func members(_ keyword: String) -> [(name: String, node: SchemaNode)] {
        var (names, found) = ([String](), [String: [Part]]())
        for part in parts {
            for (name, value) in map(keyword, of: part) {
                guard let member = Self.part(value.value, in: value.part) else { continue }
                if found[name] == nil { names.append(name) }
                found[name, default: []].append(member)
            }
        }
        return names.compactMap { name in node(found[name] ?? []).map { (name, $0) } }
    }

    package func property(_ name: String) -> SchemaNode? {
        node(
            parts.flatMap { part in
                map("properties", of: part).filter { $0.0 == name }.compactMap { Self.part($0.1.value, in: $0.1.part) }
            })
    }

    /// The names that must be there, in the order of the parts and then as written.
    package var required: [String] {
        parts.flatMap { part -> [JSONValue] in
            let value = part.keywords["required"]
            guard let reference = value?["$ref"]?.string else { return value?.array ?? [] }
            return documents.value(at: reference, from: part.document)?.value.array ?? []
        }.compactMap(\.string).distinct
    }

    /// The type; of several, the first. Without a type, `object` where there are properties.
    package var type: String? {
        let type = keyword("type")
        return type?.string ?? type?.array?.first?.string ?? (keyword("properties") == nil ? nil : "object")
    }

    // MARK: -

    private func node(_ parts: [Part]) -> SchemaNode? { parts.isEmpty ? nil : SchemaNode(parts, in: documents) }

    /// The members of a map of schemas. In an unmaterialized file, the map itself may be a reference.
    private func map(_ keyword: String, of part: Part) -> [(String, (value: JSONValue, part: Part))] {
        let value = part.keywords[keyword]
        guard let reference = value?["$ref"]?.string else {
            return (value?.object ?? [:]).map { ($0.name, ($0.value, part)) }
        }
        guard let target = Self.target(of: reference, in: part, documents) else { return [] }
        return target.keywords.map { ($0.name, ($0.value, target)) }
    }

    private static func part(_ value: JSONValue?, in outer: Part) -> Part? {
        value?.object.map {
            Part(keywords: $0, document: outer.document, source: outer.source, trail: outer.trail)
        }
    }

    private static func target(of reference: String, in part: Part, _ documents: SchemaDocuments) -> Part? {
        let step = "\(part.source ?? "")>\(reference)"
        guard !part.trail.contains(step), let found = documents.value(at: reference, from: part.document),
            let keywords = found.value.object
        else { return nil }
        return Part(
            keywords: keywords, document: found.document, source: found.uri ?? part.source, trail: part.trail + [step])
    }
}

/// The schemas that a reference can lead to, by URI: `/title/X.Y.Z`.
package struct SchemaDocuments: Sendable {
    private let document: @Sendable (_ uri: String) -> JSONValue?

    package init(_ document: @escaping @Sendable (_ uri: String) -> JSONValue?) { self.document = document }

    package init(byURI documents: [String: JSONValue]) { self.init { documents[$0] } }

    package init(_ schemas: SchemaRepository) { self.init { schemas[$0]?.document } }

    /// What a reference leads to: a document or a part of one, and the document's URI unless it is the one around the
    /// reference.
    func value(
        at reference: String, from document: JSONValue
    ) -> (value: JSONValue, document: JSONValue, uri: String?)? {
        let parts = reference.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        let uri = parts.first.flatMap { $0.isEmpty ? nil : String($0) }
        guard let target = uri.map(self.document) ?? document else { return nil }
        let names = JSONPointer.tokens(of: parts.count > 1 ? String(parts[1]) : "")
        let value = names.reduce(target) { value, name in value?.element(named: name) }
        return value.map { ($0, target, uri) }
    }
}
