import EventSchema
import Testing

@Suite("JSON-Schema-Test-Suite", .enabled(if: Shared.hasSuite)) struct OfficialSuiteTests {
    @Test("every required test passes", arguments: Dialect.allCases)
    func required(dialect: Dialect) throws {
        let run = try SuiteRun(of: SuiteRun.paths(of: dialect, isOptional: false))
        #expect(run.passed.count > 600)
        for (test, reason) in run.failed { Issue.record("\(test): \(reason)") }
    }
}
