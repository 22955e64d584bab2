import Foundation
import Testing

@testable import EventPlatform

@Suite struct TimestampTests {
    @Test(
        arguments: [
            (0, "1970-01-01T00:00:00.000Z"), (-1, "1969-12-31T23:59:59.999Z"),
            (951_782_400_000, "2000-02-29T00:00:00.000Z"),
            (4_107_542_399_999, "2100-02-28T23:59:59.999Z"), (1_767_225_600_789, "2026-01-01T00:00:00.789Z"),
        ] as [(Int64, String)])
    func `a timestamp is formatted as ISO 8601 in UTC with milliseconds`(milliseconds: Int64, text: String) {
        #expect(Timestamp(milliseconds: milliseconds).iso8601 == text)
    }

    @Test func `timestamps from 1586 to 2298 are formatted as Foundation formats them`() {
        let formatter = ISO8601DateFormatter()
        formatter.formatOptions = [.withInternetDateTime, .withFractionalSeconds]
        for day in stride(from: -140_000, to: 120_000, by: 37) as StrideTo<Int64> {
            let milliseconds = day * 86_400_000 + 12_345_678
            let date = Date(timeIntervalSince1970: Double(milliseconds) / 1000)
            #expect(Timestamp(milliseconds: milliseconds).iso8601 == formatter.string(from: date))
        }
    }

    @Test(
        arguments: [
            (2026, 2, 29, nil), (2024, 2, 29, 1_709_164_800_000), (1900, 2, 29, nil), (1970, 1, 1, 0),
            (2026, 13, 1, nil),
            (2026, 0, 1, nil), (2026, 4, 31, nil), (2026, 1, 0, nil), (10_000, 1, 1, nil),
        ] as [(Int64, Int64, Int64, Int64?)])
    func `only a date of the calendar has a timestamp`(year: Int64, month: Int64, day: Int64, milliseconds: Int64?) {
        let timestamp = Timestamp(year: year, month: month, day: day, secondsOfDay: 0)
        #expect(timestamp?.milliseconds == milliseconds)
    }

    @Test func `advancing beyond the range saturates`() {
        #expect(Timestamp(milliseconds: .max).advanced(by: .milliseconds(1)).milliseconds == Int64.max)
        #expect(Timestamp(milliseconds: .min).advanced(by: .milliseconds(-1)).milliseconds == Int64.min)
        #expect(Timestamp(milliseconds: 5).advanced(by: .microseconds(2999)).milliseconds == 7)
    }

    @Test func `a timestamp is encoded as its number of milliseconds`() throws {
        let data = try JSONEncoder().encode([Timestamp(milliseconds: -5)])
        #expect(String(decoding: data, as: UTF8.self) == "[-5]")
        #expect(try JSONDecoder().decode([Timestamp].self, from: data) == [Timestamp(milliseconds: -5)])
    }
}
