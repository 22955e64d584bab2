/// A set of the kinds of JSON values that `type` can name.
struct JSONTypeSet: OptionSet, Sendable, Hashable {
    let rawValue: UInt8

    static let null = JSONTypeSet(rawValue: 1)
    static let boolean = JSONTypeSet(rawValue: 2)
    static let integer = JSONTypeSet(rawValue: 4)
    /// Numbers that are not whole.
    static let fraction = JSONTypeSet(rawValue: 8)
    static let string = JSONTypeSet(rawValue: 16)
    static let array = JSONTypeSet(rawValue: 32)
    static let object = JSONTypeSet(rawValue: 64)
    static let number: JSONTypeSet = [.integer, .fraction]
    static let all = JSONTypeSet(rawValue: 127)

    init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The set of the one type of that name, or `nil` when there is no such type.
    init?(named name: String) {
        switch name {
        case "null": self = .null
        case "boolean": self = .boolean
        case "integer": self = .integer
        case "number": self = .number
        case "string": self = .string
        case "array": self = .array
        case "object": self = .object
        default: return nil
        }
    }

    /// The names of the types in the set, as a person reads them.
    var names: [String] {
        let table: [(JSONTypeSet, String)] = [
            (.null, "null"), (.boolean, "a boolean"), (.number, "a number"), (.string, "a string"),
            (.array, "an array"), (.object, "an object"),
        ]
        var names = table.filter { contains($0.0) }.map(\.1)
        if contains(.integer), !contains(.fraction) { names.append("an integer") }
        return names
    }
}
