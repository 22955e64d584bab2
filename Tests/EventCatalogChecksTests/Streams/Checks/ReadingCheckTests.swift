import EventCatalog
import Testing

@Suite struct ReadingCheckTests {
    @Test(
        arguments: [
            ("topics: x", "topics must be a list; it is a text. Write a list: “topics: [x]”."),
            ("topics: {a: b}", "topics must be a list; it is a map. Write a list, such as “topics: [a, b]”."),
            ("topics: [5]", "topics[0] must be a text; it is a number. Put it in quotes: “'5'” is a text."),
            (
                "destination_event_service: [a]",
                """
                destination_event_service must be a text; it is a list. Write one text, without brackets and \
                without “- ”.
                """
            ),
            (
                "producers: x",
                """
                producers must be a map; it is a text. Write names and values below “producers”, each in a line, \
                such as “name: value”.
                """
            ),
            (
                "sample: {unit: sesion, rate: 1}",
                """
                sample.unit must be one of session, device, pageview; it is “sesion”. No event of this stream is in \
                sample. Did you mean “session”?
                """
            ),
            (
                "sample: {unit: session}",
                """
                sample.rate must be a number from 0 to 1; it is missing. No event of this stream is in sample. Write \
                “rate:” and a number from 0 to 1, such as 0.1 for one in ten.
                """
            ),
            (
                "producers: {metrics_platform_client: {provide_values: [page_titel]}}",
                "“page_titel” is not a contextual attribute. Did you mean “page_title”?"
            ),
            (
                "producers: {metrics_platform_client: {provide_values: [page_id], curation: {page_id: {equls: 1}}}}",
                "“equls” is not an operator. Did you mean “equals”?"
            ),
        ])
    func `a setting that cannot be read is described in sentences, with what to write`(line: String, expected: String)
        throws
    {
        let found = try streamFindings(["a.yaml": tapStream(line)]) { "\($0.problem) \($0.remedy)" }
        #expect(found.map { $0.split(separator: " a.yaml:").first.map(String.init) } == [expected])
    }

    /// Fails when the way to a setting is found from its text, in which a name with a dot looks like two names.
    @Test func `a mistake is at its setting beside another whose name has a dot`() throws {
        let text = tapStream("sample.rate: 1") + "  sample: {unit: session, rate: 2}\n"
        let found = try streamFindings(["a.yaml": text], \.rule.id).filter { $0.hasPrefix("rate-out-of-range") }
        let line = text.split(separator: "\n").firstIndex { $0.contains("rate: 2") }
        #expect(found == ["rate-out-of-range a.yaml:\((line ?? 0) + 1):27"])
    }

    @Test func `a pattern that is not valid has the reason`() throws {
        let found = try streamFindings(["a.yaml": "/^a(/:\n  schema_title: app/tap\n"], \.problem)
        #expect(
            found == [
                "The stream has a key that is not a valid pattern: the group is not closed. Add a closing parenthesis. "
                    + "a.yaml:1:1"
            ])
    }

    @Test func `a missing title has a line to add`() throws {
        let found = try streamFindings(["a.yaml": "s:\n  topics: [x]\n"], \.remedy)
        #expect(
            found == [
                "Add “schema_title:” and the title of a schema, such as analytics/product_metrics/app/base. a.yaml:1:1"
            ])
    }
}
