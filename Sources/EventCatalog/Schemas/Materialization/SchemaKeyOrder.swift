import EventSchema
import Foundation

/// The order of members in a materialised schema: those that readers look for first, then the rest by name.
///
/// It also holds for what is no keyword: a property called `title` comes before the others.
enum SchemaKeyOrder {
    private static let first = [
        "title", "description", "$id", "$schema", "type", "additionalProperties", "required", "properties", "allOf",
        "examples",
    ]
    private static let ranks = Dictionary(uniqueKeysWithValues: first.enumerated().map { ($1, $0) })

    /// The members in order.
    static func sorted(_ members: JSONObject) -> [JSONObject.Member] {
        members.map { (rank: ranks[$0.name] ?? first.count, key: AlphabeticKey($0.name), member: $0) }
            .sorted { ($0.rank, $0.key) < ($1.rank, $1.key) }
            .map(\.member)
    }

    /// The value with the members of all objects in order.
    static func sorted(_ value: JSONValue) -> JSONValue {
        switch value {
        case .array(let elements): .array(elements.map(sorted))
        case .object(let members): .object(JSONObject(sorted(members).map { ($0.name, sorted($0.value)) }))
        default: value
        }
    }
}

/// The place of a name in an alphabet, as `localeCompare` of JavaScript has it without a language: marks, digits,
/// letters; the case counts only between names that are otherwise the same, and small letters come first.
struct AlphabeticKey: Comparable {
    private let letters: [UInt32]
    private let accents: [UInt32]
    private let cases: [UInt32]
    private let scalars: [UInt32]

    /// The marks of ASCII in the order of the Unicode collation algorithm.
    private static let marks = Dictionary(
        uniqueKeysWithValues: " _-,;:!?.'\"()[]{}@*/\\&#%`^+<=>|~$".unicodeScalars.enumerated().map {
            ($1, UInt32($0))
        })

    init(_ name: String) {
        var (letters, accents, cases): ([UInt32], [UInt32], [UInt32]) = ([], [], [])
        for scalar in name.decomposedStringWithCanonicalMapping.unicodeScalars {
            if scalar.properties.generalCategory == .nonspacingMark {
                accents.append(scalar.value)
            } else if let place = Self.marks[scalar] {
                letters.append(place)
                cases.append(0)
            } else {
                let small = scalar.properties.lowercaseMapping.unicodeScalars.first ?? scalar
                letters.append(0x100 + small.value)
                accents.append(0)
                cases.append(small == scalar ? 0 : 1)
            }
        }
        (self.letters, self.accents, self.cases) = (letters, accents, cases)
        scalars = name.unicodeScalars.map(\.value)
    }

    static func < (left: AlphabeticKey, right: AlphabeticKey) -> Bool {
        for (left, right) in zip(left.levels, right.levels) where left != right {
            return left.lexicographicallyPrecedes(right)
        }
        return false
    }

    private var levels: [[UInt32]] { [letters, accents, cases, scalars] }
}
