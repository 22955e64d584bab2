import Testing

@testable import EventPlatform

@Suite struct AcceptanceRecordTests {
    @Test func `an acceptance counts for events that were tried before it, and for no others`() {
        var record = AcceptanceRecord()
        let (fresh, failed) = (LeasedEvent.test(1), LeasedEvent.test(2, attempts: 1))
        record.accepted()
        #expect(!record.hasAcceptedSinceLastTry(of: [fresh]), "never tried")
        #expect(record.hasAcceptedSinceLastTry(of: [failed]), "tried by an earlier process")
        record.tried(fresh)
        record.tried(failed)
        #expect(!record.hasAcceptedSinceLastTry(of: [fresh]) && !record.hasAcceptedSinceLastTry(of: [failed]))
        record.accepted()
        #expect(record.hasAcceptedSinceLastTry(of: [fresh, failed]))
        #expect(!record.hasAcceptedSinceLastTry(of: [fresh, failed, LeasedEvent.test(3)]), "each of them")
        record.finished(failed)
        record.tried(fresh)
        #expect(!record.hasAcceptedSinceLastTry(of: [fresh]))
    }
}
