/// Which part of a schema refuses events because of a change.
extension SchemaChange {
    /// The path of the schema that has the keyword or the property.
    var holder: [String] {
        switch kind {
        case .requiredPropertyAdded, .propertyRemovedFromClosed, .propertyRenamedInClosed, .propertyAdded,
            .propertyRemoved, .propertyRenamed:
            path.dropLast(2)
        case .requiredWithDefault: path.last == "required" ? path.dropLast() : path.dropLast(2)
        default: path.dropLast()
        }
    }

    /// The path of the keyword of the new schema that refuses events because of the change.
    var refusingKeyword: [String] {
        switch kind {
        case .requiredPropertyAdded, .requiredWithDefault: holder + ["required"]
        case .propertyRemovedFromClosed, .propertyRenamedInClosed: holder + ["additionalProperties"]
        case .defaultOfRequiredDropped: holder.dropLast(2) + ["required"]
        default: path
        }
    }

    /// The same for a property that only the old schema names: the new one has it as an entry of a map.
    var refusingKeywordOfMap: [String] {
        let keyword = refusingKeyword
        guard let last = keyword.lastIndex(of: "properties"), last + 1 < keyword.count else { return keyword }
        return keyword[..<last] + ["additionalProperties"] + keyword[(last + 2)...]
    }
}
