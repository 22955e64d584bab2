/// The number of visits to shared schemas that a validation may make.
protocol VisitBudget {
    /// Takes a visit from the budget.
    ///
    /// - Returns: `false` when no visit was left.
    func consume() -> Bool
}

/// A budget with a limit, which all parts of a validation share.
final class LimitedVisits: VisitBudget {
    private var remaining: Int

    init(_ visits: Int) { remaining = visits }

    /// Whether a visit was refused.
    var isExceeded: Bool { remaining < 0 }

    func consume() -> Bool {
        remaining -= 1
        return remaining >= 0
    }
}

extension Program {
    /// The maximum number of visits to shared schemas in a validation of the instance.
    ///
    /// A schema that several others lead to is visited several times for the same value, and again for each value in
    /// it: with two recursive references for each level, twice as often with each level. Real schemas take a few visits
    /// for each value.
    func maximumVisits(for instance: JSONValue) -> Int {
        hasSharedNodes ? 20_000 + 32 * instance.valueCount : 0
    }
}

extension JSONValue {
    /// The number of values in it, itself included.
    fileprivate var valueCount: Int {
        switch self {
        case .null, .bool, .number, .string: 1
        case .array(let elements): elements.reduce(1) { $0 + $1.valueCount }
        case .object(let object): object.members.reduce(1) { $0 + $1.value.valueCount }
        }
    }
}
