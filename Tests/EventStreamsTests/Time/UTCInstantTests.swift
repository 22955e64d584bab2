import EventStreams
import Testing

@Suite struct UTCInstantTests {
    @Test(
        arguments: [
            ("1970-01-01T00:00:00Z", 0), ("2026-01-31T23:59:59Z", 1_769_903_999),
            ("2000-02-29T00:00:00+01:00", 951_778_800),
            ("1969-12-31t23:59:59z", -1), ("0000-03-01 00:00:00Z", -62_162_035_200),
            ("9999-12-31T23:59:60Z", 253_402_300_800),
            ("2026-01-01T00:00:00-12:30", 1_767_270_600),
        ])
    func `RFC 3339 date-times are read as instants`(text: String, seconds: Int64) {
        #expect(UTCInstant(rfc3339: text) == UTCInstant(seconds: seconds))
    }

    @Test(
        arguments: [
            "", "2026-01-31", "2026-02-29T00:00:00Z", "2026-13-01T00:00:00Z", "2026-01-01T24:00:00Z",
            "2026-01-01T00:00:00",
            "2026-01-01T00:00:00.Z", "2026-01-01T00:00:00+0100", "2026-01-01T00:00:00Z ", "+026-01-01T00:00:00Z",
            "2100-02-29T00:00:00Z", "２026-01-01T00:00:00Z",
        ])
    func `other texts are not date-times`(text: String) {
        #expect(UTCInstant(rfc3339: text) == nil)
    }

    @Test func `fractions count, to 18 digits`() throws {
        let instants = ["", ".000000000000000001", ".25", ".3", ".9999999999999999999"].map {
            UTCInstant(rfc3339: "2026-01-01T00:00:00\($0)Z")
        }
        #expect(
            instants.compactMap(\.?.attoseconds) == [
                0, 1, 250_000_000_000_000_000, 300_000_000_000_000_000, 999_999_999_999_999_999,
            ])
        #expect(try #require(instants[1]) < #require(instants[2]))
    }

    @Test func `parts carry into whole seconds`() {
        #expect(UTCInstant(seconds: 1, attoseconds: -1) == UTCInstant(seconds: 0, attoseconds: 999_999_999_999_999_999))
        #expect(
            UTCInstant(seconds: 1, attoseconds: 2_000_000_000_000_000_003) == UTCInstant(seconds: 3, attoseconds: 3))
    }

    @Test(arguments: ["2026-01-31", "2026-01-31T00:00:00"])
    func `a date without zone is UTC, without time its first instant`(text: String) {
        #expect(UTCInstant(iso8601: text) == UTCInstant(seconds: 1_769_817_600))
    }
}
