/// A time of the wall clock, in milliseconds since 1970-01-01T00:00:00Z. It is encoded as that number.
public struct Timestamp: Hashable, Comparable, Sendable, Codable {
    /// Milliseconds since the start of 1970, in UTC.
    public var milliseconds: Int64

    /// Creates a timestamp.
    public init(milliseconds: Int64) { self.milliseconds = milliseconds }

    /// Reads the number of milliseconds.
    public init(from decoder: any Decoder) throws {
        milliseconds = try decoder.singleValueContainer().decode(Int64.self)
    }

    /// Writes the number of milliseconds.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(milliseconds)
    }

    /// Creates a timestamp from a date of the Gregorian calendar in UTC; `nil` when there is no such day.
    package init?(year: Int64, month: Int64, day: Int64, secondsOfDay: Int64) {
        guard (0...9999).contains(year), (1...12).contains(month), (1...31).contains(day) else { return nil }
        let days = Self.daysSince1970(year: year, month: month, day: day)
        guard Self.civilDate(daysSince1970: days) == (year, month, day) else { return nil }
        milliseconds = (days * 86_400 + secondsOfDay) * 1000
    }

    /// Whether `left` is earlier.
    public static func < (left: Timestamp, right: Timestamp) -> Bool { left.milliseconds < right.milliseconds }

    /// This time plus `duration`, in whole milliseconds; at an overflow the smallest or largest time.
    package func advanced(by duration: Duration) -> Timestamp {
        let (sum, overflow) = milliseconds.addingReportingOverflow(duration.wholeMilliseconds)
        return Timestamp(milliseconds: overflow ? (duration < .zero ? .min : .max) : sum)
    }

    /// The time in UTC with milliseconds, as `2026-11-21T04:05:06.789Z`: the form the platform's clients send.
    package var iso8601: String {
        let (days, millisecondsOfDay) = Self.divide(milliseconds, by: 86_400_000)
        let date = Self.civilDate(daysSince1970: days)
        let seconds = millisecondsOfDay / 1000
        let isFourDigits = (0...9999).contains(date.year)
        let text = String(unsafeUninitializedCapacity: 24) { text in
            _ = text.initialize(fromContentsOf: "0000-00-00T00:00:00.000Z".utf8)
            if isFourDigits { Self.write(date.year, to: text, endingAt: 4) }
            Self.write(date.month, to: text, endingAt: 7)
            Self.write(date.day, to: text, endingAt: 10)
            Self.write(seconds / 3600, to: text, endingAt: 13)
            Self.write(seconds / 60 % 60, to: text, endingAt: 16)
            Self.write(seconds % 60, to: text, endingAt: 19)
            Self.write(millisecondsOfDay % 1000, to: text, endingAt: 23)
            return 24
        }
        return isFourDigits ? text : String(date.year) + text.dropFirst(4)
    }

    private static func divide(_ value: Int64, by divisor: Int64) -> (quotient: Int64, remainder: Int64) {
        let (quotient, remainder) = value.quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }

    /// The Gregorian date of a day number, counting years from 1 March so that the leap day ends a year.
    private static func civilDate(daysSince1970 days: Int64) -> (year: Int64, month: Int64, day: Int64) {
        let (era, dayOfEra) = divide(days + 719_468, by: 146_097)
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
    }

    /// The inverse of ``civilDate(daysSince1970:)``; a day beyond the end of its month counts on into the next.
    private static func daysSince1970(year: Int64, month: Int64, day: Int64) -> Int64 {
        let (era, yearOfEra) = divide(month <= 2 ? year - 1 : year, by: 400)
        let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    /// Writes the digits of a number over zeros.
    private static func write(_ number: Int64, to text: UnsafeMutableBufferPointer<UInt8>, endingAt end: Int) {
        var (rest, position) = (number, end)
        while rest > 0 {
            position -= 1
            text[position] += UInt8(rest % 10)
            rest /= 10
        }
    }
}

extension Duration {
    /// The duration in milliseconds, rounded towards zero; at an overflow the smallest or largest `Int64`.
    package var wholeMilliseconds: Int64 {
        let (seconds, attoseconds) = bounded.components
        let (milliseconds, overflow) = seconds.multipliedReportingOverflow(by: 1000)
        if overflow { return seconds < 0 ? .min : .max }
        let (sum, carried) = milliseconds.addingReportingOverflow(attoseconds / 1_000_000_000_000_000)
        return carried ? (milliseconds < 0 ? .min : .max) : sum
    }

    /// The duration in seconds, from -2^60 to 2^60.
    package var seconds: Double {
        let (seconds, attoseconds) = bounded.components
        return Double(seconds) + Double(attoseconds) * 1e-18
    }
}
