import EventSupport
import Testing

@Suite struct LockedTests {
    @Test(arguments: [true, false])
    func `one step changes two states, whether they share a lock or not`(isShared: Bool) async {
        let first = Locked(0)
        let second = isShared ? Locked(0, sharing: first) : Locked(0)
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    for _ in 0..<1000 {
                        first.withLock(and: second) { ($0, $1) = ($0 + 1, $1 + 1) }
                        second.withLock { $0 += 1 }
                    }
                }
            }
        }
        #expect(first.withLock { $0 } == 8000)
        #expect(second.withLock { $0 } == 16_000)
    }

    @Test func `a shared lock is there as long as one of the states is`() {
        func sharing() -> Locked<Int> { Locked(1, sharing: Locked(0, sharing: Locked(0))) }
        let state = sharing()
        state.withLock { $0 += 1 }
        #expect(state.withLock { $0 } == 2)
    }
}
