import EventPlatform
import EventSchema
import EventStreams

extension TestPlatform {
    /// Puts the user into a group of an experiment, or into none.
    ///
    /// ```swift
    /// platform.enroll(in: "larger-search-field", group: "treatment")
    /// ```
    ///
    /// It holds for ``EventPlatform/EventPlatformClient/enrollment(in:)`` from now on, whatever identifiers, rates,
    /// dates and fetched experiments say. The enrollment has the form of one that was computed: it is not forced.
    ///
    /// - Parameters:
    ///   - experiment: the experiment's name. A name that no experiment can have makes the test fail.
    ///   - group: the group; `nil` for a user who is not enrolled.
    ///   - fileID: the file of the call, as all that follows: where a failure is reported.
    ///   - filePath: the path of the file.
    ///   - line: the line.
    ///   - column: the column.
    public func enroll(
        in experiment: String, group: String?, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
        line: UInt = #line, column: UInt = #column
    ) {
        do {
            client.fix(enrollment: try group.map { try Self.enrollment(experiment, $0) }, in: experiment)
        } catch {
            reporter.fail("\(error)", at: SourcePlace(fileID, filePath, line, column))
        }
    }

    /// The enrollment in an experiment that has this group alone.
    private static func enrollment(_ name: String, _ group: String) throws -> ExperimentEnrollment {
        let settings: JSONObject = [
            "name": .string(name), "groups": [.string(group)], "start": "2000-01-01", "end": "2100-01-01",
            "stream_name": "", "contextual_attributes": [], "sample_rate": ["default": 1],
            "user_identifier_type": "session",
        ]
        let list = try ConfigurationList(experiments: [.object(settings)])
        guard let enrollment = list.entries.first?.enrollment(of: "test", wiki: nil) else {
            let issues = list.quarantined.flatMap(\.issues).map { "\($0)" }.joined(separator: "; ")
            throw EnrollmentError(description: "enroll(in:group:): \(issues)")
        }
        return enrollment
    }

    private struct EnrollmentError: Error, CustomStringConvertible { let description: String }
}
