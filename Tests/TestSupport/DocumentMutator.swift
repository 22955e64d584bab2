package import EventSchema
package import EventSupport

/// Breaks JSON documents in one place at a time, the same way for the same seed.
package struct DocumentMutator {
    package var generator: SeededGenerator

    package init(generator: SeededGenerator) { self.generator = generator }

    /// Values that no setting expects everywhere.
    private static let strangers: [JSONValue] = [
        nil, true, false, 0, -1, 1.5, "", "x", "/", "/(/", [], [:], [nil], ["x", 1], ["": [:]], .number(Int64.min),
        ["unit": "session", "rate": "1"], ["equals": nil], ["contains_any": [[]]],
        .string(String(repeating: "(", count: 999)),
    ]

    /// The value with one part of it replaced, removed, doubled or renamed.
    package mutating func mutated(_ value: JSONValue) -> JSONValue {
        switch value {
        case .object(let members) where !members.isEmpty && chance(4, in: 5): .object(mutated(members))
        case .array(let elements) where !elements.isEmpty && chance(4, in: 5): .array(mutated(elements))
        default: Self.strangers.randomElement(using: &generator) ?? nil
        }
    }

    private mutating func mutated(_ members: JSONObject) -> JSONObject {
        var members = members
        let (name, value) = members[Int.random(in: 0..<members.count, using: &generator)]
        switch Int.random(in: 0..<8, using: &generator) {
        case 0: members[name] = nil
        case 1: members[name + "x"] = value
        case 2: members["/" + name] = value
        default: members[name] = mutated(value)
        }
        return members
    }

    private mutating func mutated(_ elements: [JSONValue]) -> [JSONValue] {
        var elements = elements
        let position = Int.random(in: 0..<elements.count, using: &generator)
        switch Int.random(in: 0..<5, using: &generator) {
        case 0: elements.remove(at: position)
        case 1: elements.insert(elements[position], at: position)
        default: elements[position] = mutated(elements[position])
        }
        return elements
    }

    private mutating func chance(_ wins: Int, in total: Int) -> Bool {
        Int.random(in: 0..<total, using: &generator) < wins
    }
}
