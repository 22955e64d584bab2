/// A row of the store in one number, so that the rows of a destination stand together in the order of sending, and no
/// index is written for it: 20 bits of destination, 2 of priority, 41 of arrival.
///
/// The first destination has the highest number, since rows at the end of a table are the cheapest to write.
struct RowNumber: Sendable, Hashable {
    static let destinationLimit = 1 << 20
    private static let arrivalBits = 41
    private static let priorityBits = 2

    /// The destination, counted from 0 in the order in which they were first seen.
    let destination: Int
    let priority: EventPriority
    /// The place in the order of arrival, over all destinations.
    let arrival: Int64

    init(destination: Int, priority: EventPriority, arrival: Int64) {
        self.destination = destination
        self.priority = priority
        self.arrival = arrival
    }

    init(_ value: Int64) {
        arrival = value & (1 << Self.arrivalBits - 1)
        let lane = value >> Self.arrivalBits
        priority = EventPriority(rawValue: Self.highestRank - Int(lane & (1 << Self.priorityBits - 1))) ?? .normal
        destination = Self.destinationLimit - 1 - Int(lane >> Self.priorityBits)
    }

    /// What stands in the table.
    var value: Int64 {
        let rank = Int64(Self.highestRank - priority.rawValue)
        let place = Int64(Self.destinationLimit - 1 - destination)
        return ((place << Self.priorityBits | rank) << Self.arrivalBits) | arrival
    }

    init(_ lane: Lane, arrival: Int64) {
        self.init(destination: lane.destination, priority: lane.priority, arrival: arrival)
    }

    /// Which of two rows makes room first when the store is full: the less important, then the older.
    static func makesRoomBefore(_ left: RowNumber, _ right: RowNumber) -> Bool {
        (left.priority, left.arrival) < (right.priority, right.arrival)
    }

    private static let highestRank = EventPriority.immediate.rawValue

    /// The rows of a destination.
    static func range(of destination: Int) -> ClosedRange<Int64> {
        range(of: destination, .immediate).lowerBound...range(of: destination, .deferred).upperBound
    }

    /// The rows of a destination with one priority, in the order of arrival.
    static func range(of destination: Int, _ priority: EventPriority) -> ClosedRange<Int64> {
        let first = RowNumber(destination: destination, priority: priority, arrival: 0).value
        return first...(first | (1 << arrivalBits - 1))
    }
}

/// The rows of one destination with one priority.
struct Lane: Sendable, Hashable {
    let destination: Int
    let priority: EventPriority
}
