/// Counts the visits to shared schemas.
protocol VisitCount {
    /// Counts a visit.
    ///
    /// - Returns: whether it may take place.
    func count() -> Bool
}

/// Counts visits down; all parts of a validation share it.
final class Countdown: VisitCount {
    private var left: Int

    init(_ visits: Int) { left = visits }

    /// Whether more visits were counted than there were.
    var isOver: Bool { left < 0 }

    func count() -> Bool {
        left -= 1
        return left >= 0
    }
}

extension Program {
    /// The maximum number of visits to shared schemas in a validation of the instance.
    ///
    /// A schema that several others lead to is visited several times for the same value, and again for each value in
    /// it: with two recursive references for each level, twice as often with each level. Real schemas take a few visits
    /// for each value.
    func mostVisits(for instance: JSONValue) -> Int {
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
