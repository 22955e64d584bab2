/// A version of the JSON Schema language.
public enum Dialect: String, Sendable, Hashable, CaseIterable {
    /// Draft 4 of 2013: `id`, exclusive limits as booleans, no boolean schemas.
    case draft4 = "http://json-schema.org/draft-04/schema#"
    /// Draft 6 of 2017: `$id`, `const`, `contains`, `propertyNames`, exclusive limits as numbers.
    case draft6 = "http://json-schema.org/draft-06/schema#"
    /// Draft 7 of 2018: draft 6 with `if`, `then` and `else`.
    case draft7 = "http://json-schema.org/draft-07/schema#"
    /// Draft 2019-09: `$defs`, `$anchor`, `$recursiveRef`, `unevaluatedProperties` and `unevaluatedItems`,
    /// `dependentRequired` and `dependentSchemas`, bounds of `contains`, keywords beside `$ref`.
    case draft201909 = "https://json-schema.org/draft/2019-09/schema"
    /// Draft 2020-12: `prefixItems` for the `items` of earlier drafts that is a list, `$dynamicRef`.
    case draft202012 = "https://json-schema.org/draft/2020-12/schema"

    /// The dialect a `$schema` names: with `http` or `https`, with or without a final `#`. `nil` when it is unknown.
    public init?(uri: String) {
        var path = uri[...]
        for scheme in ["http://", "https://"] where path.hasPrefix(scheme) { path = path.dropFirst(scheme.count) }
        guard path.count < uri.count else { return nil }
        if path.hasSuffix("#") { path = path.dropLast() }
        guard let dialect = Self(rawValue: "http://\(path)#") ?? Self(rawValue: "https://\(path)") else { return nil }
        self = dialect
    }

    /// Whether this is draft 2019-09 or a later one.
    package var isLater: Bool { self == .draft201909 || self == .draft202012 }

    /// The URI of the dialect's meta-schema, as `$schema` has it.
    public var uri: String { rawValue }
}
