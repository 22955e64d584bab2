import Testing

@testable import EventPlatform

@Suite struct DurationTests {
    @Test func `a sum beyond the longest duration in use is that duration`() {
        let longest = Duration.seconds(1 << 60)
        #expect(Duration.seconds(2).adding(.milliseconds(5)) == .milliseconds(2005))
        #expect(Duration.seconds(Int64.max).adding(.seconds(Int64.max)) == longest)
        #expect(longest.adding(.nanoseconds(1)) == longest)
        #expect(Duration.seconds(5).adding(.seconds(-7)) == .seconds(-2))
    }

    @Test func `whole milliseconds are rounded towards zero and saturate`() {
        #expect(Duration.nanoseconds(1_999_999).wholeMilliseconds == 1)
        #expect(Duration.nanoseconds(-1_999_999).wholeMilliseconds == -1)
        #expect(Duration.seconds(Int64.max).wholeMilliseconds == Int64.max)
        #expect(Duration.seconds(Int64.min).wholeMilliseconds == Int64.min)
    }
}
