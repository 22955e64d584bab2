import EventCatalog
import Testing

@testable import EventCatalogChecks

@Suite struct NameListTests {
    @Test func `names are enumerated with and before the last`() {
        #expect([String]().enumerated == "")
        #expect(["a"].enumerated == "a")
        #expect(["a", "b", "c"].enumerated == "a, b and c")
    }
}
