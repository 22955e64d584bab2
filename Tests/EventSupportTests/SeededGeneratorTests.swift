import EventSupport
import Testing

@Suite struct SeededGeneratorTests {
    @Test func `seed 0 gives the first numbers of SplitMix64`() {
        var random = SeededGenerator(seed: 0)
        #expect([random.next(), random.next()] == [0xE220_A839_7B1D_CDAF, 0x6E78_9E6A_A1B9_65F4])
    }
}
