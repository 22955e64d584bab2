/// Dates and times (RFC 3339), with a real calendar and leap seconds where there can be some.
enum TimeFormat {
    static func isDateTime(_ text: String) -> Bool {
        var reader = ByteReader(text)
        return readDate(&reader) && reader.skip(ascii("T"), ascii("t")) && readTime(&reader) && reader.isAtEnd
    }

    static func isDate(_ text: String) -> Bool {
        var reader = ByteReader(text)
        return readDate(&reader) && reader.isAtEnd
    }

    static func isTime(_ text: String) -> Bool {
        var reader = ByteReader(text)
        return readTime(&reader) && reader.isAtEnd
    }

    private static func readDate(_ reader: inout ByteReader) -> Bool {
        guard let year = reader.number(digits: 4), reader.skip(ascii("-")),
            let month = reader.number(digits: 2), reader.skip(ascii("-")),
            let day = reader.number(digits: 2), (1...12).contains(month)
        else { return false }
        let isLeapYear = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        let lengths = [31, isLeapYear ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        return (1...lengths[month - 1]).contains(day)
    }

    private static func readTime(_ reader: inout ByteReader) -> Bool {
        guard let hour = reader.number(digits: 2), reader.skip(ascii(":")),
            let minute = reader.number(digits: 2), reader.skip(ascii(":")),
            let second = reader.number(digits: 2), hour <= 23, minute <= 59, second <= 60
        else { return false }
        if reader.skip(ascii(".")), reader.skip(while: \.isDigit) == 0 { return false }
        guard let zone = readZone(&reader) else { return false }
        // A leap second is the last of a day in UTC.
        let minuteOfDay = (hour * 60 + minute - zone + 2 * 24 * 60) % (24 * 60)
        return second < 60 || minuteOfDay == 24 * 60 - 1
    }

    /// Minutes east of UTC.
    private static func readZone(_ reader: inout ByteReader) -> Int? {
        if reader.skip(ascii("Z"), ascii("z")) { return 0 }
        let isWest = reader.current == ascii("-")
        guard reader.skip(ascii("+"), ascii("-")), let hours = reader.number(digits: 2), reader.skip(ascii(":")),
            let minutes = reader.number(digits: 2), hours <= 23, minutes <= 59
        else { return nil }
        return (hours * 60 + minutes) * (isWest ? -1 : 1)
    }

    /// A duration (RFC 3339, appendix A): weeks alone, or units in order without gaps.
    static func isDuration(_ text: String) -> Bool {
        var reader = ByteReader(text)
        guard reader.skip(ascii("P")), !reader.isAtEnd else { return false }
        var weeks = reader
        if weeks.skip(while: \.isDigit) > 0, weeks.skip(ascii("W")) { return weeks.isAtEnd }
        guard readUnits("YMD", &reader) else { return false }
        if reader.skip(ascii("T")), reader.isAtEnd || !readUnits("HMS", &reader) { return false }
        return reader.isAtEnd
    }

    private static func readUnits(_ units: String, _ reader: inout ByteReader) -> Bool {
        var remaining = Array(units.utf8)[...]
        var isFirst = true
        while let current = reader.current, current.isDigit {
            _ = reader.skip(while: \.isDigit)
            guard let unit = reader.current, let index = remaining.firstIndex(of: unit),
                isFirst || index == remaining.startIndex
            else { return false }
            reader.offset += 1
            remaining = remaining[(index + 1)...]
            isFirst = false
        }
        return true
    }
}
