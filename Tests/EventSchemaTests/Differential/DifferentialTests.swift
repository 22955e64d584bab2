import EventSchema
import EventSupport
import Foundation
import TestSupport
import Testing

/// Intake mode against the intake's own validator. Set `EVENT_SCHEMA_SEED` to a number for other mutations.
@Suite("Intake mode against ajv 6", .enabled(if: AJV.isInstalled, "needs \(AJV.packages)"))
struct DifferentialTests {
    private static let seed = ProcessInfo.processInfo.environment["EVENT_SCHEMA_SEED"].flatMap(UInt64.init) ?? 1

    /// Compares verdicts, and the instances with their defaults.
    private func compare(
        _ questions: [OtherValidator.Question], _ names: [String], mode: Schema.Mode = .intake,
        _ command: AJV.Command = .verdicts
    ) throws {
        let responses = try AJV.ask(questions, command)
        #expect(responses.count == questions.count)
        for ((question, response), name) in zip(zip(questions, responses), names) {
            // Only later drafts ask for the flag u.
            let dialect: Dialect = command == .unicode ? .draft202012 : .draft7
            let schema = Result { () throws(SchemaError) in
                try Schema(question.schema, mode: mode, dialect: dialect)
            }
            switch (schema, response) {
            case (.success(let schema), .judged(let judged)):
                #expect(judged.count == question.instances.count, "\(name)")
                for (instance, expected) in zip(question.instances, judged) {
                    #expect(schema.isValid(instance) == expected.valid, "\(name): \(instance)")
                    #expect(schema.findings(in: instance).isEmpty == expected.valid, "\(name): \(instance)")
                    let filled = schema.fillingDefaults(in: instance)
                    // Node rounds numbers, so only instances that get defaults are compared.
                    #expect(filled == instance || filled == expected.filled, "\(name): \(instance)")
                }
            case (.failure, .refused): break
            case (.failure(let error), .judged): Issue.record("\(name): only we refuse it: \(error)")
            case (.success, .refused(let reason)): Issue.record("\(name): only ajv refuses it: \(reason)")
            }
        }
    }

    @Test(
        .needsCorpus,
        arguments: [Suites.schemasPrimary, Suites.schemasSecondary].compactMap(\.self))
    func `examples of the corpus and a hundred mutations of each have ajv's verdicts`(repository: URL) throws {
        let corpus = try AJV.corpus(repository.appending(path: "jsonschema"))
        #expect(!corpus.isEmpty)
        var mutator = Mutator(random: SeededGenerator(seed: Self.seed))
        let questions = corpus.map { _, schema in
            let examples = schema["examples"]?.array ?? []
            let mutants = examples.flatMap { example in (0..<100).map { _ in mutator.mutated(example) } }
            return OtherValidator.Question(schema: schema, instances: examples + mutants)
        }
        try compare(questions, corpus.map(\.file))
    }

    @Test func `formats have ajv's verdicts on random strings`() throws {
        let names = [
            "date", "time", "date-time", "uri", "uri-reference", "uri-template", "email", "hostname", "ipv4", "ipv6",
            "regex", "url", "uuid", "json-pointer", "json-pointer-uri-fragment", "relative-json-pointer",
        ]
        var random = SeededGenerator(seed: Self.seed)
        let strings = (Mutator.strings + FormatSamples.all).flatMap { text in
            [text] + (0..<20).map { _ in FormatSamples.mutated(text, &random) }
        }
        let questions = names.map { name in
            OtherValidator.Question(schema: ["format": .string(name)], instances: strings.map(JSONValue.string))
        }
        try compare(questions, names)
    }

    @Test(arguments: [AJV.Command.verdicts, .unicode])
    func `random expressions are accepted and match as in JavaScript`(command: AJV.Command) throws {
        let mode = command == .unicode ? Schema.Mode.standard(assertsFormats: false) : .intake
        var random = SeededGenerator(seed: Self.seed)
        let questions = (0..<1_500).map { _ in
            OtherValidator.Question(
                schema: ["pattern": .string(ExpressionSamples.expression(&random))],
                instances: (0..<12).map { _ in .string(ExpressionSamples.text(&random)) })
        }
        try compare(questions, questions.map(\.schema.jsonText), mode: mode, command)
    }

    @Test func `defaults, references and special cases have ajv's verdicts`() throws {
        let cases = try AJV.handmadeCases()
        let questions = cases.map {
            OtherValidator.Question(schema: $0["schema"] ?? .null, instances: $0["instances"]?.array ?? [])
        }
        try compare(questions, cases.map(\.jsonText))
    }

    @Test(arguments: knownDifferences)
    func `the known differences still exist`(difference: KnownDifference) throws {
        let document = try JSONValue(parsing: difference.schema)
        let instance = try JSONValue(parsing: difference.instance)
        let response = try AJV.ask([.init(schema: document, instances: [instance])]).first
        guard case .judged(let judged)? = response else {
            Issue.record("ajv refuses \(difference.schema)")
            return
        }
        #expect(judged.count == 1)
        let ours = Result { () throws(SchemaError) in try Schema(document).isValid(instance) }
        if case .success(let valid) = ours { #expect(valid != judged.first?.valid, "no longer a difference") }
    }
}
