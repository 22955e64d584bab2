import EventSupport
import Testing

@testable import EventPlatform

@Suite struct InboxTests {
    private static func submission(_ id: String = "", bytes: Int = 2) -> Submission {
        Submission(
            stream: "s", schema: "/t/1.0.0", id: id, time: Timestamp(milliseconds: 0), context: .empty,
            content: .event([UInt8](repeating: 0x20, count: bytes)))
    }

    @Test func `submissions are drained in the order of arrival`() {
        let inbox = Inbox(rowsPerTransaction: 64)
        for id in ["1", "2", "3"] { #expect(inbox.enqueue(Self.submission(id)) == nil) }
        #expect(inbox.drain().map(\.id) == ["1", "2", "3"])
        #expect(inbox.drain().isEmpty)
    }

    @Test func `the first submission signals an arrival, and the last of a transaction that the inbox is filled`() {
        let inbox = Inbox(rowsPerTransaction: 3)
        for _ in 1...2 { _ = inbox.enqueue(Self.submission()) }
        #expect(inbox.arrived.count == 1 && inbox.filled.count == 0)
        _ = inbox.enqueue(Self.submission())
        #expect(inbox.arrived.count == 1 && inbox.filled.count == 1)
        _ = inbox.drain()
        _ = inbox.enqueue(Self.submission())
        #expect(inbox.arrived.count == 2 && inbox.filled.count == 1)
    }

    @Test func `submissions beyond the capacity are refused until the inbox is drained`() {
        let inbox = Inbox(rowsPerTransaction: 64)
        for _ in 0..<Inbox.capacity { _ = inbox.enqueue(Self.submission()) }
        #expect(inbox.enqueue(Self.submission()) == .inboxFull)
        #expect(inbox.drain().count == Inbox.capacity)
    }

    @Test func `submissions beyond the limit of bytes are refused, also for the values of their context`() {
        let inbox = Inbox(rowsPerTransaction: 64)
        let empty = Self.submission(bytes: 0).size
        #expect(inbox.enqueue(Self.submission(bytes: Inbox.byteCapacity - empty + 1)) == .inboxFull)
        var submission = Self.submission(bytes: Inbox.byteCapacity / 2)
        submission.context.performer.groups = [String(repeating: "x", count: Inbox.byteCapacity / 2)]
        #expect(inbox.enqueue(submission) == .inboxFull)
        #expect(inbox.enqueue(Self.submission(bytes: Inbox.byteCapacity - empty)) == nil)
        #expect(inbox.enqueue(Self.submission()) == .inboxFull)
    }

    @Test func `a closed inbox refuses submissions and keeps those it has`() {
        let inbox = Inbox(rowsPerTransaction: 64)
        _ = inbox.enqueue(Self.submission("1"))
        inbox.close()
        #expect(inbox.enqueue(Self.submission("2")) == .shutDown)
        #expect(inbox.drain().map(\.id) == ["1"])
    }
}
