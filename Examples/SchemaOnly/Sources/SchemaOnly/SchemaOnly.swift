import EventSchema

/// Validates standard input, one JSON value, as an event with a time.
///
///     echo '{"dt": "today"}' | swift run --package-path Examples/SchemaOnly
@main
struct SchemaOnly {
    static func main() throws {
        let schema = try Schema([
            "type": "object", "required": ["dt"], "properties": ["dt": ["type": "string", "format": "date-time"]],
        ])
        let input = AnyIterator { readLine(strippingNewline: false) }.joined()
        let findings = try schema.findings(in: JSONValue(parsing: input))
        for finding in findings { print(finding) }
        print(findings.isEmpty ? "valid" : "not valid")
    }
}
