import EventSupport
import EventPlatform

/// One step of a random sequence against a store.
enum StoreOperation: Sendable, CustomStringConvertible {
    struct Arrival: Sendable {
        let id: Int
        let stream: Int
        let destination: Int
        let priority: EventPriority
        let bytes: Int
        let isIDGenerated: Bool
        let isNumbered: Bool
        /// The schema that it awaits.
        let schema: Int?
    }

    case add([Arrival])
    /// `resuming` leases only events that come after every event of the destination that was ever leased.
    case lease(Int, destination: Int, resuming: Bool)
    case leaseRetries(Int, destination: Int)
    case deliver(Int, remembering: Bool)
    case drop(Int)
    /// Events are finished, and events with the same ids are added in the same transaction.
    case replace(Int)
    /// Delivered events are added again.
    case addDuplicates(Int)
    /// Leased events have failed, and their retry time is `seconds` later.
    case fail(Int, seconds: Int, isIsolated: Bool)
    /// Events that await a schema become ready.
    case decide(Int, bytes: Int, isNumbered: Bool)
    case releaseLeases(Int)
    case wait(seconds: Int)
    case setWallClock(seconds: Int)
    case reboot
    case expire
    case hold
    case release
    case saveValue(Int)
    case erase
    case reopen

    /// A random operation; `number` distinguishes it from earlier ones.
    static func random(_ number: Int, isDurable: Bool, using random: inout SeededGenerator) -> StoreOperation {
        switch Int.random(in: 0..<36, using: &random) {
        case 0..<7:
            return .add(
                (0..<Int.random(in: 1...6, using: &random)).map { arrival(number, $0, using: &random) })
        case 7..<11:
            return .lease(
                Int.random(in: 0...8, using: &random), destination: Int.random(in: 0..<4, using: &random),
                resuming: Bool.random(using: &random))
        case 11, 12: return .deliver(Int.random(in: 1...8, using: &random), remembering: Bool.random(using: &random))
        case 13: return .drop(Int.random(in: 1...4, using: &random))
        case 14, 31, 32:
            return .fail(
                Int.random(in: 1...4, using: &random), seconds: waits.randomElement(using: &random) ?? 1,
                isIsolated: Bool.random(using: &random))
        case 15: return .releaseLeases(Int.random(in: 1...4, using: &random))
        case 16, 17: return .wait(seconds: waits.randomElement(using: &random) ?? 1)
        case 18: return .setWallClock(seconds: Int.random(in: -1000...1000, using: &random))
        case 19: return .reboot
        case 20: return .expire
        case 21: return Bool.random(using: &random) ? .hold : .release
        case 22: return .saveValue(Int.random(in: 0..<5, using: &random))
        case 23: return .replace(Int.random(in: 1...3, using: &random))
        case 24: return .erase
        case 25: return .addDuplicates(Int.random(in: 1...4, using: &random))
        case 26, 27, 28, 33, 34:
            return .leaseRetries(
                Int.random(in: 0...4, using: &random), destination: Int.random(in: 0..<3, using: &random))
        case 29, 30:
            return .decide(
                Int.random(in: 1...3, using: &random), bytes: Int.random(in: 0...400, using: &random),
                isNumbered: Bool.random(using: &random))
        default: return isDurable ? .reopen : .expire
        }
    }

    /// Among them a lease's length, the greatest age, and a second more and less.
    private static let waits = [1, 5, 20, 29, 30, 31, 50, 99, 100, 101]

    /// An event of an operation. One in eight has the id of an earlier one, mostly a late one; one in eight is long.
    private static func arrival(
        _ number: Int, _ place: Int, using random: inout SeededGenerator
    ) -> Arrival {
        let isRepeat = Int.random(in: 0..<8, using: &random) == 0
        let earlier = Int.random(in: max(1, number - 12)...number, using: &random) * 10
        let isLong = Int.random(in: 0..<8, using: &random) == 0
        return Arrival(
            id: isRepeat ? earlier + Int.random(in: 0...2, using: &random) : number * 10 + place,
            stream: Int.random(in: 0..<3, using: &random), destination: Int.random(in: 0..<3, using: &random),
            priority: EventPriority.allCases.randomElement(using: &random) ?? .normal,
            bytes: Int.random(in: isLong ? 900...5000 : 0...200, using: &random), isIDGenerated: !isRepeat && place > 2,
            isNumbered: Bool.random(using: &random),
            schema: Int.random(in: 0..<5, using: &random) == 0 ? Int.random(in: 0..<2, using: &random) : nil)
    }

    var description: String {
        switch self {
        case .add(let arrivals):
            "add "
                + arrivals.map {
                    "\($0.id)\($0.isIDGenerated ? "" : "?"):s\($0.stream)\($0.isNumbered ? "#" : "")"
                        + ">d\($0.destination) \($0.priority) \($0.bytes)B\($0.schema.map { " awaiting \($0)" } ?? "")"
                }.joined(separator: ", ")
        case .lease(let count, let destination, let resuming):
            "lease \(count) for d\(destination)\(resuming ? ", resuming" : "")"
        case .leaseRetries(let count, let destination): "lease \(count) retries for d\(destination)"
        case .deliver(let count, let remembering): "deliver \(count)\(remembering ? ", remembering" : "")"
        case .drop(let count): "drop \(count)"
        case .fail(let count, let seconds, let isIsolated):
            "fail \(count) for \(seconds) s\(isIsolated ? ", isolated" : "")"
        case .decide(let count, let bytes, let isNumbered):
            "decide \(count) of \(bytes) B\(isNumbered ? ", numbered" : "")"
        case .releaseLeases(let count): "release the leases of \(count)"
        case .wait(let seconds): "wait \(seconds) s"
        case .setWallClock(let seconds): "set the wall clock by \(seconds) s"
        case .reboot: "reboot"
        case .expire: "expire"
        case .hold: "hold"
        case .release: "release"
        case .saveValue(let number): "save value \(number)"
        case .replace(let count): "replace \(count)"
        case .addDuplicates(let count): "add \(count) delivered events again"
        case .erase: "erase"
        case .reopen: "reopen"
        }
    }
}
