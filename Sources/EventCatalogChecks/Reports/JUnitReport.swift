import EventCatalog
import EventSupport

extension CheckReport {
    /// The report as XML in the form of JUnit: a test case for each finding, failed where the finding fails the check,
    /// skipped where it is waived. Without findings there is one test case, which passes.
    ///
    /// - Parameter isStrict: whether warnings fail the check.
    /// - Returns: the lines of the document.
    public func jUnit(isStrict: Bool) -> [String] {
        let cases =
            findings.flatMap { $0.jUnit(fails: $0.fails(isStrict: isStrict)) } + waived.flatMap(\.jUnit)
        let passing = ["    <testcase classname=\"eventctl check\" name=\"\(summary.xml)\"/>"]
        let counts = [
            ("tests", max(1, findings.count + waived.count)),
            ("failures", findings.count { $0.fails(isStrict: isStrict) }), ("errors", 0), ("skipped", waived.count),
        ]
        let list = counts.map { "\($0.0)=\"\($0.1)\"" }.joined(separator: " ")
        return ["<?xml version=\"1.0\" encoding=\"UTF-8\"?>", "<testsuites name=\"eventctl\" \(list)>"]
            + ["  <testsuite id=\"0\" name=\"eventctl check\" package=\"eventctl\" \(list)>"]
            + (cases.isEmpty ? passing : cases)
            + ["  </testsuite>", "</testsuites>"]
    }
}

extension CatalogFinding {
    fileprivate func jUnit(fails: Bool) -> [String] {
        let text = "\(location): \(problem) \(rule.reason) \(remedy)".xml
        let result =
            fails
            ? "<failure message=\"\(problem.xml)\" type=\"\(severity.rawValue)\">\(text)</failure>"
            : "<system-out>\(severity.rawValue): \(text)</system-out>"
        return [testCase, "      \(result)", "    </testcase>"]
    }

    fileprivate var testCase: String {
        var attributes = [("classname", rule.id), ("name", "\(location)"), ("file", location.file)]
        if let line = location.line { attributes.append(("line", "\(line)")) }
        return "    <testcase \(attributes.map { "\($0.0)=\"\($0.1.xml)\"" }.joined(separator: " "))>"
    }
}

extension WaivedFinding {
    fileprivate var jUnit: [String] {
        let message = "waived until \(until): \(reason)".xml
        return [finding.testCase, "      <skipped message=\"\(message)\"/>", "    </testcase>"]
    }
}

extension String {
    /// The text in an element or an attribute, on one line.
    fileprivate var xml: String { MarkupText.escaped(shown) }
}
