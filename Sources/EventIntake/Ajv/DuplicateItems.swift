import EventSchema

/// The two equal elements of an array that ajv 6 names: `i` and `j` of its error.
struct DuplicateItems {
    let elements: [JSONValue]
    /// The `items` of the schema.
    let items: JSONValue?

    /// The pair, or `nil` when ajv, which passes over elements of a wrong type, finds none.
    var pair: (i: Int, j: Int)? {
        let types = items?["type"].map { $0.array ?? [$0] }?.compactMap(\.string) ?? []
        return types.isEmpty || types.contains("object") || types.contains("array") ? lastPair : lastPair(of: types)
    }

    /// The last element that equals an earlier one, and the last of these.
    private var lastPair: (i: Int, j: Int)? {
        var places: [JSONValue: Int] = [:]
        var pair: (i: Int, j: Int)?
        for (place, element) in elements.enumerated() {
            if let earlier = places.updateValue(place, forKey: element) { pair = (place, earlier) }
        }
        return pair
    }

    /// Among simple values, the last element that equals a later one; ajv has the two the other way round.
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
