import EventSchema

extension EventGenerator {
    /// More elements or members are not made unless they have to be.
    private static let maximumCount = 2_000

    // MARK: - Lists

    mutating func list(of schema: JSONObject, _ extent: Extent, depth: Int) -> JSONValue {
        let minimum = min(max(0, schema["minItems"]?.number?.count ?? 0), Self.maximumCount)
        let limit = min(schema["maxItems"]?.number?.count ?? (minimum + 3), Self.maximumCount)
        let upper = max(minimum, min(limit, minimum + 3))
        let count =
            switch extent {
            case .required: minimum
            case .all: min(max(1, minimum), max(limit, minimum))
            case .random: oneIn(12) ? max(limit, minimum) : Int.random(in: minimum...upper, using: &random)
            }
        let tuple = schema["items"]?.array
        let isUnique = schema["uniqueItems"] == true
        var elements: [JSONValue] = []
        if let wanted = schema["contains"], count > 0 || extent != .required {
            elements.append(value(of: wanted.schemaObject, extent, depth: depth + 1))
        }
        var attempts = 0
        while elements.count < count, attempts < count * 4 {
            attempts += 1
            let place = elements.count
            let part = tuple.map { place < $0.count ? $0[place] : schema["additionalItems"] ?? true } ?? schema["items"]
            // Elements that must differ are varied also where they should be plain.
            let next = value(of: part?.schemaObject ?? [:], isUnique ? .random : extent, depth: depth + 1)
            if !isUnique || !elements.contains(next) { elements.append(next) }
        }
        return .array(elements)
    }

    // MARK: - Objects

    mutating func object(of schema: JSONObject, _ extent: Extent, depth: Int) -> JSONObject {
        let object = ObjectSchema(schema)
        var members = JSONObject()
        let share = Int.random(in: 1...10, using: &random)
        for (name, part) in object.properties where part != false {
            let isChosen =
                switch extent {
                case .required: false
                case .all: true
                case .random: Int.random(in: 0..<10, using: &random) < share
                }
            guard isChosen || object.required.contains(name) else { continue }
            members[name] = value(of: part.schemaObject, extent, depth: depth + 1)
        }
        for name in object.required where members[name] == nil && object.properties[name] == nil {
            members[name] = value(of: object.values, extent, depth: depth + 1)
        }
        if extent != .required { addEntries(of: object, to: &members, extent, depth: depth) }
        addMembers(atLeast: schema["minProperties"]?.number?.count ?? 0, of: object, to: &members, depth: depth)
        return members
    }

    /// Adds entries of a map, and properties whose names match a pattern.
    private mutating func addEntries(
        of object: ObjectSchema, to members: inout JSONObject, _ extent: Extent, depth: Int
    ) {
        for (pattern, part) in object.schema["patternProperties"]?.object ?? [:] where Bool.random(using: &random) {
            guard let name = text(matching: pattern, length: 0...60), members[name] == nil else { continue }
            members[name] = value(of: part.schemaObject, extent, depth: depth + 1)
        }
        guard case .map(let values) = object.openness else { return }
        for _ in 0..<Int.random(in: 0...3, using: &random) { addEntry(values, of: object, to: &members, depth: depth) }
    }

    private mutating func addMembers(
        atLeast minimum: Int, of object: ObjectSchema, to members: inout JSONObject, depth: Int
    ) {
        for (name, part) in object.properties where members.count < minimum && members[name] == nil {
            members[name] = value(of: part.schemaObject, .required, depth: depth + 1)
        }
        guard object.openness != .closed else { return }
        var attempts = 0
        while members.count < min(minimum, Self.maximumCount), attempts < minimum * 2 {
            attempts += 1
            addEntry(object.values, of: object, to: &members, depth: depth)
        }
    }

    private mutating func addEntry(
        _ values: JSONObject, of object: ObjectSchema, to members: inout JSONObject, depth: Int
    ) {
        var name = "\(object.openness == .open ? WitnessSchemas.unknownName : "entry")\(members.count)"
        if let names = object.schema["propertyNames"]?.schemaObject, !names.isEmpty {
            name = value(of: names.setting("type", to: "string"), .random, depth: depth + 1).string ?? name
        }
        guard members[name] == nil, object.properties[name] == nil else { return }
        members[name] = value(of: values, .random, depth: depth + 1)
    }
}

extension ObjectSchema {
    /// The schema of properties that are not named.
    var values: JSONObject { if case .map(let values) = openness { values } else { [:] } }
}

extension JSONObject {
    /// The object with another value of a member.
    func setting(_ name: String, to value: JSONValue) -> JSONObject {
        var copy = self
        copy[name] = value
        return copy
    }
}
