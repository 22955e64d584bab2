import EventSchema
import Foundation
import TestSupport
import Testing

/// The reports of `eventctl schemas diff`, byte for byte.
@Suite(.waitLimit) struct SchemasDiffTests {
    private func diff(_ arguments: String...) async throws -> Child.Result {
        try await TapSchemas.with { try await $0.run(["diff"] + arguments) }
    }

    @Test func `the text has a line for each change, the most serious first`() async throws {
        let result = try await diff("app/tap", "1.0.0", "1.1.0")
        #expect(
            result.output == """
                app/tap 1.0.0 → 1.1.0
                  breaking             `button` is required now
                  breaks readers only  `theme` may now also be `sepia`
                  compatible           `button` may now have 128 characters (64 before)

                """)
        #expect(result.status == 0 && result.errors == "")
    }

    @Test func `JSON has the kind, the verdict, the level, the place and both values of each change`() async throws {
        let result = try await diff("app/tap", "1.0.0", "1.1.0", "--format", "json")
        let changes = [
            #"{"kind":"required_added","verdict":"breaking","level":"major","property":"button","path":"/required","#
                + #""old":null,"new":["button"],"text":"`button` is required now"}"#,
            #"{"kind":"enum_value_added","verdict":"readers","level":"minor","property":"theme","#
                + #""path":"/properties/theme/enum","old":["light","dark"],"new":["sepia"],"#
                + #""text":"`theme` may now also be `sepia`"}"#,
            #"{"kind":"limit_loosened","verdict":"compatible","level":"minor","property":"button","#
                + #""path":"/properties/button/maxLength","old":64,"new":128,"#
                + #""text":"`button` may now have 128 characters (64 before)"}"#,
        ].joined(separator: ",")
        let head = #"{"schemas":[{"title":"app/tap","old":"1.0.0","new":"1.1.0","changes":["#
        #expect(result.output == head + changes + "]}]}\n")
    }

    @Test func `Markdown has a table for each schema`() async throws {
        let result = try await diff("app/tap", "1.0.0", "1.1.0", "--format", "markdown")
        #expect(
            result.output == """
                ### Schemas

                **app/tap 1.0.0 → 1.1.0**

                | verdict | change |
                | --- | --- |
                | breaking | `button` is required now |
                | breaks readers only | `theme` may now also be `sepia` |
                | compatible | `button` may now have 128 characters (64 before) |

                """)
    }

    @Test(
        arguments: [
            ("text", "No schema changes.\n"), ("json", "{\"schemas\":[]}\n"),
            ("markdown", "### Schemas\n\nNo schema changes.\n"),
        ]) func `each form of the diff states that nothing changes`(form: String, expected: String) async throws
    {
        try await TapSchemas.with { schemas in
            try await schemas.commit()
            #expect(try await schemas.run("diff", "HEAD", "--format", form).output == expected)
        }
    }

    @Test func `a file that cannot be read is compared with nothing, and named`() async throws {
        try await TapSchemas.with { schemas in
            try schemas.write(TapSchemas.new, to: "current.yaml")
            try await schemas.commit()
            try schemas.write("title: [", to: "current.yaml")
            let calls = [["diff", "HEAD"], ["diff", "app/tap", "1.0.0", "current"], ["bump", "app/tap"]]
            for call in calls {
                let result = try await schemas.run(call)
                #expect(result.status == 70 && result.output == "", "\(call): \(result)")
                #expect(result.errors.contains("Schemas/app/tap/current.yaml:2:1: "), "\(call): \(result)")
                #expect(!result.errors.contains("there is no") && !result.errors.contains("has no"), "\(result)")
            }
            #expect(try await schemas.run("diff", "app/tap", "1.0.0", "1.1.0").status == 0)
        }
    }

    @Test func `a file of a commit that cannot be read is named with the commit`() async throws {
        try await TapSchemas.with { schemas in
            try schemas.write("title: [", to: "current.yaml")
            try await schemas.commit()
            try schemas.write(TapSchemas.new, to: "current.yaml")
            let result = try await schemas.run("diff", "HEAD")
            #expect(result.status == 70, "\(result)")
            #expect(result.errors.contains("Schemas/app/tap/current.yaml:2:1: "), "\(result)")
            #expect(result.errors.contains("(in HEAD)"), "\(result)")
        }
    }

    @Test func `a commit is compared with what is edited now`() async throws {
        try await TapSchemas.with { schemas in
            try await schemas.commit()
            try schemas.write(TapSchemas.new.replacing("128", with: "256"), to: "1.1.0.yaml")
            let result = try await schemas.run("diff", "HEAD")
            let expected = "app/tap 1.1.0\n  compatible           `button` may now have 256 characters (128 before)\n"
            #expect(result.output == expected, "\(result)")
        }
    }

    @Test(
        arguments: [
            (["app/tap", "1.0.0", "1.2.0"], 1, "'app/tap' has no version 1.2.0. It has 1.0.0, 1.1.0.\n"),
            (["app/tip", "1.0.0", "1.1.0"], 1, "no schema 'app/tip' in Schemas. Did you mean 'app/tap'?\n"),
            (["app/tap", "1.0.0", "1.1.0", "--format", "xml"], 64, "xml"), (["a.yaml", "b.yaml"], 70, "a.yaml"),
        ] as [([String], Int32, String)])
    func `a missing title, version, format or file is named, and decides the exit status`(
        arguments: [String], status: Int32, message: String
    ) async throws {
        let result = try await TapSchemas.with { try await $0.run(["diff"] + arguments) }
        #expect(result.status == status && result.errors.contains(message), "\(result)")
    }
}
