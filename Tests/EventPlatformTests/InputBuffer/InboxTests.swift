import EventSchema
import EventSupport
import Testing

@testable import EventPlatform

@Suite struct InboxTests {
    private static func submission(_ id: Int = 0, bytes: Int = 2) -> Submission {
        Submission(
            .init(
                stream: "s", schema: "/t/1.0.0", id: "\(id)", time: Timestamp(milliseconds: 0), context: .empty,
                content: .written([UInt8](repeating: 0x20, count: bytes))))
    }

    private static func enqueue(_ inbox: Inbox, _ submission: Submission) -> DropReason? {
        inbox.enqueue(submission, size: submission.size)
    }

    @Test func `submissions are drained in the order of arrival`() {
        let inbox = Inbox(eventsPerTransaction: 64, ledger: LiveLedger(), arrived: Signal())
        for id in 1...3 { #expect(Self.enqueue(inbox, Self.submission(id)) == nil) }
        #expect(inbox.drain() == (1...3).map { Self.submission($0) })
        #expect(inbox.drain().isEmpty)
    }

    @Test func `the first submission and the last of a transaction signal an arrival`() {
        let arrived = Signal()
        let inbox = Inbox(eventsPerTransaction: 3, ledger: LiveLedger(), arrived: arrived)
        for (count, fill) in [(1, Inbox.Fill.some), (1, .some), (2, .full), (2, .full)] {
            _ = Self.enqueue(inbox, Self.submission())
            #expect(arrived.count == count && inbox.content.withLock(\.fill) == fill)
        }
        _ = inbox.drain()
        #expect(inbox.content.withLock(\.fill) == .empty)
        _ = Self.enqueue(inbox, Self.submission())
        #expect(arrived.count == 3)
    }

    @Test func `submissions beyond the capacity are refused until the inbox is drained`() {
        let inbox = Inbox(eventsPerTransaction: 64, ledger: LiveLedger(), arrived: Signal())
        for _ in 0..<Inbox.capacity { _ = Self.enqueue(inbox, Self.submission()) }
        #expect(Self.enqueue(inbox, Self.submission()) == .inboxFull)
        #expect(inbox.drain().count == Inbox.capacity)
        #expect(Self.enqueue(inbox, Self.submission(bytes: Inbox.byteCapacity)) == nil)
        #expect(Self.enqueue(inbox, Self.submission()) == .inboxFull, "the limit of bytes")
    }

    @Test func `an interaction counts by the size of its properties and its context`() {
        let inbox = Inbox(eventsPerTransaction: 64, ledger: LiveLedger(), arrived: Signal())
        let half = String(repeating: "x", count: Inbox.byteCapacity / 2)
        let submission = Self.submission().changed {
            $0.content = .interaction(JSON(["action": "click", "element_id": .string(half)]))
        }
        #expect(Self.enqueue(inbox, submission.changed { $0.context.page.title = half }) == .inboxFull)
        #expect(Self.enqueue(inbox, submission) == nil)
        #expect(Self.enqueue(inbox, submission) == .inboxFull)
    }

    @Test func `a closed inbox refuses submissions and keeps those it has`() {
        let inbox = Inbox(eventsPerTransaction: 64, ledger: LiveLedger(), arrived: Signal())
        _ = Self.enqueue(inbox, Self.submission(1))
        inbox.close()
        #expect(Self.enqueue(inbox, Self.submission(2)) == .shutDown)
        #expect(inbox.drain() == [Self.submission(1)])
    }

    @Test func `a submission is counted in the step in which it is added or refused`() {
        let ledger = LiveLedger()
        let inbox = Inbox(eventsPerTransaction: 64, ledger: ledger, arrived: Signal())
        _ = Self.enqueue(inbox, Self.submission(1))
        #expect(ledger.current["s"].submitted == 1 && ledger.current["s"].pending == 1 && !ledger.hasUnsaved)
        inbox.close()
        _ = Self.enqueue(inbox, Self.submission(2))
        #expect(ledger.current["s"].submitted == 2 && ledger.current["s"].dropped == [.shutDown: 1])
        #expect(ledger.drainUnsaved()["s"].submitted == 1, "the event that was added is recorded with its row")
    }
}
