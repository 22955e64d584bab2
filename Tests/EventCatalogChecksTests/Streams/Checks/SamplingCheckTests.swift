import EventCatalog
import Testing

@Suite struct SamplingCheckTests {
    private static let sampling = "producers: {metrics_platform_client: {sampling: "

    @Test(
        arguments: [
            ("sample: {unit: session, rate: 0}", ["zero-rate a.yaml:3:27"]),
            ("sample: {unit: session, rate: 1}", []), ("sample: {unit: session, rate: 0.00001}", []),
            ("sample: {unit: session, rate: 0.000009}", ["small-rate a.yaml:3:27"]),
            ("sample: {unit: session, rate: 0.0000000002}", ["negligible-rate a.yaml:3:27"]),
            ("sample: {unit: session, rate: 1e-9}", ["small-rate a.yaml:3:27"]),
            ("sample: {unit: session, rate: -0.1}", ["rate-out-of-range a.yaml:3:27"]),
            ("sample: {unit: session, rate: 1.1}", ["rate-out-of-range a.yaml:3:27"]),
            ("sample: {unit: session, rate: '1'}", ["invalid-sampling a.yaml:3:27"]),
            ("sample: {unit: sesion, rate: 1}", ["invalid-sampling a.yaml:3:12"]),
            (
                "sample: {unit: user, rate: 10, salt: 5}",
                ["invalid-sampling a.yaml:3:12", "rate-out-of-range a.yaml:3:24", "invalid-sampling a.yaml:3:34"]
            ),
            ("sample: {rate: 1}", ["invalid-sampling a.yaml:3:3"]), ("sample: 5", ["invalid-sampling a.yaml:3:3"]),
            ("sample: {unit: device, rate: 1, salt: ''}", ["invalid-sampling a.yaml:3:35"]),
            ("sample: {}", ["invalid-sampling a.yaml:3:3"]), ("sample: []", []),
            ("sample: null", ["empty-setting a.yaml:3:3"]),
            ("sample: {identifier: device, rate: 1}", ["older-sampling-name a.yaml:3:12"]),
            ("sample: {unit: device, identifier: device, rate: 1}", ["older-sampling-name a.yaml:3:26"]),
            ("sample: {unit: pageview, rate: 0.5}", ["pageview-unit-in-app a.yaml:3:12"]),
            ("sample: {unit: pageview, rate: 1}", []), ("sample: {unit: device, rate: 0.5}", []),
            (sampling + "{identifier: session, rate: 0.5}}}", ["older-sampling-name a.yaml:3:41"]),
            (
                sampling + "{identifier: session, rate: 0}}}",
                ["older-sampling-name a.yaml:3:41", "zero-rate a.yaml:3:73"]
            ),
            (sampling + "[]}}", []),
            (
                sampling + "{unit: session, rate: 1}}}",
                ["older-sampling-name a.yaml:3:41", "misplaced-setting a.yaml:3:52"]
            ),
        ])
    func `sampling is reported where it collects nothing, too little, or differs by client`(
        line: String, expected: [String]
    ) throws {
        #expect(try streamFindings(["a.yaml": tapStream(line)]) == expected)
    }

    @Test(
        arguments: [
            ("{identifier: session, rate: 0.1}", ["differing-sampling a.yaml:4:41"]),
            ("{identifier: device, rate: 0.5}", ["differing-sampling a.yaml:4:41"]),
            ("{identifier: session, rate: 0.5}", []), ("{identifier: session, rate: 0.50}", []), ("[]", []),
        ])
    func `sample and sampling are reported where they differ`(older: String, expected: [String]) throws {
        let stream = tapStream("sample: {unit: session, rate: 0.5}", Self.sampling + older + "}}")
        #expect(try streamFindings(["a.yaml": stream]) == expected)
    }

    @Test func `pageviews of a schema that is not of apps are in order`() throws {
        let stream = "s:\n  schema_title: web/tap\n  sample: {unit: pageview, rate: 0.5}\n"
        #expect(try streamFindings(["a.yaml": stream]) == ["unknown-schema-title a.yaml:2:3"])
    }

    @Test func `a rate in the defaults is reported once, there`() throws {
        let files = [
            "defaults.yaml": "sample: {unit: session, rate: 2}\n",
            "a.yaml": "s:\n  schema_title: app/tap\nother:\n  schema_title: app/tap\n",
        ]
        #expect(try streamFindings(files) == ["rate-out-of-range defaults.yaml:1:25"])
    }

    @Test func `the older name of the unit can be corrected by an edit`() throws {
        let edits = try streamFindings(["a.yaml": tapStream("sample: {identifier: device, rate: 1}")]) { finding in
            finding.edits.map { "\($0.location.column ?? 0) \($0.text) → \($0.replacement)" }.joined()
        }
        #expect(edits == ["12 identifier → unit a.yaml:3:12"])
    }

    @Test(
        arguments: [
            ("50", "Write 0.5, if 50 % is meant."), ("1.5", "Write 0.015, if 1.5 % is meant."),
            ("33.3", "Write 0.333, if 33.3 % is meant."), ("'50%'", "Write 0.5, if 50 % is meant."),
            ("50 %", "Write 0.5, if 50 % is meant."), ("'.5'", "Write 0.5."), ("0,5", "Write 0.5."),
            ("'0.5'", "Write 0.5 without quotes."), ("101", "Write a number from 0 to 1, such as 0.1 for one in ten."),
            ("-1", "Write a number from 0 to 1, such as 0.1 for one in ten."),
            ("half", "Write a number from 0 to 1, such as 0.1 for one in ten."),
        ])
    func `a rate that is not a share has the share that was probably meant`(rate: String, remedy: String) throws {
        let stream = tapStream("sample:", "  unit: session", "  rate: \(rate)")
        #expect(try streamFindings(["a.yaml": stream], \.remedy) == ["\(remedy) a.yaml:5:5"])
    }

    @Test func `a rate out of range is shown as it is written`() throws {
        let found = try streamFindings(["a.yaml": tapStream("sample: {unit: session, rate: 50}")], \.problem)
        #expect(found == ["sample.rate should be from 0 to 1; it is 50: all are in. a.yaml:3:27"])
    }

    @Test(arguments: ["'", "\""]) func `the quotes of a rate are taken away by an edit`(quote: String) throws {
        let stream = tapStream("sample: {unit: session, rate: \(quote)0.5\(quote), salt: '0.5'}")
        let edits = try streamFindings(["a.yaml": stream]) { finding in
            finding.edits.map { "\($0.location.column ?? 0) \($0.text) → \($0.replacement)" }.joined()
        }
        #expect(edits == ["33 \(quote)0.5\(quote) → 0.5 a.yaml:3:27"])
    }
}
