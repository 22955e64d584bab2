import EventSupport
import Testing

@testable import EventPlatform

@Suite struct IdentifiersTests {
    @Test func `generated ids have the form of session ids, UUIDs of version 4 and of version 7`() {
        let random = Locked(SeededGenerator(seed: 3))
        let identifiers = Identifiers { random.withLock { $0.next() } }
        for _ in 0..<100 {
            #expect(identifiers.sessionID().wholeMatch(of: /[0-9a-f]{20}/) != nil)
            #expect(
                identifiers.installID().wholeMatch(
                    of: /[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/) != nil)
            let id = identifiers.eventID(at: Timestamp(milliseconds: 0x0123_4567_89AB))
            #expect(id.wholeMatch(of: /01234567-89ab-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/) != nil, "\(id)")
        }
    }
}
