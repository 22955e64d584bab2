extension JSON {
    /// The value in which each name of an object is there once: the last value at the first one's position.
    var withDistinctNames: JSON {
        var builder = JSONBuilder(capacity: bytes.count)
        builder.add(withDistinctNames: self)
        return builder.finish()
    }
}

extension JSONBuilder {
    fileprivate mutating func add(withDistinctNames value: JSON) {
        switch value.kind {
        case .array:
            beginArray()
            for element in value.elements { add(withDistinctNames: element) }
            endArray()
        case .object:
            beginObject()
            for member in value.distinctMembers {
                name(member.name)
                add(withDistinctNames: member.value)
            }
            endObject()
        case .null, .bool, .number, .string: self.value(value)
        }
    }
}

extension JSON {
    fileprivate var distinctMembers: [(name: String, value: JSON)] {
        var distinct: [(name: String, value: JSON)] = []
        var numbers: [ExactText: Int] = [:]
        for (name, value) in members {
            if let number = numbers[ExactText(name)] {
                distinct[number].value = value
            } else {
                numbers[ExactText(name)] = distinct.count
                distinct.append((name, value))
            }
        }
        return distinct
    }
}
