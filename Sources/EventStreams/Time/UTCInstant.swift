/// A point in time, exact to 10⁻¹⁸ seconds.
public struct UTCInstant: Sendable, Hashable, Comparable {
    /// Whole seconds since 1970-01-01T00:00:00Z, rounded down; leap seconds are not counted.
    public let seconds: Int64
    /// What is left of the second, in units of 10⁻¹⁸ seconds; never negative.
    public let attoseconds: Int64

    /// Creates an instant from seconds since 1970-01-01T00:00:00Z.
    public init(seconds: Int64, attoseconds: Int64 = 0) {
        let carried = attoseconds / Self.attosecondsPerSecond
        let rest = attoseconds % Self.attosecondsPerSecond
        self.seconds = seconds &+ carried &- (rest < 0 ? 1 : 0)
        self.attoseconds = rest < 0 ? rest + Self.attosecondsPerSecond : rest
    }

    /// Creates an instant from milliseconds since 1970-01-01T00:00:00Z.
    public init(milliseconds: Int64) {
        let seconds = milliseconds.quotientAndRemainder(dividingBy: 1000)
        let borrow: Int64 = seconds.remainder < 0 ? 1 : 0
        self.init(
            seconds: seconds.quotient - borrow,
            attoseconds: (seconds.remainder + borrow * 1000) * 1_000_000_000_000_000)
    }

    /// Reads a date-time as RFC 3339 spells it: `2026-01-31T23:59:59.5+01:00`.
    ///
    /// `T` may be `t` or a blank, `Z` may be `z`. A leap second (`:60`) is the first instant of the next minute. Digits
    /// of the fraction beyond the 18th are dropped.
    ///
    /// - Returns: `nil` when the text is not such a date-time, or the day is not in the calendar.
    public init?(rfc3339 text: String) {
        var scanner = DateTimeScanner(text)
        guard let days = scanner.date(), let separator = scanner.next(), "Tt ".utf8.contains(separator),
            let time = scanner.timeOfDay(), let fraction = scanner.fraction(), let offset = scanner.zone(),
            scanner.isAtEnd
        else { return nil }
        self.init(seconds: days * 86_400 + time - offset, attoseconds: fraction)
    }

    /// Reads a date as ISO 8601 spells it: as RFC 3339 does, or without the zone, which is UTC then, or only the day,
    /// which is its first instant.
    public init?(iso8601 text: String) {
        let complete = [text, text + "Z", text + "T00:00:00Z"].lazy.compactMap(UTCInstant.init(rfc3339:))
        guard let instant = complete.first else { return nil }
        self = instant
    }

    /// Whether `left` is earlier.
    public static func < (left: UTCInstant, right: UTCInstant) -> Bool {
        (left.seconds, left.attoseconds) < (right.seconds, right.attoseconds)
    }

    fileprivate static let attosecondsPerSecond: Int64 = 1_000_000_000_000_000_000
}

/// Reads the parts of a date-time from left to right, in ASCII.
private struct DateTimeScanner {
    private var rest: Substring.UTF8View

    init(_ text: String) { rest = Substring(text).utf8 }

    var isAtEnd: Bool { rest.isEmpty }

    mutating func next() -> UInt8? { rest.popFirst() }

    mutating func skip(_ scalar: Unicode.Scalar) -> Bool { next() == UInt8(ascii: scalar) }

    mutating func number(digits: Int, in range: ClosedRange<Int64>) -> Int64? {
        var value: Int64 = 0
        for _ in 0..<digits {
            guard let byte = next(), (0x30...0x39).contains(byte) else { return nil }
            value = value * 10 + Int64(byte - 0x30)
        }
        return range.contains(value) ? value : nil
    }

    /// Days since 1970-01-01.
    mutating func date() -> Int64? {
        guard let year = number(digits: 4, in: 0...9999), skip("-"), let month = number(digits: 2, in: 1...12),
            skip("-"), let day = number(digits: 2, in: 1...Self.lastDay(of: month, year))
        else { return nil }
        return Self.days(year, month, day)
    }

    /// Seconds since midnight.
    mutating func timeOfDay() -> Int64? {
        guard let hour = number(digits: 2, in: 0...23), skip(":"), let minute = number(digits: 2, in: 0...59),
            skip(":"), let second = number(digits: 2, in: 0...60)
        else { return nil }
        return hour * 3600 + minute * 60 + second
    }

    /// The fraction in attoseconds; zero when there is none.
    mutating func fraction() -> Int64? {
        guard rest.first == UInt8(ascii: ".") else { return 0 }
        rest.removeFirst()
        guard let first = rest.first, (0x30...0x39).contains(first) else { return nil }
        var place = UTCInstant.attosecondsPerSecond
        var value: Int64 = 0
        while let byte = rest.first, (0x30...0x39).contains(byte) {
            place /= 10
            value += Int64(byte - 0x30) * place
            rest.removeFirst()
        }
        return value
    }

    /// The zone's distance from UTC in seconds.
    mutating func zone() -> Int64? {
        switch next() {
        case UInt8(ascii: "Z"), UInt8(ascii: "z"): return 0
        case UInt8(ascii: "+"): return offset()
        case UInt8(ascii: "-"): return offset().map { -$0 }
        default: return nil
        }
    }

    private mutating func offset() -> Int64? {
        guard let hours = number(digits: 2, in: 0...23), skip(":"), let minutes = number(digits: 2, in: 0...59)
        else { return nil }
        return hours * 3600 + minutes * 60
    }

    private static func lastDay(of month: Int64, _ year: Int64) -> Int64 {
        switch month {
        case 4, 6, 9, 11: 30
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        default: 31
        }
    }

    /// Days since 1970-01-01 in the Gregorian calendar. Years run from March here, so that the leap day is the last.
    private static func days(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
        let shiftedYear = month <= 2 ? year - 1 : year
        let shiftedMonth = month <= 2 ? month + 9 : month - 3
        let era = (shiftedYear >= 0 ? shiftedYear : shiftedYear - 399) / 400
        let yearOfEra = shiftedYear - era * 400
        let dayOfYear = (153 * shiftedMonth + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }
}
