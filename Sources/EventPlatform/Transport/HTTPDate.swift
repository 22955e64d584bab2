/// Parses a date of HTTP (RFC 9110 §5.6.7): `Thu, 01 Jan 2026 00:01:00 GMT`, and the two older forms,
/// `Thursday, 01-Jan-26 00:01:00 GMT` and `Thu Jan  1 00:01:00 2026`.
///
/// The name of the day is not compared with the date.
enum HTTPDate {
    /// The time of a date, whatever the case of its letters; `nil` when the text is not a date of HTTP. A year of two
    /// digits is one of 1969 to 2068.
    static func timestamp(_ text: String) -> Timestamp? {
        // The forms differ by comma, dashes and order.
        let words = text.lowercased().split { " ,-".contains($0) }.map(String.init)
        guard words.count > 1 else { return nil }
        return Int(words[1]) == nil ? asctimeDate(words) : fixedDate(words)
    }

    /// `Thu, 01 Jan 2026 00:01:00 GMT` and `Thursday, 01-Jan-26 00:01:00 GMT`.
    private static func fixedDate(_ words: [String]) -> Timestamp? {
        guard words.count == 6, ["gmt", "utc", "z", "+0000"].contains(words[5]) else { return nil }
        return timestamp(weekday: words[0], day: words[1], month: words[2], year: words[3], time: words[4])
    }

    /// `Thu Jan  1 00:01:00 2026`, as C's `asctime` writes it.
    private static func asctimeDate(_ words: [String]) -> Timestamp? {
        guard words.count == 5, words[4].utf8.count == 4 else { return nil }
        return timestamp(weekday: words[0], day: words[2], month: words[1], year: words[4], time: words[3])
    }

    private static func timestamp(
        weekday: String, day: String, month: String, year: String, time: String
    ) -> Timestamp? {
        guard weekdays.contains(String(weekday.prefix(3))), let month = months.firstIndex(of: month),
            let day = number(day, digits: 1...2), let year = fullYear(year), let seconds = secondsOfDay(time)
        else { return nil }
        return Timestamp(year: year, month: Int64(month + 1), day: day, secondsOfDay: seconds)
    }

    private static func fullYear(_ text: String) -> Int64? {
        guard let year = number(text, digits: 2...4), text.utf8.count != 3 else { return nil }
        if text.utf8.count == 4 { return year }
        return year < 69 ? 2000 + year : 1900 + year
    }

    /// `00:01:00`; a minute may have a leap second.
    private static func secondsOfDay(_ text: String) -> Int64? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
            .compactMap { number(String($0), digits: 2...2) }
        guard parts.count == 3, parts[0] < 24, parts[1] < 60, parts[2] <= 60 else { return nil }
        return parts[0] * 3600 + parts[1] * 60 + parts[2]
    }

    private static func number(_ text: String, digits: ClosedRange<Int>) -> Int64? {
        guard digits.contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return Int64(text)
    }

    private static let weekdays: Set<String> = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
    private static let months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
}
