import EventSupport
import Testing

@testable import EventPlatform

@Suite struct LeasesTests {
    /// Beside a dictionary of rows: begun in any order, ended in any order, expired.
    @Test(arguments: 0..<50)
    func `random leases are those of a dictionary`(seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed))
        var (leases, model): (Leases, [Int64: Duration]) = (Leases(), [:])
        for step in 0..<200 {
            let rows = (0..<Int.random(in: 1...12, using: &random)).map { _ in Int64.random(in: 1...40, using: &random)
            }
            let run = Array(rows[0]..<rows[0] + Int64(rows.count))
            let chosen = Bool.random(using: &random) ? run : Array(Set(rows)).shuffled(using: &random)
            switch Int.random(in: 0..<8, using: &random) {
            case 0..<4:
                let (free, deadline) = (chosen.filter { model[$0] == nil }, Duration.seconds(step + rows.count % 3))
                leases.begin(free, until: deadline)
                for row in free { model[row] = deadline }
            case 4..<7:
                leases.end(chosen)
                for row in chosen { model[row] = nil }
            default:
                leases.expire(now: .seconds(step - 5))
                model = model.filter { $0.value > .seconds(step - 5) }
            }
            #expect(leases.count == model.count)
            for row in Int64(0)...60 where leases.holds(row) != (model[row] != nil) { Issue.record("row \(row)") }
        }
    }

    @Test func `the first and the last row number can be leased`() {
        var leases = Leases()
        leases.begin([.max, .min, 0], until: .seconds(1))
        #expect(leases.count == 3 && leases.holds(.max) && leases.holds(.min) && !leases.holds(1))
        leases.end([.min, .max])
        #expect(leases.count == 1 && !leases.holds(.max) && !leases.holds(.min))
    }

    @Test func `a row that is leased again stays leased until its first deadline`() {
        var leases = Leases()
        leases.begin([5, 6, 6, 7], until: .seconds(2))
        leases.begin([4, 6, 8], until: .seconds(1))
        #expect(leases.count == 5 && (4...8).allSatisfy(leases.holds))
        leases.expire(now: .seconds(1))
        #expect(leases.count == 3 && (5...7).allSatisfy(leases.holds))
    }
}
