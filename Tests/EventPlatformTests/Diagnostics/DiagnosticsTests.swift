import InMemoryLogging
import Logging
import Testing

@testable import EventPlatform

@Suite struct DiagnosticsTests {
    private let diagnostics = Diagnostics(logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })

    @Test func `a diagnostic is one line, whatever the name of a stream`() {
        let diagnostic = Diagnostic(kind: .misuse, message: "no stream a\r\nb\u{1B}[1m\u{85}c")
        #expect(diagnostic.message == "no stream a b [1m c")
    }

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

    /// `older` is the number of diagnostics that are not kept any more.
    @Test(arguments: [0, 1, 10])
    func `one of the latest diagnostics is neither kept twice nor logged again`(older: Int) {
        let log = InMemoryLogHandler()
        let diagnostics = Diagnostics(logger: Logger(label: "test") { _ in log })
        let messages = (0..<older + Diagnostics.capacity).map { "\($0)" }
        for message in messages { diagnostics.report(.store, message) }
        let latest = Array(messages.suffix(Diagnostics.capacity))
        for message in latest.reversed() { diagnostics.report(.store, message) }
        #expect(diagnostics.recent.map(\.message) == latest)
        #expect(log.entries.count == messages.count)
    }

    @Test func `a diagnostic is kept and logged again after 256 others`() {
        let log = InMemoryLogHandler()
        let diagnostics = Diagnostics(logger: Logger(label: "test") { _ in log })
        let others = (1...Diagnostics.capacity).map { "\($0)" }
        for message in ["first"] + others + ["first"] { diagnostics.report(.store, message) }
        #expect(diagnostics.recent.map(\.message) == Array(others.dropFirst()) + ["first"])
        #expect(log.entries.count == Diagnostics.capacity + 2)
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
