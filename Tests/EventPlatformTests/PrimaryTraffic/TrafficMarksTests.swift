import Testing

@testable import EventPlatform

@Suite struct TrafficMarksTests {
    @Test func `traffic without requests has no end`() { #expect(TrafficMarks().endsAt == nil) }

    @Test func `overlapping requests end with the last of them, in whatever order they end`() {
        for order in [[0, 1], [1, 0]] {
            var marks = TrafficMarks()
            let requests = [marks.begin(now: .seconds(1)), marks.begin(now: .seconds(2))]
            marks.end(requests[order[0]], now: .seconds(5))
            #expect(marks.inFlight(now: .seconds(5)) == 1)
            #expect(marks.endsAt! > .seconds(9), "one is in flight")
            marks.end(requests[order[1]], now: .seconds(9))
            #expect(marks.endsAt == .seconds(9))
            #expect(marks.inFlight(now: .seconds(9)) == 0)
        }
    }

    @Test func `a request that never ends counts for 60 s, whatever follows it`() {
        var marks = TrafficMarks()
        _ = marks.begin(now: .seconds(10))
        #expect(marks.endsAt == .seconds(70))
        #expect(marks.inFlight(now: .seconds(69)) == 1 && marks.inFlight(now: .seconds(70)) == 0)
        let next = marks.begin(now: .seconds(100))
        marks.end(next, now: .seconds(101))
        #expect(marks.endsAt == .seconds(101))
    }

    @Test func `a request that ends after 60 s is traffic at its end`() {
        var marks = TrafficMarks()
        let download = marks.begin(now: .zero)
        _ = marks.begin(now: .seconds(90))  // the download is no longer counted
        marks.end(download, now: .seconds(200))
        #expect(marks.endsAt == .seconds(200))
    }

    @Test func `marks never move the end back`() {
        var marks = TrafficMarks()
        let (first, second) = (marks.begin(now: .seconds(1)), marks.begin(now: .seconds(2)))
        marks.end(second, now: .seconds(8))
        marks.end(first, now: .seconds(6))
        marks.end(first, now: .seconds(7))
        #expect(marks.endsAt == .seconds(8))
    }

    @Test func `a request at the end of time is no overflow`() {
        var marks = TrafficMarks()
        let end = Duration.seconds(Int64.max)
        _ = marks.begin(now: end)
        #expect(marks.endsAt == end.adding(TrafficMarks.maximumRequestDuration))
    }
}
