import EventSchema

/// Walks two versions of a schema side by side, and collects the changes.
struct SchemaComparer {
    /// Whether there are references, through which any part of the document may have an effect.
    let hasReferences: Bool
    /// How many proofs this comparison is within.
    let proofDepth: Int
    /// The dialect of both schemas; of two, the later one.
    let dialect: Dialect
    var changes: [SchemaChange] = []

    init(hasReferences: Bool, proofDepth: Int = 0, _ dialect: Dialect) {
        (self.hasReferences, self.proofDepth, self.dialect) = (hasReferences, proofDepth, dialect)
    }

    /// Keywords that describe the schema and refuse nothing.
    private static let descriptive: Set<String> = [
        "$id", "id", "title", "description", "examples", "$comment", "readOnly", "writeOnly", "deprecated",
    ]
    /// The keywords that ``compareObjects(_:_:at:)`` compares.
    private static let objectKeywords: Set<String> = [
        "properties", "required", "additionalProperties", "patternProperties",
    ]
    /// The keywords that ``compareConditions(_:_:at:)`` compares.
    private static let conditionKeywords: Set<String> = ["if", "then", "else"]
    /// Keywords of assertions that are compared as a whole.
    private static let opaque: Set<String> = [
        "dependencies", "additionalItems", "$ref", "contentEncoding", "contentMediaType",
    ]
    /// Those of drafts 2019-09 and 2020-12. Without one of them, others have another meaning.
    private static let opaqueOfLaterDrafts: Set<String> = [
        "unevaluatedItems", "unevaluatedProperties", "prefixItems", "minContains", "maxContains", "contentSchema",
        "$vocabulary", "$anchor", "$recursiveRef", "$recursiveAnchor", "$dynamicRef", "$dynamicAnchor",
    ]
    static let definitions: Set<String> = ["definitions", "$defs"]

    /// Compares two documents.
    mutating func compareRoots(_ old: JSONObject, _ new: JSONObject) {
        if let title = old["title"], let next = new["title"], title != next {
            add(.titleChanged, .root, "title", title, next, "the title is now \(next.words) (\(title.words) before)")
        }
        if let change = dialectChange(old["$schema"], new["$schema"]) { changes.append(change) }
        compare(old, new, at: .root)
    }

    private func dialectChange(_ old: JSONValue?, _ new: JSONValue?) -> SchemaChange? {
        let dialects = [old, new].map { $0?.string.flatMap(Dialect.init(uri:)) ?? .draft7 }
        guard old != new, dialects[0] != dialects[1] else { return nil }
        let words = "the dialect is now \(dialects[1].uri) (\(dialects[0].uri) before)"
        return SchemaChange(.dialectChanged, at: ["$schema"], "", old, new, words)
    }

    /// Compares two schemas of the same value.
    mutating func compare(_ before: JSONObject, _ after: JSONObject, at place: SchemaPlace) {
        guard before != after else { return }
        let (old, new) = (effective(before), effective(after))
        for keyword in Set(before.names).union(after.names).sorted()
        where old[keyword] == nil && new[keyword] == nil && before[keyword] != after[keyword] {
            addWithoutEffect(keyword, before[keyword], after[keyword], at: place, "the $ref beside it replaces it")
        }
        let first = changes.count
        compareTypes(old, new, at: place)
        compareValues(old, new, at: place)
        compareObjects(old, new, at: place)
        compareConditions(old, new, at: place)
        for keyword in Set(old.names).union(new.names).sorted() where old[keyword] != new[keyword] {
            compare(keyword, old, new, at: place)
        }
        markCompatible(changes[first...].indices, ifNoValueIsAffected: old, new)
    }

    /// The keywords that validators look at: up to draft 7, beside `$ref` those alone that describe.
    private func effective(_ schema: JSONObject) -> JSONObject {
        guard !dialect.isLater, schema["$ref"]?.string != nil else { return schema }
        return JSONObject(
            schema.map { ($0.name, $0.value) }.filter { name, _ in
                name == "$ref" || Self.descriptive.contains(name) || Self.definitions.contains(name)
            })
    }

