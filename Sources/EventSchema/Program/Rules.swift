/// The number of a schema in its program.
typealias NodeID = Int32

/// A compiled schema: which types it accepts and where the rules for each kind of value stand in the program.
///
/// Rules are grouped by kind, since most keywords have no effect on other kinds. An index of −1 means no rules.
struct Node: Sendable {
    var types = JSONTypeSet.all
    var integers = IntegerDefinition.mathematical
    /// Whether this is the schema `false`.
    var refusesAll = false
    /// Whether several schemas lead to this one, or one looks at it again for what it evaluates.
    var isShared = false
    var object: Int32 = -1
    var array: Int32 = -1
    var string: Int32 = -1
    var number: Int32 = -1
    /// Rules for every kind of value.
    var general: Int32 = -1
}

/// Which numbers are integers.
enum IntegerDefinition: Sendable {
    /// Those that are whole: `1.0` is.
    case mathematical
    /// Those without point and exponent (draft 4).
    case lexical
    /// Those that are whole once rounded to a double, as in JavaScript.
    case rounded

    func holds(for number: JSONNumber) -> Bool {
        switch self {
        case .mathematical: number.isInteger
        case .lexical: number.isLexicalInteger
        case .rounded: number.roundedToDouble.isInteger
        }
    }
}

/// The rules of a schema for objects.
struct ObjectRules: Sendable {
    enum Additional: Sendable { case allowed, refused(NodeID), schema(NodeID) }
    struct Dependency: Sendable {
        enum Demand: Sendable { case names([String]), schema(NodeID) }
        /// `dependencies`, or one of the two keywords that have replaced it.
        let keyword: String
        let name: String
        let demand: Demand
    }

    var names = NameTable()
    /// The schemas of the properties, by the number of the name in `names`; −1 when a name only occurs in `required`.
    var properties: [NodeID] = []
    /// The names that `properties` declares, in order, with their numbers.
    var declared: [Int] = []
    var required: [String] = []
    var patterns: [(pattern: Pattern, node: NodeID)] = []
    var additional = Additional.allowed
    var nameSchema: NodeID = -1
    var dependencies: [Dependency] = []
    var minimumCount = 0
    var maximumCount = Int.max
    /// Values to fill in for properties that are missing (ajv's `useDefaults`).
    var defaults: [(name: String, value: JSONValue)] = []
}

/// The rules of a schema for arrays.
struct ArrayRules: Sendable {
    enum Items: Sendable { case any, all(NodeID), each([NodeID], rest: Rest) }
    enum Rest: Sendable { case allowed, schema(NodeID) }

    var items = Items.any
    /// The keywords of the first elements and of those after them.
    var firstKeyword = "items"
    var restKeyword = "additionalItems"
    var contains: NodeID = -1
    var minimumContained = 1
    var maximumContained = Int.max
    /// Whether what `contains` finds counts as evaluated, as from draft 2020-12 on.
    var containsEvaluates = false
    var minimumCount = 0
    var maximumCount = Int.max
    var isUnique = false
    /// Values to fill in for elements that are missing, by index (ajv's `useDefaults`).
    var defaults: [(index: Int, value: JSONValue)] = []
}

/// The rules of a schema for strings.
struct StringRules: Sendable {
    /// In Unicode scalars.
    var minimumLength = 0
    /// In Unicode scalars.
    var maximumLength = Int.max
    var pattern: Pattern?
    var format: Format?
    var encoding: ContentEncoding?
    var mediaType: ContentMediaType?
}

/// The rules of a schema for numbers.
struct NumberRules: Sendable {
    var minimum: JSONNumber?
    var maximum: JSONNumber?
    var exclusiveMinimum: JSONNumber?
    var exclusiveMaximum: JSONNumber?
    var divisor: JSONNumber?
    /// How many digits the divisor has without the zeros at its ends.
    var divisorDigits = 0
    /// How many steps it takes to compare with the limits, as decimals.
    var steps = 0
    /// Whether numbers are rounded to doubles first, as in JavaScript.
    var roundsToDoubles = false
    /// Where draft 4's boolean made a limit exclusive, the keyword to name is the limit's.
    var limitsAreBoolean = false
}

/// The rules of a schema for every kind of value.
struct GeneralRules: Sendable {
    struct Reference: Sendable {
        var node: NodeID
        /// Whether ajv compiles the target as a separate function instead of inlining it (its option `inlineRefs`):
        /// such a function fills in defaults even inside `anyOf`.
        var isCompiledSeparately: Bool
    }
    struct DynamicReference: Sendable {
        var node: NodeID
        var keyword: String
    }
    struct Conditional: Sendable {
        var condition: NodeID
        var then: NodeID
        var otherwise: NodeID
    }

    var reference: Reference?
    var dynamicReference: DynamicReference?
    var constant: JSONValue?
    var enumeration: Enumeration?
    var not: NodeID = -1
    var anyOf: [NodeID] = []
    var oneOf: [NodeID] = []
    var allOf: [NodeID] = []
    var conditional: Conditional?
    /// The schemas for members and elements that no other keyword evaluates; −1 when there is none.
    var unevaluatedProperties: NodeID = -1
    var unevaluatedItems: NodeID = -1

    var hasUnevaluated: Bool { unevaluatedProperties >= 0 || unevaluatedItems >= 0 }
}

/// The values of an `enum`; strings, nearly all there are, are looked up by name.
struct Enumeration: Sendable {
    let values: [JSONValue]
    private let strings: NameTable
    let others: ConstantSet

    init(_ values: [JSONValue]) {
        self.values = values
        var distinct: Set<ExactText> = []
        strings = NameTable(values.compactMap(\.string).filter { distinct.insert(ExactText($0)).inserted })
        others = ConstantSet(values.filter { $0.string == nil })
    }

    func contains(_ value: JSONValue) -> Bool {
        if case .string(let text) = value { return strings.number(of: text) != nil }
        return others.contains(value)
    }
}

/// Values that are not strings. Few are compared one after the other, since their hashes cost more; many are hashed.
struct ConstantSet: Sendable {
    private var few: [JSONValue] = []
    private var many: Set<JSONValue> = []
    /// How many steps it takes to look a value up: a number is compared with each of a few numbers as decimals, and the
    /// longest number in any value may be compared.
    let steps: Int

    init(_ values: [JSONValue]) {
        let numbers = values.count <= 16 ? values.compactMap(\.number?.steps) : []
        steps = values.reduce(1) { max($0, $1.longestNumber) } + numbers.reduce(0, +)
        if values.count <= 16 { few = values } else { many = Set(values) }
    }

    var isEmpty: Bool { few.isEmpty && many.isEmpty }

    func contains(_ value: JSONValue) -> Bool { few.contains(value) || many.contains(value) }
}

extension JSONNumber {
    /// How many steps it takes to make a decimal of the number.
    var steps: Int { 20 + approximateSize }
}

extension JSONValue {
    /// How many bytes the longest number in a value has.
    fileprivate var longestNumber: Int {
        switch self {
        case .null, .bool, .string: 0
        case .number(let number): number.approximateSize
        case .array(let elements): elements.reduce(0) { max($0, $1.longestNumber) }
        case .object(let members): members.reduce(0) { max($0, $1.value.longestNumber) }
        }
    }
}
