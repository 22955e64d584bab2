import EventSchema

/// A part of a schema, looked at through `$ref` and `allOf`.
struct SchemaPart {
    private let value: JSONValue
    /// The document that the part is in, which `#/…` refers to.
    private let document: JSONValue
    private let schemas: SchemaRepository

    /// The maximum number of references and parts of `allOf` that are followed in one place, so that a circle ends.
    private static let maximumSteps = 32

    /// The whole of a schema.
    init(_ version: SchemaVersion, in schemas: SchemaRepository) {
        self.init(version.document, in: version.document, schemas)
    }

    private init(_ value: JSONValue, in document: JSONValue, _ schemas: SchemaRepository) {
        (self.value, self.document, self.schemas) = (value, document, schemas)
    }

    /// The schema of a property.
    func property(_ name: String) -> SchemaPart? {
        parts.lazy.compactMap { part in
            part.value["properties"]?[name].map { SchemaPart($0, in: part.document, part.schemas) }
        }.first
    }

    /// The schema at a path of names.
    func property(at path: [String]) -> SchemaPart? { path.reduce(self) { $0?.property($1) } }

    /// The schema of the elements of a list.
    var items: SchemaPart? {
        parts.lazy.compactMap { part in part.value["items"].map { SchemaPart($0, in: part.document, schemas) } }.first
    }

    /// The names that must be there.
    var required: [String] {
        var names: [String] = []
        for name in parts.flatMap({ $0.value["required"]?.array ?? [] }).compactMap(\.string)
        where !names.contains(name) {
            names.append(name)
        }
        return names
    }

    /// The value of a keyword, of the first part that has it.
    func keyword(_ name: String) -> JSONValue? { parts.lazy.compactMap { $0.value[name] }.first }

    /// The type; of several, the first. Without a type, `object` where there are properties.
    var type: String? {
        let type = keyword("type")
        return type?.string ?? type?.array?.first?.string ?? (keyword("properties") == nil ? nil : "object")
    }

    /// The part itself, then what it refers to, and the parts of `allOf`.
    private var parts: [SchemaPart] {
        var parts = [self]
        var next = 0
        while next < parts.count, parts.count < Self.maximumSteps {
            let part = parts[next]
            if let target = part.target { parts.append(target) }
            parts += (part.value["allOf"]?.array ?? []).map { SchemaPart($0, in: part.document, schemas) }
            next += 1
        }
        return parts
    }

    /// What `$ref` leads to.
    private var target: SchemaPart? {
        guard let reference = value["$ref"]?.string else { return nil }
        let parts = reference.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        let file = parts.first.map(String.init) ?? ""
        guard let document = file.isEmpty ? document : schemas[file]?.document else { return nil }
        let names = JSONPointer.tokens(of: parts.count > 1 ? String(parts[1]) : "")
        let value = names.reduce(document) { value, name in value?.element(named: name) }
        return value.map { SchemaPart($0, in: document, schemas) }
    }
}
