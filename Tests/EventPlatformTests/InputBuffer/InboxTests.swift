import EventSupport
import Testing

@testable import EventPlatform

@Suite struct InboxTests {
    @Test func `submissions are drained in the order of arrival`() {
        let inbox = Inbox(rowsPerTransaction: 64)
        for byte in 1...3 as ClosedRange<UInt8> { #expect(inbox.enqueue([byte]) == nil) }
        #expect(inbox.drain() == [[1], [2], [3]])
        #expect(inbox.drain().isEmpty)
    }

    @Test func `the first submission signals an arrival, and the last of a transaction that the inbox is filled`() {
        let inbox = Inbox(rowsPerTransaction: 3)
        for _ in 1...2 { _ = inbox.enqueue([0]) }
        #expect(inbox.arrived.count == 1 && inbox.filled.count == 0)
        _ = inbox.enqueue([0])
        #expect(inbox.arrived.count == 1 && inbox.filled.count == 1)
        _ = inbox.drain()
        _ = inbox.enqueue([0])
        #expect(inbox.arrived.count == 2 && inbox.filled.count == 1)
    }

    @Test func `submissions beyond the capacity are refused until the inbox is drained`() {
        let inbox = Inbox(rowsPerTransaction: 64)
        for _ in 0..<Inbox.capacity { _ = inbox.enqueue([0]) }
        #expect(inbox.enqueue([0]) == .inboxFull)
        #expect(inbox.drain().count == Inbox.capacity)
        #expect(inbox.enqueue([UInt8](repeating: 0, count: Inbox.byteCapacity)) == nil)
        #expect(inbox.enqueue([0]) == .inboxFull, "the limit of bytes")
    }

    @Test func `a closed inbox refuses submissions and keeps those it has`() {
        let inbox = Inbox(rowsPerTransaction: 64)
        _ = inbox.enqueue([1])
        inbox.close()
        #expect(inbox.enqueue([2]) == .shutDown)
        #expect(inbox.drain() == [[1]])
    }
}
