import EventSchema
import EventSupport
import Testing

@testable import EventPlatform

@Suite struct LedgerTests {
    private static func ledger(_ random: inout SeededGenerator) -> Ledger {
        var ledger = Ledger()
        for _ in 0..<20 {
            let stream = ["a", "b", "c"][Int.random(in: 0..<3, using: &random)]
            let count = Int.random(in: 1...5, using: &random)
            switch Int.random(in: 0..<4, using: &random) {
            case 0: ledger.countSubmitted(stream, count)
            case 1: ledger.countDelivered(stream, count)
            case 2: ledger.countUnvalidated(stream, count)
            default:
                let reason = DropReason.allCases[Int.random(in: 0..<DropReason.allCases.count, using: &random)]
                ledger.countDropped(stream, reason, count)
            }
        }
        return ledger
    }

    @Test func `pending events are those submitted, neither delivered nor dropped`() {
        var ledger = Ledger()
        ledger.countSubmitted("a", 10)
        ledger.countDelivered("a", 3)
        ledger.countDropped("a", .curated, 2)
        ledger.countDropped("a", .invalid)
        ledger.countUnvalidated("a", 4)
        let account = ledger.streams["a"]
        #expect(account?.pending == 4 && account?.droppedTotal == 3)
        #expect(account?.dropped == [.curated: 2, .invalid: 1])
    }

    @Test func `the total is the sum over all streams`() {
        var ledger = Ledger()
        ledger.countSubmitted("a", 2)
        ledger.countSubmitted("b", 3)
        ledger.countDropped("a", .curated)
        ledger.countDropped("b", .curated)
        #expect(ledger.total.submitted == 5 && ledger.total.dropped == [.curated: 2] && ledger.total.pending == 3)
    }

    @Test(arguments: 0..<20 as Range<UInt64>)
    func `a sum less one of its parts has the counts of the other`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let (first, second) = (Self.ledger(&random), Self.ledger(&random))
        let rest = (first + second) - second
        for stream in ["a", "b", "c"] {
            let (expected, account) = (first.streams[stream] ?? .init(), rest.streams[stream] ?? .init())
            #expect(account.submitted == expected.submitted && account.delivered == expected.delivered)
            #expect(account.unvalidated == expected.unvalidated)
            #expect(account.dropped.filter { $0.value != 0 } == expected.dropped)
        }
    }

    @Test(arguments: 0..<20 as Range<UInt64>)
    func `a ledger is read from its entries`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let ledger = Self.ledger(&random)
        #expect(Ledger(ledger.entries) == ledger)
    }

    @Test func `an entry with an unknown outcome is ignored`() {
        #expect(Ledger([Ledger.Entry(stream: "a", outcome: "no such outcome", count: 1)]).isEmpty)
    }

    /// The reasons share the outcomes of entries with the other counts.
    @Test func `no drop reason has the label of another count`() {
        for outcome in ["submitted", "delivered", "unvalidated", "pending"] {
            #expect(DropReason(rawValue: outcome) == nil)
        }
    }

    @Test func `the JSON has the total and each stream, sorted by name`() {
        var ledger = Ledger()
        ledger.countSubmitted("b")
        ledger.countUnvalidated("b")
        ledger.countSubmitted("a", 2)
        ledger.countDropped("a", .invalid)
        ledger.countDropped("a", .curated)
        let expected =
            #"{"submitted":3,"delivered":0,"pending":1,"dropped":{"curated":1,"invalid":1},"unvalidated":1,"streams":{"#
            + #""a":{"submitted":2,"delivered":0,"pending":0,"dropped":{"curated":1,"invalid":1}},"#
            + #""b":{"submitted":1,"delivered":0,"pending":1,"dropped":{},"unvalidated":1}}}"#
        #expect(JSONValue.object(ledger.json).jsonText == expected)
    }

    @Test func `the entries of a difference have no count of 0`() {
        var (less, more) = (Ledger(), Ledger())
        less.countDropped("a", .curated)
        less.countSubmitted("a")
        more += less
        more.countSubmitted("a")
        more.countDropped("a", .invalid)
        let difference = (more - less).entries
        #expect(Set(difference.map(\.outcome)) == ["submitted", DropReason.invalid.rawValue])
    }
}
