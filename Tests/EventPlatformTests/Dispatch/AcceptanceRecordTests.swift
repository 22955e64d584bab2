import Testing

@testable import EventPlatform

@Suite struct AcceptanceRecordTests {
    @Test func `an acceptance counts for events that were attempted before it, and for no others`() {
        var record = AcceptanceRecord()
        let (fresh, failed) = (LeasedEvent.test(1), LeasedEvent.test(2, attempts: 1))
        record.accepted()
        #expect(!record.hasAcceptedSinceLastAttempt(of: [fresh]), "never attempted")
        #expect(record.hasAcceptedSinceLastAttempt(of: [failed]), "attempted by an earlier process")
        record.attempted(fresh)
        record.attempted(failed)
        #expect(!record.hasAcceptedSinceLastAttempt(of: [fresh]) && !record.hasAcceptedSinceLastAttempt(of: [failed]))
        record.accepted()
        #expect(record.hasAcceptedSinceLastAttempt(of: [fresh, failed]))
        #expect(!record.hasAcceptedSinceLastAttempt(of: [fresh, failed, LeasedEvent.test(3)]), "each of them")
        record.finished(failed)
        record.attempted(fresh)
        #expect(!record.hasAcceptedSinceLastAttempt(of: [fresh]))
    }
}
