import Foundation
import Testing

@testable import EventPlatform

@Suite struct HTTPDateTests {
    /// The text of a `Date` header.
    static func text(_ time: Timestamp) -> String {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(secondsFromGMT: 0)
        formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
        return formatter.string(from: Date(timeIntervalSince1970: Double(time.milliseconds) / 1000))
    }

    @Test(
        arguments: [
            ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777), ("Sunday, 06-Nov-94 08:49:37 GMT", 784_111_777),
            ("Sun Nov  6 08:49:37 1994", 784_111_777), ("Sun Nov 16 08:49:37 1994", 784_975_777),
            ("Mon, 06 Nov 1994 08:49:37 GMT", 784_111_777), ("sun, 06 nov 1994 08:49:37 gmt", 784_111_777),
            ("  Thu, 1 Jan 2026 00:01:00 GMT ", 1_767_225_660), ("Thu, 01-Jan-2026 00:01:00 GMT", 1_767_225_660),
            ("Thu, 01 Jan 2026 00:01:00 UTC", 1_767_225_660), ("Thu, 01 Jan 2026 00:01:00 +0000", 1_767_225_660),
            ("Thu, 01 Jan 1970 00:00:00 GMT", 0), ("Wed, 31 Dec 1969 23:59:59 GMT", -1),
            ("Thursday, 01-Jan-70 00:00:00 GMT", 0), ("Sunday, 01-Jan-68 00:00:00 GMT", 3_092_601_600),
            ("Thu, 29 Feb 2024 12:00:00 GMT", 1_709_208_000), ("Tue, 29 Feb 2000 00:00:00 GMT", 951_782_400),
            ("Sat, 31 Dec 2016 23:59:60 GMT", 1_483_228_800), ("Fri, 31 Dec 9999 23:59:59 GMT", 253_402_300_799),
        ])
    func `the three date forms of RFC 9110 are read with any weekday and in any case`(text: String, seconds: Int64) {
        #expect(HTTPDate.timestamp(text) == Timestamp(milliseconds: seconds * 1000))
    }

    @Test(
        arguments: [
            "", " ", "soon", "120", "2026-01-01T00:00:00Z", "Thu, 01 Jan 2026 00:01:00",
            "Foo, 01 Jan 2026 00:01:00 GMT", "Thu, 01 Jan 2026 00:01:00 EST", "Thu, 01 Jan 2026 00:01 GMT",
            "Thu, 01 Jan 2026 24:00:00 GMT",
            "Thu, 01 Jan 2026 00:60:00 GMT", "Thu, 01 Jan 2026 00:00:61 GMT", "Mon, 30 Feb 2026 00:00:00 GMT",
            "Sun, 29 Feb 2026 00:00:00 GMT", "Thu, 00 Jan 2026 00:00:00 GMT", "Thu, 32 Jan 2026 00:00:00 GMT",
            "Thu, 01 Foo 2026 00:00:00 GMT", "Thu, 01 Jan 026 00:00:00 GMT", "Thu, 01 Jan 20260 00:00:00 GMT",
            "Thu, 01 Jan 2026 00:01:00 GMT GMT", "Thu Jan 1 00:01:00 26", "Thu, 01 Jan 2026 ０0:00:00 GMT",
            "Thu, 99999999999999999999 Jan 2026 00:00:00 GMT", "Thu, 01 Jan 2026 :: GMT", "- - - - - -",
        ])
    func `a text that is not an HTTP date is refused`(text: String) {
        #expect(HTTPDate.timestamp(text) == nil)
    }

    @Test func `every 17th day from 1600 to 2400 is read as it was written`() {
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        for day in stride(from: Int64(-135_140), through: 157_054, by: 17) {
            let moment = Timestamp(milliseconds: day * 86_400_000)
            let date = moment.iso8601.prefix(10).split(separator: "-").map(String.init)
            let text = "Mon, \(date[2]) \(months[(Int(date[1]) ?? 1) - 1]) \(date[0]) 00:00:00 GMT"
            guard HTTPDate.timestamp(text) != moment else { continue }
            Issue.record("\(text) is not day \(day)")
            return
        }
    }
}
