import EventSchema

/// Finds the two equal elements of an array that ajv 6 reports as `i` and `j`.
struct DuplicateItems {
    let elements: [JSONValue]
    /// The `items` of the schema.
    let items: JSONValue?

    /// The pair; `nil` when ajv finds none, because it skips elements of a wrong type.
    var pair: (i: Int, j: Int)? {
        let types = items?["type"].map { $0.array ?? [$0] }?.compactMap(\.string) ?? []
        return types.isEmpty || types.contains("object") || types.contains("array") ? lastPair : lastPair(of: types)
    }

    /// The last element that equals an earlier one, and the last earlier element that it equals.
    private var lastPair: (i: Int, j: Int)? {
        var places: [JSONValue: Int] = [:]
        var pair: (i: Int, j: Int)?
        for (place, element) in elements.enumerated() {
            if let earlier = places.updateValue(place, forKey: element) { pair = (place, earlier) }
        }
        return pair
    }

    /// For scalar types, the last element that equals a later one. ajv reports these two in reverse order.
    private func lastPair(of types: [String]) -> (i: Int, j: Int)? {
        var places: [JSONValue: Int] = [:]
        for (place, element) in elements.enumerated().reversed() where element.isAny(of: types) {
            if let later = places.updateValue(place, forKey: element) { return (place, later) }
        }
        return nil
    }
}

extension JSONValue {
    fileprivate func isAny(of types: [String]) -> Bool {
        switch self {
        case .null: types.contains("null")
        case .bool: types.contains("boolean")
        case .number(let number): types.contains("number") || types.contains("integer") && number.isInteger
        case .string: types.contains("string")
        case .array, .object: false
        }
    }
}