    private mutating func compare(_ keyword: String, _ old: JSONObject, _ new: JSONObject, at place: SchemaPlace) {
        let (before, after) = (old[keyword], new[keyword])
        switch keyword {
        case "type", "enum", "const", "$schema": return
        case "title" where place.path.isEmpty && before != nil && after != nil: return
        case "default": return compareDefaults(before, after, at: place)
        case _ where Self.descriptive.contains(keyword): return addDescription(keyword, before, after, at: place)
        case _ where Self.objectKeywords.contains(keyword) || Self.conditionKeywords.contains(keyword): return
        case _ where Self.definitions.contains(keyword) && !hasReferences:
            return addWithoutEffect(keyword, before, after, at: place, "nothing refers to it")
        default: break
        }
        guard SchemaTypes(old).areConstrained(by: keyword), SchemaTypes(new).areConstrained(by: keyword) else {
            return addWithoutEffect(keyword, before, after, at: place, "the type ignores it")
        }
        if let limit = SchemaLimit.byKeyword[keyword], Self.areNumbers(before, after) {
            return compare(limit, old, new, at: place)
        }
        switch keyword {
        case "pattern", "format": compareText(keyword, before, after, at: place)
        case "uniqueItems": compareUniqueness(before, after, at: place)
        case "items" where before?.array == nil && after?.array == nil:
            compare(before?.schemaObject ?? [:], after?.schemaObject ?? [:], at: place.elements("items"))
        case "propertyNames":
            compare(before?.schemaObject ?? [:], after?.schemaObject ?? [:], at: place.names)
        case "allOf", "anyOf": compareParts(keyword, before, after, at: place)
        // Of a looser schema, there may be too many elements.
        case "contains" where dialect.isLater && (old["maxContains"] != nil || new["maxContains"] != nil):
            compareOpaque(keyword, before, after, at: place)
        case "oneOf", "not", "contains": compareRule(keyword, before, after, at: place)
        case _ where dialect.isLater && Self.opaqueOfLaterDrafts.contains(keyword):
            compareOpaque(keyword, before, after, at: place)
        case "dependentRequired" where dialect.isLater, "dependentSchemas" where dialect.isLater:
            comparePresence(keyword, before, after, at: place)
        case "items", "exclusiveMinimum", "exclusiveMaximum": comparePresence(keyword, before, after, at: place)
        case _ where Self.opaque.contains(keyword) || hasReferences: comparePresence(keyword, before, after, at: place)
        default: addWithoutEffect(keyword, before, after, at: place, "no validator knows it")
        }
    }

    private static func areNumbers(_ values: JSONValue?...) -> Bool {
        values.allSatisfy { $0 == nil || $0?.number != nil }
    }

    // MARK: - Collecting

    mutating func add(
        _ kind: SchemaChange.Kind, _ place: SchemaPlace, _ keyword: String, _ old: JSONValue?, _ new: JSONValue?,
        _ words: String
    ) {
        changes.append(SchemaChange(kind, at: place.keyword(keyword), place.property, old, new, words))
    }

    mutating func add(_ change: SchemaChange) { changes.append(change) }

    private mutating func addDescription(
        _ keyword: String, _ old: JSONValue?, _ new: JSONValue?, at place: SchemaPlace
    ) {
        let what = keyword == "examples" ? "the examples" : "the \(keyword)"
        let owner = place.property.isEmpty ? "" : " of \(place.subject)"
        let verb = keyword == "examples" ? "change" : "changes"
        add(.descriptionChanged, place, keyword, old, new, "\(what)\(owner) \(verb)")
    }

    mutating func addWithoutEffect(
        _ keyword: String, _ old: JSONValue?, _ new: JSONValue?, at place: SchemaPlace, _ reason: String
    ) {
        add(.withoutEffect, place, keyword, old, new, "\(keyword) of \(place.subject) changes; \(reason)")
    }
}
