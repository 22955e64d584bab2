import EventSchema

/// A keyword of one schema that failed; for keywords about properties, the failure of one property.
struct FailedKeyword {
    let keyword: String
    let failure: Failure
    var property: String?
}

/// The order in which ajv evaluates the keywords of one schema.
struct AjvKeywordOrder {
    private typealias Rank = (group: Int, keyword: Int, part: Int, property: Int)

    /// The keywords by the type of value that they apply to; `nil` for those that apply to every type.
    private static let groups: [(type: String?, keywords: [String])] = [
        ("number", ["maximum", "exclusiveMaximum", "minimum", "exclusiveMinimum", "multipleOf", "format"]),
        ("string", ["maxLength", "minLength", "pattern", "format"]),
        ("array", ["maxItems", "minItems", "items", "contains", "uniqueItems"]),
        (
            "object",
            [
                "maxProperties", "minProperties", "required", "dependencies", "propertyNames", "additionalProperties",
                "properties", "patternProperties",
            ]
        ),
        (nil, ["$ref", "const", "enum", "not", "anyOf", "oneOf", "allOf", "if"]),
    ]
    private static let keywords = Set(groups.flatMap(\.keywords) + ["type", "$comment"])

    private let schema: JSONValue

    init(_ schema: JSONValue) { self.schema = schema }

    /// The failed keywords in ajv's order.
    func sorted(_ failures: [Failure], at place: AjvLocation) -> [FailedKeyword] {
        let broken = withoutWiderLimits(failures.flatMap { keywords(of: $0, at: place) })
        let ranks = broken.map(rank)
        return broken.indices.sorted { left, right in
            ranks[left] == ranks[right] ? left < right : ranks[left] < ranks[right]
        }.map { broken[$0] }
    }

    private func keywords(of failure: Failure, at place: AjvLocation) -> [FailedKeyword] {
        let keyword = place.tokens(to: failure).first ?? "false schema"
        switch keyword {
        case "properties", "patternProperties", "additionalProperties", "propertyNames":
            return failure.causes.map {
                FailedKeyword(keyword: keyword, failure: $0, property: $0.propertyName)
            }
        case "required":
            // ajv reports a missing property in the order of `properties` if its schema there has rules.
            guard case .missing(let name) = failure.detail, let property = schema["properties"]?[name],
                Self.hasRules(property)
            else { break }
            return [FailedKeyword(keyword: keyword, failure: failure, property: name)]
        case "maximum" where schema["exclusiveMaximum"] == true:
            return [FailedKeyword(keyword: "exclusiveMaximum", failure: failure)]
        case "minimum" where schema["exclusiveMinimum"] == true:
            return [FailedKeyword(keyword: "exclusiveMinimum", failure: failure)]
        default: break
        }
        return [FailedKeyword(keyword: keyword, failure: failure)]
    }

    private static func hasRules(_ schema: JSONValue) -> Bool {
        schema == false || schema.object?.names.contains(where: keywords.contains) == true
    }

    /// If a schema has an inclusive and an exclusive limit on the same side, ajv evaluates the stricter one.
    private func withoutWiderLimits(_ broken: [FailedKeyword]) -> [FailedKeyword] {
        var wider: Set<String> = []
        if let limit = schema["minimum"]?.number, let exclusive = schema["exclusiveMinimum"]?.number {
            wider.insert(exclusive < limit ? "exclusiveMinimum" : "minimum")
        }
        if let limit = schema["maximum"]?.number, let exclusive = schema["exclusiveMaximum"]?.number {
            wider.insert(limit < exclusive ? "exclusiveMaximum" : "maximum")
        }
        return wider.isEmpty ? broken : broken.filter { !wider.contains($0.keyword) }
    }

    // MARK: - Ranks

    private func rank(_ broken: FailedKeyword) -> Rank {
        switch broken.keyword {
        case "type": return rankOfType
        case "additionalItems": return Self.rank("items", part: schema["additionalItems"] == false ? -1 : 1)
        case "then", "else": return Self.rank("if")
        // Names come before schemas.
        case "dependencies": return Self.rank("dependencies", part: broken.failure.detail == nil ? 1 : 0)
        case let keyword: return broken.property.map { rank($0, broken) } ?? Self.rank(keyword)
        }
    }

    /// Properties that the schema names are in the order of the schema, others in the order of the event.
    private func rank(_ name: String, _ broken: FailedKeyword) -> Rank {
        switch broken.keyword {
        case "properties", "required":
            let place = schema["properties"]?.object?.position(of: name) ?? 0
            return Self.rank("properties", property: name.arrayIndexRank ?? place)
        case "patternProperties":
            let pattern = broken.failure.branchName
            let place = schema["patternProperties"]?.object?.position(of: pattern) ?? 0
            return Self.rank(
                "patternProperties", part: pattern.arrayIndexRank ?? place, property: name.arrayIndexRank ?? 0)
        case let keyword: return Self.rank(keyword, property: name.arrayIndexRank ?? 0)
        }
    }

    /// `type` is evaluated after the keywords of its own type if the schema has any; otherwise it is evaluated first.
    private var rankOfType: Rank {
        let types = schema["type"]?.array ?? [schema["type"] ?? .null]
        guard types.count == 1, schema["$ref"] == nil, let type = types[0].string,
            let group = Self.groups.firstIndex(where: { $0.type == type }),
            Self.groups[group].keywords.contains(where: { schema[$0] != nil })
        else { return (-1, 0, 0, 0) }
        return (group, .max, 0, 0)
    }

    private static func rank(_ keyword: String, part: Int = 0, property: Int = 0) -> Rank {
        // In reverse, because `format` is in two groups and means the one for strings here.
        for (group, (_, keywords)) in groups.enumerated().reversed() {
            if let place = keywords.firstIndex(of: keyword) { return (group, place, part, property) }
        }
        return (-1, 0, 0, 0)
    }
}

extension Failure {
    /// The name of the property that the failure applies to.
    var propertyName: String { JSONPointer.tokens(of: finding.instanceLocation).last ?? "" }

    /// The last token of the keyword location: the property of a dependency, or the pattern of `patternProperties`.
    var branchName: String { JSONPointer.tokens(of: finding.keywordLocation).last ?? "" }
}

extension String {
    /// JavaScript enumerates names that are array indices first, in numerical order.
    fileprivate var arrayIndexRank: Int? {
        guard let index = UInt32(self), index < .max, String(index) == self else { return nil }
        return Int(index) - Int(UInt32.max)
    }
}
