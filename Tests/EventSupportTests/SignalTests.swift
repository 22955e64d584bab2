import EventSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct SignalTests {
    @Test func `a task that has seen an earlier count does not wait`() async {
        let signal = Signal()
        let seen = signal.count
        signal.raise()
        await signal.wait(after: seen)
        #expect(signal.count == 1)
    }

    @Test func `raise wakes every waiting task`() async {
        let signal = Signal()
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<10 { group.addTask { await signal.wait(after: 0) } }
            while signal.waiterCount < 10 { await Task.yield() }
            signal.raise()
        }
        #expect(!signal.isEnded)
    }

    @Test func `end wakes waiting tasks, and no task waits after it`() async {
        let signal = Signal()
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<10 { group.addTask { await signal.wait(after: 0) } }
            while signal.waiterCount < 10 { await Task.yield() }
            signal.end()
        }
        #expect(signal.isEnded)
        await signal.wait(after: .max)
    }

    @Test func `a cancelled task does not wait`() async {
        let signal = Signal()
        let waiting = Task { await signal.wait(after: 0) }
        waiting.cancel()
        await waiting.value
        #expect(signal.count == 0)
    }
}
