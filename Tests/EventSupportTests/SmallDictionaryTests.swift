import EventSupport
import Testing

@Suite struct SmallDictionaryTests {
    private enum Key: CaseIterable, Comparable { case a, b, c, d, e }

    @Test(arguments: 0..<50 as Range<UInt64>)
    func `a small dictionary agrees with a dictionary, sorted by key`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var (small, dictionary) = (SmallDictionary<Key, Int>(), [Key: Int]())
        for value in 0..<20 {
            let key = Key.allCases.randomElement(using: &random) ?? .a
            let change = Bool.random(using: &random) ? value : nil
            (small[key], dictionary[key]) = (change, change)
            #expect(Key.allCases.allSatisfy { small[$0] == dictionary[$0] } && small.isEmpty == dictionary.isEmpty)
            #expect(small.elements.map(\.key) == dictionary.keys.sorted())
        }
        #expect(small.filter { $0 != .c }.elements.map(\.key) == small.elements.map(\.key).filter { $0 != .c })
    }

    @Test func `equal content is equal, whatever order it was set in`() {
        var (left, right) = (SmallDictionary<Key, Int>(), SmallDictionary<Key, Int>())
        for key in Key.allCases { left[key] = 1 }
        for key in Key.allCases.reversed() { right[key] = 1 }
        #expect(left == right && left.hashValue == right.hashValue)
    }
}
