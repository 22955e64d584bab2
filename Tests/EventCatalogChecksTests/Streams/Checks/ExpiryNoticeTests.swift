import CatalogTestSupport
import EventStreams
import Testing

@testable import EventCatalog
@testable import EventCatalogChecks

/// The warning ahead of a stream's expiry, which a project or a call asks for.
@Suite struct ExpiryNoticeTests {
    /// The problems of a stream that expires on a date, checked on the first day of 2026.
    private func problems(_ date: String, project: String? = nil, days: Int? = nil) throws -> [String] {
        var files = ["Streams/a.yaml": "app.x:\n  schema_title: mediawiki/client/session_tick\n  expires: \(date)\n"]
        files["Project.yaml"] = project
        return try withProject(files) { project in
            let check = try ProjectCheck(
                project.folders, asOf: UTCInstant(iso8601: "2026-01-01"), expiryNoticeDays: days, leavingOut: nil,
                against: nil
            ) { _ in }
            let rules: [Rule] = [.expiringStream, .expiredStream, .invalidProject]
            return check.report().findings.filter { rules.contains($0.rule) }.map { "\($0.rule.id): \($0.problem)" }
        }
    }

    @Test func `without a number of days there is no warning`() throws {
        #expect(try problems("2026-01-01") == [])
    }

    @Test(arguments: [
        ("2026-01-01", true), ("2026-01-30", true), ("2026-01-31", false), ("2026-01-31T00:00:00Z", true),
    ]) func `a stream that expires within the days has a warning`(date: String, isWarned: Bool) throws {
        let expected =
            isWarned ? ["expiring-stream: The stream “app.x” expires on \(date), within 30 days."] : []
        #expect(try problems(date, days: 30) == expected)
        #expect(try problems(date, project: "expiry_notice_days: 30\n") == expected)
    }

    @Test func `a call's number counts in place of the project's, and an expired stream has one warning`() throws {
        #expect(try problems("2026-01-20", project: "expiry_notice_days: 90\n", days: 7) == [])
        #expect(try problems("2026-01-20", project: "expiry_notice_days: 7\n", days: 90).count == 1)
        #expect(
            try problems("2025-12-31", days: 30) == ["expired-stream: The stream “app.x” expired on 2025-12-31."])
    }

    @Test(arguments: ["0", "367", "1.5", "30d", "-1"])
    func `a number that cannot be used is an error of the project, and has no effect`(days: String) throws {
        let problems = try problems("2026-01-20", project: "expiry_notice_days: \(days)\n")
        #expect(problems.count == 1 && problems[0].hasPrefix("invalid-project: "), "\(problems)")
    }
}
