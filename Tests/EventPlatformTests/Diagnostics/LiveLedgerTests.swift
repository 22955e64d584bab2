import EventSupport
import Testing

@testable import EventPlatform

@Suite struct LiveLedgerTests {
    @Test func `only events that end before they are stored wait for the next transaction`() {
        let ledger = LiveLedger()
        ledger.countSubmitted("a")
        ledger.countSubmitted("a")
        #expect(!ledger.hasUnsaved)
        ledger.countSubmittedAndDropped("a", .curated)
        ledger.countSubmittedAndDropped("b", .outOfSample)
        #expect(ledger.hasUnsaved && ledger.current.total.submitted == 4 && ledger.current.total.pending == 2)
        var expected = Ledger()
        expected.countSubmitted("a")
        expected.countDropped("a", .curated)
        expected.countSubmitted("b")
        expected.countDropped("b", .outOfSample)
        #expect(ledger.drainUnsaved() == expected)
        #expect(!ledger.hasUnsaved && ledger.drainUnsaved().isEmpty)
    }

    @Test func `counts of a failed transaction wait for the next one`() {
        let ledger = LiveLedger()
        ledger.countSubmittedAndDropped("a", .outOfSample)
        let drained = ledger.drainUnsaved()
        ledger.countSubmittedAndDropped("a", .outOfSample)
        ledger.returnUnsaved(drained)
        #expect(ledger.drainUnsaved().total.dropped == [.outOfSample: 2])
        #expect(ledger.current.total.dropped == [.outOfSample: 2])
    }

    /// Drops of one reason in a row are added to the accounts late; no reader may see that.
    @Test(arguments: 0..<20 as Range<UInt64>)
    func `random drops are counted at once, and wait for one transaction each`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let ledger = LiveLedger()
        var (all, unsaved) = (Ledger(), Ledger())
        for _ in 0..<2_000 {
            let stream = ["a", "b"].randomElement(using: &generator) ?? ""
            let reasons: [DropReason] = [.outOfSample, .throttled, .unknownStream]
            let reason = reasons.randomElement(using: &generator) ?? .purged
            switch Int.random(in: 0..<40, using: &generator) {
            case 0: #expect(ledger.current == all)
            case 1:
                #expect(ledger.hasUnsaved == !unsaved.isEmpty)
                #expect(ledger.drainUnsaved() == unsaved)
                unsaved = Ledger()
            case 2:
                ledger.returnUnsaved(ledger.drainUnsaved())
            default:
                let isFirst = ledger.counts.withLock { $0.countSubmittedAndDropped(stream, at: nil, reason) }
                #expect(isFirst == (unsaved.streams[stream]?.dropped[reason] == nil))
                all.countSubmitted(stream)
                all.countDropped(stream, reason)
                unsaved.countSubmitted(stream)
                unsaved.countDropped(stream, reason)
            }
        }
        #expect(ledger.current == all && ledger.drainUnsaved() == unsaved)
    }

    @Test func `counts at the place of a stream are those under its name, and a place alone counts nothing`() {
        let ledger = LiveLedger()
        ledger.countSubmitted("a")
        let (a, b) = (ledger.accountIndex(of: "a"), ledger.accountIndex(of: "b"))
        ledger.countSubmitted("a", at: a)
        ledger.countSubmittedAndDropped("a", at: a, .outOfSample)
        #expect(ledger.current["a"].submitted == 3 && ledger.current["a"].dropped == [.outOfSample: 1])
        #expect(Array(ledger.current.streams.keys) == ["a"])
        ledger.countSubmittedAndDropped("b", at: b, .outOfSample)
        #expect(ledger.current["b"].submitted == 1 && ledger.drainUnsaved()["b"].submitted == 1)
    }

    @Test func `configured streams leave room for the accounts of streams that callers name`() {
        let ledger = LiveLedger()
        for number in 0..<LiveLedger.maximumStreams { _ = ledger.accountIndex(of: "stream \(number)") }
        ledger.countSubmittedAndDropped("named", .unknownStream)
        #expect(ledger.current["named"].submitted == 1)
    }

    @Test func `dropped events of too many streams share one account`() {
        let ledger = LiveLedger()
        for number in 0..<LiveLedger.maximumStreams + 10 {
            ledger.countSubmittedAndDropped("stream \(number)", .unknownStream)
        }
        ledger.countSubmittedAndDropped("stream 0", .unknownStream)
        let streams = ledger.current.streams
        #expect(streams.count == LiveLedger.maximumStreams + 1)
        #expect(streams[LiveLedger.otherStreams]?.submitted == 10 && streams["stream 0"]?.submitted == 2)
    }
}

extension LiveLedger {
    fileprivate func countSubmitted(_ stream: String, at index: AccountIndex? = nil) {
        counts.withLock { $0.countSubmitted(stream, at: index) }
    }

    fileprivate func countSubmittedAndDropped(_ stream: String, at index: AccountIndex? = nil, _ reason: DropReason) {
        counts.withLock { _ = $0.countSubmittedAndDropped(stream, at: index, reason) }
    }
}
