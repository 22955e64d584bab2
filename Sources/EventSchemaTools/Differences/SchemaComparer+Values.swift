import EventSchema

/// The values that `enum` and `const` allow.
struct EnumeratedValues {
    let keyword: String
    let values: [JSONValue]

    /// `nil` when the schema has neither.
    init?(_ schema: JSONObject) {
        let list = schema["enum"]?.array
        if let constant = schema["const"] {
            (keyword, values) = ("const", list.map { $0.contains(constant) ? [constant] : [] } ?? [constant])
        } else if let list {
            (keyword, values) = ("enum", list)
        } else {
            return nil
        }
    }
}

extension SchemaComparer {
    mutating func compareTypes(_ old: JSONObject, _ new: JSONObject, at place: SchemaPlace) {
        let (before, after) = (SchemaTypes(old), SchemaTypes(new))
        guard before != after else {
            if old["type"] != new["type"] {
                addWithoutEffect("type", old["type"], new["type"], at: place, "it means the same")
            }
            return
        }
        let isWider = before.isSubset(of: after)
        let kind: SchemaChange.Kind = isWider ? .typeWidened : after.isSubset(of: before) ? .typeNarrowed : .typeChanged
        let verb = isWider ? "may" : "must"
        add(
            kind, place, "type", old["type"], new["type"],
            "\(place.subject) \(verb) now be \(after.words) (\(before.words) before)")
    }

    mutating func compareValues(_ old: JSONObject, _ new: JSONObject, at place: SchemaPlace) {
        switch (EnumeratedValues(old), EnumeratedValues(new)) {
        case (let before?, let after?):
            let added = after.values.filter { !before.values.contains($0) }
            let removed = before.values.filter { !after.values.contains($0) }
            let keyword = after.keyword
            if !added.isEmpty {
                add(
                    .enumValueAdded, place, keyword, old[before.keyword], .array(added),
                    "\(place.subject) may now also be \(Self.list(added, "or"))")
            }
            if !removed.isEmpty {
                add(
                    .enumValueRemoved, place, keyword, .array(removed), new[keyword],
                    "\(place.subject) may no longer be \(Self.list(removed, "or"))")
            }
        case (nil, let after?):
            add(
                .enumAdded, place, after.keyword, nil, new[after.keyword],
                "\(place.subject) must now be \(Self.list(after.values, "or")) (not limited before)")
        case (let before?, nil):
            add(
                .enumDropped, place, before.keyword, old[before.keyword], nil,
                "\(place.subject) may now have other values than \(Self.list(before.values, "and"))")
        case (nil, nil): break
        }
    }

    private static let maximumShownValues = 12

    /// The values with commas, and a word before the last.
    private static func list(_ values: [JSONValue], _ word: String) -> String {
        var texts = values.prefix(maximumShownValues).map { "\($0.words.asCode)" }
        if values.count > maximumShownValues { texts.append("\(values.count - maximumShownValues) more") }
        guard texts.count > 1, let last = texts.last else { return texts.first ?? "nothing" }
        return "\(texts.dropLast().joined(separator: ", ")) \(word) \(last)"
    }

    mutating func compare(_ limit: SchemaLimit, _ old: JSONObject, _ new: JSONObject, at place: SchemaPlace) {
        let (before, after) = (old[limit.keyword], new[limit.keyword])
        guard let kind = limit.kind(old, new) else {
            return addWithoutEffect(limit.keyword, before, after, at: place, "every value satisfies it")
        }
        let words = limit.words(kind, before?.number, after?.number)
        add(kind, place, limit.keyword, before, after, "\(place.subject) \(words)")
    }

    /// `pattern` and `format`.
    mutating func compareText(_ keyword: String, _ old: JSONValue?, _ new: JSONValue?, at place: SchemaPlace) {
        let isPattern = keyword == "pattern"
        let verb = isPattern ? "match" : "have the format"
        switch (old, new) {
        case (nil, let new?):
            add(
                isPattern ? .patternAdded : .formatAdded, place, keyword, nil, new,
                "\(place.subject) must now \(verb) \(new.words.asCode) (any text before)")
        case (let old?, nil):
            add(
                isPattern ? .patternDropped : .formatDropped, place, keyword, old, nil,
                "\(place.subject) need no longer \(verb) \(old.words.asCode)")
        case (let old?, let new?):
            add(
                isPattern ? .patternChanged : .formatChanged, place, keyword, old, new,
                "\(place.subject) must now \(verb) \(new.words.asCode) (\(old.words.asCode) before)")
        case (nil, nil): break
        }
    }

    mutating func compareUniqueness(_ old: JSONValue?, _ new: JSONValue?, at place: SchemaPlace) {
        switch (old == true, new == true) {
        case (false, true):
            add(
                .uniqueItemsAdded, place, "uniqueItems", old, new, "the elements of \(place.subject) must now differ")
        case (true, false):
            add(
                .uniqueItemsDropped, place, "uniqueItems", old, new,
                "the elements of \(place.subject) need no longer differ")
        default: addWithoutEffect("uniqueItems", old, new, at: place, "it means the same")
        }
    }

    mutating func compareDefaults(_ old: JSONValue?, _ new: JSONValue?, at place: SchemaPlace) {
        let words =
            switch (old, new) {
            case (nil, let new?): "\(place.subject) now has the default \(new.words.asCode)"
            case (let old?, nil): "\(place.subject) loses its default \(old.words.asCode)"
            default:
                "the default of \(place.subject) is now \((new?.words ?? "").asCode) "
                    + "(\((old?.words ?? "").asCode) before)"
            }
        add(.defaultChanged, place, "default", old, new, words)
    }
}
