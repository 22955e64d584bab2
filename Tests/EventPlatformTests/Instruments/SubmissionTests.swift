import EventSchema
import EventStreams
import EventSupport
import Testing

@testable import EventPlatform

@Suite struct SubmissionTests {
    private static let texts = ["a", "\u{e9}", "e\u{301}", "a\0b", "\u{1F433}", String(repeating: "x", count: 300)]

    private static func text(_ random: inout SeededGenerator) -> String {
        texts[Int.random(in: 0..<texts.count, using: &random)]
    }

    private static func optionalText(_ random: inout SeededGenerator) -> String? {
        Bool.random(using: &random) ? text(&random) : nil
    }

    private static func context(_ random: inout SeededGenerator) -> Context {
        var context = Context.empty
        context.domain = optionalText(&random)
        context.page.title = optionalText(&random)
        if Bool.random(using: &random) { context.page.id = Int.random(in: -1...1 << 40, using: &random) }
        if Bool.random(using: &random) { context.performer.groups = [text(&random), text(&random)] }
        return context
    }

    private static func bytes(_ random: inout SeededGenerator) -> [UInt8] {
        (0..<Int.random(in: 0..<40, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) }
    }

    private static func properties(_ random: inout SeededGenerator) -> JSONObject {
        var properties: JSONObject = ["action": .string(text(&random))]
        for _ in 0..<Int.random(in: 0..<4, using: &random) { properties[text(&random)] = .string(text(&random)) }
        if Bool.random(using: &random) { properties["nested"] = ["list": [1, 2.5, true, nil]] }
        return properties
    }

    private static func submission(_ random: inout SeededGenerator) -> Submission {
        let content: Submission.Content =
            Bool.random(using: &random) ? .interaction(JSON(.object(properties(&random)))) : .written(bytes(&random))
        let time = Timestamp(milliseconds: Int64.random(in: Int64.min...Int64.max, using: &random))
        var values = Submission.Values(
            stream: text(&random), schema: SchemaID(text(&random)), id: text(&random), time: time,
            context: context(&random), content: content)
        values.identity = Sessions.Identity(session: optionalText(&random), pageview: optionalText(&random))
        values.domain = optionalText(&random)
        values.isAdmitted = Bool.random(using: &random)
        values.isVerbatim = Bool.random(using: &random)
        values.origin = Bool.random(using: &random) ? Int.random(in: 0...1 << 40, using: &random) : nil
        return Submission(values)
    }

    private static func error(decoding bytes: [UInt8]) -> (any Error)? {
        do { _ = try Submission(bytes) } catch { return error }
        return nil
    }

    @Test(arguments: 0..<100 as Range<UInt64>)
    func `a submission is decoded as it was encoded`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let submission = Self.submission(&random)
        let bytes = submission.encoded()
        let decoded = try Submission(bytes)
        #expect(decoded == submission)
        #expect(decoded.encoded() == bytes)
    }

    @Test(arguments: 0..<10 as Range<UInt64>)
    func `truncated bytes are refused`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let bytes = Self.submission(&random).encoded()
        for count in 0..<bytes.count {
            let error = Self.error(decoding: Array(bytes.prefix(count)))
            #expect(error is SubmissionError, "\(count) of \(bytes.count) bytes")
        }
    }

    @Test func `bytes of another version are refused`() {
        var random = SeededGenerator(seed: 1)
        var bytes = Self.submission(&random).encoded()
        bytes[0] += 1
        #expect(Self.error(decoding: bytes) is SubmissionError)
    }

    @Test(arguments: 0..<20 as Range<UInt64>)
    func `changed bytes are decoded or refused with a known error`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let submission = Self.submission(&random)
        let bytes = submission.encoded()
        /// Whether other values of a byte may mean the same: unused flags, and any negative number for no origin.
        func isUnused(_ place: Int) -> Bool { place == 1 || submission.origin == nil && (10..<18).contains(place) }
        for place in bytes.indices {
            var changed = bytes
            changed[place] ^= UInt8.random(in: 1...255, using: &random)
            do {
                let decoded = try Submission(changed)
                #expect(decoded != submission || isUnused(place), "byte \(place) is ignored")
                #expect(try Submission(decoded.encoded()) == decoded, "byte \(place)")
            } catch {
                let isKnown =
                    error is SubmissionError || error is JSONParseError || error is EventDocument.NotAnObjectError
                #expect(isKnown, "byte \(place): \(error)")
            }
        }
    }
}
