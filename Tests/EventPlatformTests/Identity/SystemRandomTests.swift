import TestSupport
import Testing

@testable import EventPlatform

@Suite(.waitLimit) struct SystemRandomTests {
    @Test func `no number is returned twice, to whichever thread`() async {
        let (random, perTask) = (SystemRandom(), 1000)
        let numbers = await withTaskGroup(of: [UInt64].self) { group in
            for _ in 0..<8 { group.addTask { (0..<perTask).map { _ in random.next() } } }
            return await group.reduce(into: Set<UInt64>()) { $0.formUnion($1) }
        }
        #expect(numbers.count == 8 * perTask)
    }

    @Test func `every bit is set in about half of the numbers`() {
        let random = SystemRandom()
        let numbers = (0..<4096).map { _ in random.next() }
        for bit in 0..<64 {
            // Ten standard deviations are 320.
            let count = numbers.count { $0 >> bit & 1 == 1 }
            #expect(abs(count - 2048) < 320, "bit \(bit)")
        }
    }
}
