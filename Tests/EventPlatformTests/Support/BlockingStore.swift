import EventPlatformTesting
import EventSupport
import Foundation

@testable import EventPlatform

/// A store whose commits wait until they are let through.
final class BlockingStore: ForwardingStore {
    let base = InMemoryEventStore()
    let blocked = Signal()
    private let gate = NSCondition()
    private let isOpen = Locked(true)

    func set(isOpen: Bool) {
        self.isOpen.withLock { $0 = isOpen }
        gate.lock()
        gate.broadcast()
        gate.unlock()
    }

    func commit(_ transaction: StoreTransaction) throws -> Ledger {
        gate.lock()
        while !isOpen.withLock(\.self) {
            blocked.raise()
            gate.wait()
        }
        gate.unlock()
        return base.commit(transaction)
    }
}
