extension JSONValue {
    /// About the size as JSON text, in bytes. To write the text would take longer.
    package var approximateSize: Int {
        switch self {
        case .null, .bool: 5
        case .number(let number): number.approximateSize
        case .string(let string): string.utf8.count + 3
        case .array(let elements): elements.reduce(2) { $0 + $1.approximateSize + 1 }
        case .object(let object): object.approximateSize
        }
    }

    /// Whether more than that many arrays and objects are nested.
    package func isNested(deeperThan depth: Int) -> Bool {
        switch self {
        case .null, .bool, .number, .string: false
        case .array(let elements): depth == 0 || elements.contains { $0.isNested(deeperThan: depth - 1) }
        case .object(let object): object.isNested(deeperThan: depth)
        }
    }
}

extension JSONObject {
    /// About the size as JSON text, in bytes. To write the text would take longer.
    package var approximateSize: Int {
        members.reduce(2) { $0 + $1.name.utf8.count + $1.value.approximateSize + 4 }
    }

    /// Whether more than that many arrays and objects are nested, this one counted.
    package func isNested(deeperThan depth: Int) -> Bool {
        depth == 0 || members.contains { $0.value.isNested(deeperThan: depth - 1) }
    }
}
