import EventSchema
import TestSupport
import Testing

@Suite("JSON-Schema-Test-Suite", .enabled(if: Suites.jsonSchema != nil, "needs what Tests/fetch-suites fetches"))
struct OfficialSuiteTests {
    @Test(arguments: Dialect.allCases)
    func `every required test passes`(dialect: Dialect) throws {
        let run = try SuiteRun(of: SuiteRun.paths(of: dialect, isOptional: false))
        #expect(run.passed.count > 600)
        for (test, reason) in run.failed { Issue.record("\(test): \(reason)") }
    }

    @Test(arguments: Dialect.allCases)
    func `every optional test passes but for the known misses, which all fail`(dialect: Dialect) throws {
        let run = try SuiteRun(of: SuiteRun.paths(of: dialect, isOptional: true))
        #expect(run.passed.count > 300)
        #expect(run.failed.count * 100 <= run.passed.count)
        for (test, reason) in run.failed where knownMisses[test] == nil { Issue.record("\(test): \(reason)") }
        let folder = SuiteRun.folder(of: dialect)
        for test in knownMisses.keys where test.file.hasPrefix("\(folder)/") && run.failed[test] == nil {
            Issue.record("\(test) is listed as a miss but does not fail; remove it from the list")
        }
    }
}
