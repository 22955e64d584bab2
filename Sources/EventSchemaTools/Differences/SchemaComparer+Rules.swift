import EventSchema

/// Keywords that combine schemas, or that are compared as a whole.
extension SchemaComparer {
    /// Compares a keyword by its presence alone: a change of its value is taken for another rule.
    mutating func comparePresence(_ keyword: String, _ old: JSONValue?, _ new: JSONValue?, at place: SchemaPlace) {
        let isSwitch = old?.bool != nil || new?.bool != nil
        let kind: SchemaChange.Kind =
            switch (old, new) {
            case (nil, false?) where isSwitch && keyword.hasPrefix("exclusive"): .withoutEffect
            case (true?, false?) where keyword.hasPrefix("exclusive"): .ruleDropped
            case (nil, _): .ruleAdded
            // Without a reference, the keywords beside it are in effect.
            case (_, nil) where keyword != "$ref": .ruleDropped
            default: .ruleChanged
            }
        let verb =
            switch kind {
            case .ruleAdded: "has a new rule"
            case .ruleDropped: "loses a rule"
            default: "has another rule"
            }
        let words = keyword == "not" && new == [:] ? "now refuses every value" : "\(verb): \(keyword)"
        add(kind, place, keyword, old, new, "\(place.subject) \(words)")
    }

    /// A keyword whose absence may refuse more than its presence, such as `minContains: 0`.
    mutating func compareOpaque(_ keyword: String, _ old: JSONValue?, _ new: JSONValue?, at place: SchemaPlace) {
        guard old != nil else { return comparePresence(keyword, old, new, at: place) }
        add(.ruleChanged, place, keyword, old, new, "\(place.subject) has another rule: \(keyword)")
    }

    /// `oneOf`, `not` and `contains`: a change of them is compatible where a proof shows it.
    mutating func compareRule(_ keyword: String, _ old: JSONValue?, _ new: JSONValue?, at place: SchemaPlace) {
        guard let old, let new, let inclusion = SchemaInclusion(in: self) else {
            return comparePresence(keyword, old, new, at: place)
        }
        let isWider = inclusion.allows(keyword, new, all: old)
        if isWider, inclusion.allows(keyword, old, all: new) {
            return addWithoutEffect(keyword, old, new, at: place, "it means the same")
        }
        guard isWider else { return comparePresence(keyword, old, new, at: place) }
        guard keyword == "oneOf", let before = old.array?.count, let after = new.array?.count, before < after else {
            return add(.ruleLoosened, place, keyword, old, new, "\(place.subject) has a looser rule: \(keyword)")
        }
        add(.alternativeAdded, place, keyword, old, new, Self.partWords(keyword, before, after, place))
    }

    /// `if`, `then` and `else`. Where the condition stays, what it demands is compared.
    mutating func compareConditions(_ old: JSONObject, _ new: JSONObject, at place: SchemaPlace) {
        let keywords = ["if", "then", "else"].filter { old[$0] != new[$0] }
        guard !keywords.isEmpty else { return }
        let (condition, next) = (Self.condition(of: old), Self.condition(of: new))
        guard let condition, let next else {
            guard condition == nil, next == nil else { return comparePresence("if", condition, next, at: place) }
            for keyword in keywords {
                addWithoutEffect(keyword, old[keyword], new[keyword], at: place, "it demands nothing")
            }
            return
        }
        if condition != next {
            guard SchemaInclusion(in: self)?.isSame(condition, next) == true else {
                return comparePresence("if", condition, next, at: place)
            }
            addWithoutEffect("if", condition, next, at: place, "it means the same")
        }
        for keyword in keywords where keyword != "if" {
            compare(
                old[keyword]?.schemaObject ?? [:], new[keyword]?.schemaObject ?? [:], at: place.branch(keyword))
        }
    }

    /// The condition of a schema; `nil` where nothing depends on it.
    private static func condition(of schema: JSONObject) -> JSONValue? {
        schema["then"] == nil && schema["else"] == nil ? nil : schema["if"]
    }

    /// Lists of alternatives or parts, number by number.
    mutating func compareParts(
        _ keyword: String, _ before: JSONValue?, _ after: JSONValue?, at place: SchemaPlace
    ) {
        guard let old = before?.array, let new = after?.array else {
            return comparePresence(keyword, before, after, at: place)
        }
        for (number, (left, right)) in zip(old, new).enumerated() {
            compare(left.schemaObject, right.schemaObject, at: place.part(keyword, number))
        }
        guard old.count != new.count else { return }
        let isLooser = (keyword == "anyOf") == (old.count < new.count)
        let kind: SchemaChange.Kind =
            isLooser ? (keyword == "anyOf" ? .alternativeAdded : .ruleDropped) : .ruleAdded
        add(kind, place, keyword, before, after, Self.partWords(keyword, old.count, new.count, place))
    }

    private static func partWords(_ keyword: String, _ before: Int, _ after: Int, _ place: SchemaPlace) -> String {
        "\(place.subject) has \(after) parts in \(keyword) now (\(before) before)"
    }

    /// Marks changes as compatible where the old schema lists its values and the new one accepts each of them.
    mutating func markCompatible(_ range: Range<Int>, ifNoValueIsAffected old: JSONObject, _ new: JSONObject) {
        guard !dialect.isLater, let values = EnumeratedValues(old)?.values,
            changes[range].contains(where: { $0.verdict == .breaking })
        else { return }
        let keepsValues: Bool
        do {
            let (before, after) = (try Schema(.object(old)), try Schema(.object(new)))
            guard values.allSatisfy({ !before.isValid($0) || after.isValid($0) }) else { return }
            let later = EnumeratedValues(new)?.values
            keepsValues = later?.allSatisfy { !after.isValid($0) || before.isValid($0) } ?? false
        } catch {
            return  // a schema that does not compile alone proves nothing
        }
        for index in range where changes[index].verdict == .breaking {
            changes[index].verdict = .compatible
            changes[index].keepsValues = keepsValues
            changes[index].words += ", which concerns no value that was allowed"
        }
    }
}
