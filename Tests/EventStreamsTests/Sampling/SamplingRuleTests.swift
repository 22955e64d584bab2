import EventSchema
import EventStreams
import Testing

@Suite struct SamplingRuleTests {
    @Test(
        arguments: [
            ("00000000", 0), ("7fffffff", 0.4999999998835847), ("80000000", 0.5000000001164153), ("33333333", 0.2),
            ("19999999", 0.09999999988358469), ("ffffffff", 1), ("FFFFFFFF-0000-4000", 1),
            ("19999999zz", 0.09999999988358469),
        ])
    func `an identifier's position is its first 8 hex digits over 4294967295`(identifier: String, expected: Double) {
        #expect(SamplingRule.position(of: identifier) == expected)
    }

    @Test(arguments: ["", "1234567", "1234567g", "-1234567", "é2345678"])
    func `an identifier without 8 leading hex digits has no position`(identifier: String) {
        #expect(SamplingRule.position(of: identifier) == nil)
        #expect(!SamplingRule.sample(unit: .device, rate: 0.999).includes(identifier: identifier))
    }

    @Test(
        arguments: [
            ("33333333", 0.2, false), ("33333332", 0.2, true), ("00000000", 0, false), ("00000000", -1, false),
            ("00000000", 0.000001, true), ("ffffffff", 1, true), ("ffffffff", 0.999999, false), ("ffffffff", 2, true),
            (nil, 1, true), (nil, 0.5, false), ("not hex", 1, true),
        ])
    func `in sample is strictly below the rate; 1 and more is always in, 0 and less always out`(
        identifier: String?, rate: Double, isIn: Bool
    ) {
        #expect(SamplingRule.sample(unit: .session, rate: rate).includes(identifier: identifier) == isIn)
    }

    @Test func `the identifier of the rule's unit is used, and only where the result depends on it`() {
        func asked(by rule: SamplingRule) -> [SamplingUnit] {
            var units: [SamplingUnit] = []
            _ = rule.includes {
                units.append($0)
                return "00000000"
            }
            return units
        }
        for unit in SamplingUnit.allCases {
            #expect(asked(by: .sample(unit: unit, rate: 0.5)) == [unit])
            #expect(asked(by: .sample(unit: unit, rate: 0)).isEmpty && asked(by: .sample(unit: unit, rate: 1)).isEmpty)
        }
        #expect(asked(by: .all).isEmpty && asked(by: .malformed(reason: "")).isEmpty)
    }

    @Test func `without sampling every identifier is in, with malformed sampling none`() {
        #expect(SamplingRule.all.includes(identifier: nil))
        #expect(!SamplingRule.malformed(reason: "").includes(identifier: "00000000"))
    }

    @Test(
        arguments: [
            (#"{"sample": {"unit": "pageview", "rate": 1}}"#, SamplingRule.sample(unit: .pageview, rate: 1)),
            (
                #"{"sample": {"unit": "device", "rate": 0.1, "salt": "a"}}"#,
                .sample(unit: .device, rate: 0.1, salt: "a")
            ),
            (
                #"{"producers": {"metrics_platform_client": {"sampling": {"identifier": "session", "rate": 0.5}}}}"#,
                .sample(unit: .session, rate: 0.5)
            ),
            (
                #"""
                {"sample": {"unit": "device", "rate": 0.1},
                 "producers": {"metrics_platform_client": {"sampling": {"identifier": "session", "rate": 0.5}}}}
                """#, .sample(unit: .device, rate: 0.1)
            ),
            (#"{"sample": null}"#, .all), (#"{"sample": []}"#, .all),
            (#"{"producers": {"metrics_platform_client": {"sampling": []}}}"#, .all),
            (
                #"""
                {"sample": [],
                 "producers": {"metrics_platform_client": {"sampling": {"identifier": "session", "rate": 0.5}}}}
                """#, .sample(unit: .session, rate: 0.5)
            ),
            (#"{"sample": {"identifier": "device", "rate": 0.5}}"#, .sample(unit: .device, rate: 0.5)),
            (
                #"{"sample": {"identifier": "device", "unit": "session", "rate": 0.5}}"#,
                .sample(unit: .session, rate: 0.5)
            ),
        ])
    func `settings are read as rules`(text: String, rule: SamplingRule) throws {
        #expect(try snapshot(#"{"a": \#(text)}"#)["a"]?.sampling == rule)
    }

    @Test(
        arguments: [
            (#""all""#, "sample"), ("{}", "sample.unit"), ("false", "sample"), ("0", "sample"),
            (#"{"identifier": "user", "rate": 1}"#, "sample.identifier"),
            (#"{"unit": "user", "identifier": "session", "rate": 1}"#, "sample.unit"),
            (#"{"unit": "session"}"#, "sample.rate"),
            (#"{"unit": "session", "rate": "1"}"#, "sample.rate"), (#"{"unit": "user", "rate": 1}"#, "sample.unit"),
            (#"{"unit": "session", "rate": 1, "salt": ""}"#, "sample.salt"), ("[1]", "sample"),
        ])
    func `a malformed block keeps the stream loaded and out of sample, with a diagnostic`(block: String, path: String)
        throws
    {
        let streams = try snapshot(#"{"a": {"schema_title": "a", "sample": \#(block)}}"#)
        let sampling = try #require(streams["a"]?.sampling)
        guard case .malformed(let reason) = sampling else {
            Issue.record("\(sampling) is not malformed")
            return
        }
        #expect(reason.hasPrefix(path))
        #expect(streams.diagnostics.map(\.setting) == [path])
    }

    @Test func `all mistakes of a malformed block have a diagnostic, and the first is the reason`() throws {
        let block = #"{"unit": "user", "rate": 10, "salt": 5}"#
        let streams = try snapshot(#"{"a": {"schema_title": "a", "sample": \#(block)}}"#)
        #expect(streams.diagnostics.map(\.setting) == ["sample.unit", "sample.rate", "sample.salt"])
        #expect(
            streams["a"]?.sampling
                == .malformed(reason: "sample.unit must be one of session, device, pageview, is “user”"))
    }

    @Test(arguments: [1.5, -0.5])
    func `a rate out of range works and has a diagnostic`(rate: Double) {
        let streams = StreamConfigurations(streams: [
            "a": ["schema_title": "a", "sample": ["unit": "session", "rate": .number(rate)]]
        ])
        #expect(streams["a"]?.sampling.rate == rate)
        #expect(streams.diagnostics.map(\.setting) == ["sample.rate"])
    }
}
