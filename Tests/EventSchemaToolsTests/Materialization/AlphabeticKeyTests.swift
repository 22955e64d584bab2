import EventSupport
import Testing

@testable import EventSchemaTools

@Suite struct AlphabeticKeyTests {
    @Test(
        arguments: [
            ["$id", "a"], ["_a", "a_b"], ["a", "a_"], ["a_b", "aa"], ["a1", "aa"], ["a", "A"], ["A", "ab"],
            ["aB", "Ab"], ["e", "é"], ["é", "f"], ["éa", "eb"],
        ]) func `marks come before digits, these before letters, and small letters before large ones`(names: [String])
    {
        #expect(AlphabeticKey(names[0]) < AlphabeticKey(names[1]))
        #expect(!(AlphabeticKey(names[1]) < AlphabeticKey(names[0])))
    }

    @Test func `names of ASCII have the order that the levels of all names give`() {
        var generator = SeededGenerator(seed: 1)
        let characters = Array("aAbBzZ09_-$.~ \t")
        func name() -> String {
            String(
                (0..<Int.random(in: 0...4, using: &generator)).map { _ in
                    characters.randomElement(using: &generator) ?? "a"
                })
        }
        for _ in 0..<20_000 {
            let (left, right) = (name(), name())
            let expected = CollationLevels(left) < CollationLevels(right)
            #expect(PlainCollation.isInOrder(left.utf8, right.utf8) == expected, "\(left) and \(right)")
        }
    }
}
