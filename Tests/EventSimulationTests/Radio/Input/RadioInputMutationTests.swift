import EventPlatform
import EventSchema
import EventSupport
import TestSupport
import Testing

@testable import EventSimulation

/// Broken traces, models and HAR files: each is read or refused with findings, and what is read can be simulated.
@Suite struct RadioInputMutationTests {
    private static let mode = [ComparedMode("piggyback", .piggyback())]

    private static func attempt<Value>(_ read: () throws -> Value) -> Value? {
        do { return try read() } catch {
            #expect((error as? InputFindings)?.findings.isEmpty == false, "\(error)")
            return nil
        }
    }

    /// A text with some of its bytes replaced, removed or repeated.
    private static func mutated(_ text: String, _ random: inout SeededGenerator) -> [UInt8] {
        var bytes = Array(text.utf8)
        let strangers = Array("0123456789.,-eE+#\n\r \u{0}naif\u{FF}".utf8) + [0xFF]
        for _ in 0..<Int.random(in: 1...6, using: &random) where !bytes.isEmpty {
            let place = Int.random(in: 0..<bytes.count, using: &random)
            switch Int.random(in: 0..<4, using: &random) {
            case 0: bytes.remove(at: place)
            case 1: bytes.insert(strangers.randomElement(using: &random) ?? 0, at: place)
            case 2: bytes.removeSubrange(place..<min(bytes.count, place + 9))
            default: bytes[place] = strangers.randomElement(using: &random) ?? 0
            }
        }
        return bytes
    }

    @Test func `mutated traces are read or refused`() throws {
        var random = SeededGenerator(seed: 3)
        let lines = try #require(AppTrace.builtInText("reader")).split(separator: "\n").prefix(30)
        let (text, wifi) = (lines.joined(separator: "\n"), try #require(RadioModel.named("wifi")))
        var read = 0
        for _ in 0..<600 {
            let bytes = Self.mutated(text, &random)
            guard let trace = Self.attempt({ try AppTrace(file: bytes, name: "t") }) else { continue }
            read += 1
            let run = try RadioComparison(trace, wifi, modes: Self.mode).runs[0]
            #expect(run.ledger.delivered == trace.events.count)
        }
        #expect(read > 20 && read < 580, "\(read)")
    }

    @Test func `mutated models are read or refused`() throws {
        var mutator = DocumentMutator(generator: SeededGenerator(seed: 5))
        let json = try JSONValue(parsing: RadioModelTests.text)
        let trace = AppTrace.random(&mutator.generator)
        var read = 0
        for _ in 0..<600 {
            let bytes = mutator.mutated(json).jsonBytes
            guard let model = Self.attempt({ try RadioModel(file: bytes, name: "m") }) else { continue }
            read += 1
            let run = try RadioComparison(trace, model, modes: Self.mode).runs[0]
            #expect(run.ledger.delivered == trace.events.count && run.joules.isFinite)
        }
        #expect(read > 20, "\(read)")
    }

    @Test func `mutated HAR files are read or refused, and what is read is a trace`() throws {
        var mutator = DocumentMutator(generator: SeededGenerator(seed: 7))
        let json = try JSONValue(parsing: HARFileTests.text)
        var read = 0
        for _ in 0..<1000 {
            let bytes =
                Bool.random(using: &mutator.generator)
                ? mutator.mutated(json).jsonBytes : Self.mutated(HARFileTests.text, &mutator.generator)
            guard let har = Self.attempt({ try HARFile(file: bytes, name: "h") }) else { continue }
            read += 1
            let trace = try har.trace(name: "h", events: .perMinute(4), bytes: 300)
            #expect(try AppTrace(file: Array(trace.text().utf8), name: "h") == trace)
        }
        #expect(read > 100, "\(read)")
    }
}
