import Logging
import Testing

@testable import EventPlatform

@Suite struct DiagnosticsTests {
    private let diagnostics = Diagnostics(logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })

    @Test func `an equal diagnostic is kept once`() {
        diagnostics.report(.store, "full")
        diagnostics.report(.store, "full")
        diagnostics.report(.schema, "full")
        #expect(diagnostics.recent.map(\.description) == ["store: full", "schema: full"])
    }

    @Test func `the latest diagnostics are kept, oldest first`() {
        for number in 0..<Diagnostics.capacity + 10 { diagnostics.report(.delivery, "\(number)") }
        let messages = diagnostics.recent.map(\.message)
        #expect(messages == (10..<Diagnostics.capacity + 10).map { "\($0)" })
    }

    @Test func `a failed attempt is reported and returns nil`() {
        struct Failure: Error {}
        let succeeded = diagnostics.attempt("reading") { 7 }
        #expect(succeeded == 7 && diagnostics.recent.isEmpty)
        let failed: Int? = diagnostics.attempt("writing") { throw Failure() }
        #expect(failed == nil)
        #expect(diagnostics.recent.map(\.description) == ["store: writing: Failure()"])
    }
}
