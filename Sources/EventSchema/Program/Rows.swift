/// A range of a table.
struct RowRange: BitwiseCopyable, Sendable {
    var start: Int32 = 0
    var count: Int32 = 0

    @inline(__always)
    var indices: Range<Int> { Range(uncheckedBounds: (Int(start), Int(start) &+ Int(count))) }
    var isEmpty: Bool { count == 0 }
}

/// Where a set of names is among ``Tables/slots``: the first slot, and the number of slots less one, which are a power
/// of two.
struct NameSet: BitwiseCopyable, Sendable {
    var firstSlot: Int32 = 0
    var mask: UInt32 = 0
}

/// One name of a set, or an empty place. The names of a set are open-addressed, at most every second slot is taken.
struct NameSlot: BitwiseCopyable, Sendable {
    var hash: UInt32 = 0
    var isTaken = false
    /// Whether the name is in `required`.
    var isRequired = false
    /// The bytes, among ``Tables/nameBytes``.
    var name = RowRange()
    /// The property's schema; −1 when there is none.
    var schema: NodeID = -1
}

/// The rules of a schema for objects.
struct ObjectRow: BitwiseCopyable, Sendable {
    enum Additional: UInt8, BitwiseCopyable, Sendable { case allowed, refused, schema }

    var names = NameSet()
    /// How many names are required. Those of an object differ, so that it suffices to count the ones that are there.
    var requiredCount: Int32 = 0
    var additional = Additional.allowed
    var additionalSchema: NodeID = -1
    var nameSchema: NodeID = -1
    /// Among ``Tables/patternRows``.
    var patterns = RowRange()
    /// Among ``Tables/dependencies``.
    var dependencies = RowRange()
    var minimumCount = 0
    var maximumCount = Int.max
}

/// A schema for the members whose names match a pattern.
struct PatternRow: BitwiseCopyable, Sendable {
    /// Among ``Tables/patterns``.
    var pattern: Int32
    var schema: NodeID
}

/// What the presence of a name demands.
struct DependencyRow: BitwiseCopyable, Sendable {
    /// A set of that one name.
    var name: NameSet
    /// A set of the names that are then required, and how many they are.
    var required = NameSet()
    var requiredCount: Int32 = 0
    /// The schema that the object then has to satisfy; −1 when there is none.
    var schema: NodeID = -1
}

/// The rules of a schema for arrays.
struct ArrayRow: BitwiseCopyable, Sendable {
    /// The schemas of the first elements, among ``Tables/lists``.
    var first = RowRange()
    /// The schema of the elements after these; −1 when any are allowed.
    var rest: NodeID = -1
    var contains: NodeID = -1
    var minimumContained = 1
    var maximumContained = Int.max
    /// Whether what `contains` finds counts as evaluated.
    var containsEvaluates = false
    var isUnique = false
    var minimumCount = 0
    var maximumCount = Int.max
}

/// The rules of a schema for strings.
struct StringRow: BitwiseCopyable, Sendable {
    var minimumLength = 0
    var maximumLength = Int.max
    /// Among ``Tables/patterns``; −1 when there is none.
    var pattern: Int32 = -1
    /// Among ``Tables/formats``; −1 when there is none.
    var format: Int32 = -1
    /// Whether the rules in full have to be asked, since they assert contents.
    var hasContent = false
}

/// The rules of a schema for numbers, as far as they are integers.
struct NumberRow: BitwiseCopyable, Sendable {
    /// For integers, with exclusive limits moved by one.
    var minimum = Int64.min
    var maximum = Int64.max
    /// Whether the rules in full have to be asked for integers too.
    var needsRules = false
    /// The magnitude up to which integers are exact.
    var exactMagnitude = UInt64.max
}

/// The rules of a schema for every kind of value.
struct GeneralRow: BitwiseCopyable, Sendable {
    var reference: NodeID = -1
    var dynamicReference: NodeID = -1
    /// Among ``Tables/enumerations``; −1 when there is none. `const` is an enumeration of one value.
    var constant: Int32 = -1
    var enumeration: Int32 = -1
    var not: NodeID = -1
    /// Among ``Tables/lists``.
    var anyOf = RowRange()
    var oneOf = RowRange()
    var allOf = RowRange()
    var condition: NodeID = -1
    var then: NodeID = -1
    var otherwise: NodeID = -1
    /// The schemas for members and elements that no other keyword evaluates.
    var unevaluatedProperties: NodeID = -1
    var unevaluatedItems: NodeID = -1
    var hasUnevaluated = false
}

/// The values of an `enum`.
struct EnumerationRow: BitwiseCopyable, Sendable {
    var strings = NameSet()
    /// Those that are not strings, among ``Tables/others``; −1 when there are none.
    var others: Int32 = -1
}
