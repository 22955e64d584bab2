import EventSchema
import EventSupport
import Foundation
import Testing

/// Drafts 2019-09 and 2020-12 against jsonschema-rs. Set `EVENT_SCHEMA_SEED` to a number for other schemas.
@Suite(
    "Drafts 2019-09 and 2020-12 against jsonschema-rs",
    .enabled(if: JSONSchemaRS.isInstalled, "needs \(JSONSchemaRS.package)"))
struct LaterDraftDifferentialTests {
    private static let seed = ProcessInfo.processInfo.environment["EVENT_SCHEMA_SEED"].flatMap(UInt64.init) ?? 1

    @Test(arguments: [Dialect.draft201909, .draft202012])
    func `random schemas have the same verdicts on random instances`(dialect: Dialect) throws {
        var source = RandomSchemas(dialect: dialect, random: SeededGenerator(seed: Self.seed))
        let questions = (0..<2_000).map { _ in
            OtherValidator.Question(schema: source.schema(), instances: (0..<30).map { _ in source.instance() })
        }
        let answers = try JSONSchemaRS.ask(questions, dialect)
        #expect(answers.count == questions.count)
        var counts = [true: 0, false: 0]
        for (question, verdicts) in zip(questions, answers) {
            let schema = try Schema(question.schema, mode: .standard(assertsFormats: false), dialect: dialect)
            let verdicts = try #require(verdicts, "jsonschema-rs refuses \(question.schema)")
            for (instance, verdict) in zip(question.instances, verdicts) {
                counts[verdict, default: 0] += 1
                #expect(schema.isValid(instance) == verdict, "\(question.schema) on \(instance)")
                #expect(schema.findings(in: instance).isEmpty == verdict, "\(question.schema) on \(instance)")
            }
        }
        for (verdict, count) in counts { #expect(count > 10_000, "\(verdict)") }
    }
}
