import Testing

@testable import EventSupport

@Suite struct NumberWordsTests {
    @Test(arguments: [(0, "0 files"), (1, "1 file"), (2, "2 files"), (12_345, "12345 files")])
    func `a counted noun is singular for 1 and plural for every other number`(number: Int, text: String) {
        #expect(number.counted("file") == text)
    }

    @Test func `a counted noun follows digits in groups of three, and fractions`() {
        #expect(12_345.countedInGroups("file") == "12 345 files")
        #expect(1.countedInGroups("file") == "1 file")
        #expect(1.0.counted("event") == "1 event")
        #expect(0.5.counted("event") == "0.5 events")
    }
}
