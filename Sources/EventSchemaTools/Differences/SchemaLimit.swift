import EventSchema

/// A keyword that limits numbers, or the number of something.
struct SchemaLimit {
    let keyword: String
    /// Whether larger values of the keyword allow more.
    let isUpper: Bool
    /// What is limited, such as `characters`; `nil` for the number itself.
    let counted: String?

    static let all = [
        SchemaLimit(keyword: "maxLength", isUpper: true, counted: "characters"),
        SchemaLimit(keyword: "minLength", isUpper: false, counted: "characters"),
        SchemaLimit(keyword: "maxItems", isUpper: true, counted: "elements"),
        SchemaLimit(keyword: "minItems", isUpper: false, counted: "elements"),
        SchemaLimit(keyword: "maxProperties", isUpper: true, counted: "properties"),
        SchemaLimit(keyword: "minProperties", isUpper: false, counted: "properties"),
        SchemaLimit(keyword: "maximum", isUpper: true, counted: nil),
        SchemaLimit(keyword: "minimum", isUpper: false, counted: nil),
        SchemaLimit(keyword: "exclusiveMaximum", isUpper: true, counted: nil),
        SchemaLimit(keyword: "exclusiveMinimum", isUpper: false, counted: nil),
        SchemaLimit(keyword: "multipleOf", isUpper: false, counted: nil),
    ]

    static let byKeyword = Dictionary(uniqueKeysWithValues: all.map { ($0.keyword, $0) })

    /// The kind of change of the limit between two schemas of a value; `nil` without effect, as between no `minLength`
    /// and one of 0.
    func kind(_ old: JSONObject, _ new: JSONObject) -> SchemaChange.Kind? {
        switch (old[keyword]?.number, new[keyword]?.number) {
        case (nil, let limit?):
            if isImplied(limit, by: old) { return nil }
            return SafeBounds.contain(self, of: limit, addedTo: old) ? .safeBoundAdded : .limitAdded
        case (let limit?, nil): return isImplied(limit, by: new) ? nil : .limitDropped
        case (let before?, let after?):
            if before == after { return nil }
            if isLoosened(before, after) { return isImplied(before, by: new) ? nil : .limitLoosened }
            return isImplied(after, by: old) ? nil : .limitTightened
        case (nil, nil): return nil
        }
    }

    /// Whether every value of a schema is within the limit, by the other keywords of the schema.
    private func isImplied(_ limit: JSONNumber, by schema: JSONObject) -> Bool {
        func number(_ keyword: String) -> JSONNumber? { schema[keyword]?.number }
        switch keyword {
        case "multipleOf": return SchemaTypes(schema).hasNoFractions && JSONNumber(1).isMultiple(of: limit)
        case "minProperties": return limit <= JSONNumber(ObjectSchema(schema).minimumCount)
        case "maximum": return number("exclusiveMaximum").map { $0 <= limit } ?? false
        case "minimum": return number("exclusiveMinimum").map { $0 >= limit } ?? false
        case "exclusiveMaximum": return number("maximum").map { $0 < limit } ?? false
        case "exclusiveMinimum": return number("minimum").map { $0 > limit } ?? false
        default: return counted != nil && !isUpper && limit == JSONNumber(0)
        }
    }

    private func isLoosened(_ old: JSONNumber, _ new: JSONNumber) -> Bool {
        if keyword == "multipleOf" { return old.isMultiple(of: new) }
        return isUpper ? old < new : new < old
    }

    // MARK: - Words

    /// What a value may be, as a predicate: `may now have 128 characters (64 before)`.
    func words(_ kind: SchemaChange.Kind, _ old: JSONNumber?, _ new: JSONNumber?) -> String {
        let before = old.map(\.literal) ?? (counted == nil ? "no limit" : "any number")
        let isLooser = kind == .limitLoosened || kind == .limitDropped
        return "\(predicate(new, isLooser)) (\(before) before)"
    }

    private func predicate(_ new: JSONNumber?, _ isLooser: Bool) -> String {
        guard let limit = new?.literal else { return "may now \(unlimited)" }
        if let counted {
            let things = limit == "1" ? counted.singular : counted
            if !isUpper { return "\(isLooser ? "may" : "must") now have \(limit) \(things) or more" }
            return "may now have \(isLooser ? "" : "only ")\(limit) \(things)"
        }
        let verb = isLooser ? "may" : "must"
        return switch keyword {
        case "maximum": "\(verb) now be \(limit) or less"
        case "minimum": "\(verb) now be \(limit) or more"
        case "exclusiveMaximum": "\(verb) now be anything less than \(limit)"
        case "exclusiveMinimum": "\(verb) now be anything more than \(limit)"
        default: "\(verb) now be a multiple of \(limit)"
        }
    }

    private var unlimited: String {
        if let counted { return "have any number of \(counted)" }
        switch keyword {
        case "maximum", "exclusiveMaximum": return "be larger without limit"
        case "minimum", "exclusiveMinimum": return "be smaller without limit"
        default: return "be any number"
        }
    }
}

extension String {
    /// The noun for one thing.
    fileprivate var singular: String { self == "properties" ? "property" : String(dropLast()) }
}
