import EventCatalog
import EventCatalogChecks
import Testing

@testable import eventctl

@Suite struct StyledLineTests {
    @Test func `on a terminal parts have colours, and control characters are escaped`() {
        let line = StyledLine(("a\u{1B}[0m", .severity(.error)), ("b\n", .plain))
        #expect(line.coloured == "\u{1B}[1;31ma\\u{1b}[0m\u{1B}[0mb\\u{a}")
    }
}
