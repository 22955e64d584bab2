/// Dates and times (RFC 3339), with a real calendar and leap seconds where there can be some.
enum TimeFormat {
    static func isDateTime(_ text: Span<UInt8>) -> Bool {
        var offset = 0
        return readDate(text, &offset) && text.skip(letter: ascii("T"), at: &offset) && readTime(text, &offset)
            && offset == text.count
    }

    static func isDate(_ text: Span<UInt8>) -> Bool {
        var offset = 0
        return readDate(text, &offset) && offset == text.count
    }

    static func isTime(_ text: Span<UInt8>) -> Bool {
        var offset = 0
        return readTime(text, &offset) && offset == text.count
    }

    private static func readDate(_ text: Span<UInt8>, _ offset: inout Int) -> Bool {
        guard let year = text.number(digits: 4, at: &offset), text.skip(ascii("-"), at: &offset),
            let month = text.number(digits: 2, at: &offset), text.skip(ascii("-"), at: &offset),
            let day = text.number(digits: 2, at: &offset)
        else { return false }
        return day >= 1 && day <= length(ofMonth: month, year)
    }

    /// How many days a month has; 0 when there is no such month.
    private static func length(ofMonth month: Int, _ year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        case 1...12: 31
        default: 0
        }
    }

    private static func readTime(_ text: Span<UInt8>, _ offset: inout Int) -> Bool {
        guard let hour = text.number(digits: 2, at: &offset), text.skip(ascii(":"), at: &offset),
            let minute = text.number(digits: 2, at: &offset), text.skip(ascii(":"), at: &offset),
            let second = text.number(digits: 2, at: &offset), hour <= 23, minute <= 59, second <= 60
        else { return false }
        if text.skip(ascii("."), at: &offset), text.skip(at: &offset, while: \.isDigit) == 0 { return false }
        guard let zone = readZone(text, &offset) else { return false }
        // A leap second is the last of a day in UTC.
        let minuteOfDay = (hour * 60 + minute - zone + 2 * 24 * 60) % (24 * 60)
        return second < 60 || minuteOfDay == 24 * 60 - 1
    }

    /// Minutes east of UTC.
    private static func readZone(_ text: Span<UInt8>, _ offset: inout Int) -> Int? {
        if text.skip(letter: ascii("Z"), at: &offset) { return 0 }
        let isWest = text.byte(at: offset) == ascii("-")
        guard text.skip(ascii("+"), at: &offset) || text.skip(ascii("-"), at: &offset),
            let hours = text.number(digits: 2, at: &offset), text.skip(ascii(":"), at: &offset),
            let minutes = text.number(digits: 2, at: &offset), hours <= 23, minutes <= 59
        else { return nil }
        return (hours * 60 + minutes) * (isWest ? -1 : 1)
    }

    /// A duration (RFC 3339, appendix A): weeks alone, or units in order without gaps.
    static func isDuration(_ text: Span<UInt8>) -> Bool {
        var offset = 0
        guard text.skip(ascii("P"), at: &offset), offset < text.count else { return false }
        var weeks = offset
        if text.skip(at: &weeks, while: \.isDigit) > 0, text.skip(ascii("W"), at: &weeks) {
            return weeks == text.count
        }
        guard readUnits("YMD", text, &offset) else { return false }
        if text.skip(ascii("T"), at: &offset), offset == text.count || !readUnits("HMS", text, &offset) {
            return false
        }
        return offset == text.count
    }

    private static func readUnits(_ units: String, _ text: Span<UInt8>, _ offset: inout Int) -> Bool {
        var remaining = Array(units.utf8)[...]
        var isFirst = true
        while text.skip(at: &offset, while: \.isDigit) > 0 {
            guard let unit = text.byte(at: offset), let index = remaining.firstIndex(of: unit),
                isFirst || index == remaining.startIndex
            else { return false }
            offset += 1
            remaining = remaining[(index + 1)...]
            isFirst = false
        }
        return true
    }
}
