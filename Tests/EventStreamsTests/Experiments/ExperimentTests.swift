import EventSchema
import EventStreams
import Testing

/// A valid experiment, with some of its fields replaced.
private func experiment(_ changes: JSONObject = [:]) -> JSONValue {
    let fields: JSONObject = [
        "name": "lunch-test-2026", "start": "2026-01-01T00:00:00Z", "end": "2026-01-31T00:00:00Z",
        "stream_name": "product_metrics.web_base", "schema_id": "/analytics/product_metrics/web/base/2.1.0",
        "contextual_attributes": ["page_id"], "sample_rate": ["default": 1], "user_identifier_type": "mw-user",
        "groups": ["control", "treatment"],
    ]
    return .object(JSONObject(fields.map { ($0, changes[$0] ?? $1) } + changes.map { ($0, $1) }))
}

@Suite struct ExperimentTests {
    @Test(
        arguments: [
            ("12345", "my-awesome-experiment", "1620867b623d6f62", 0.0864337682724, "control", 0.172867536545),
            ("1", "my-awesome-experiment", "81d2f827db221c9e", 0.507125377655, "treatment", 0.0142507553101),
            ("3141592654", "lunch-test-2026", "f0cbd24a20744cf7", 0.940610051155, "treatment", 0.881220102310),
        ])
    func `the group and the position in it follow the hash rule`(
        identifier: String, name: String, subject: String, position: Double, group: String, positionInGroup: Double
    ) throws {
        let assignment = try #require(
            ExperimentAssignment(identifier: identifier, experiment: name, groups: ["control", "treatment"]))
        #expect(assignment.subjectID.hasPrefix(subject) && assignment.subjectID.utf8.count == 64)
        #expect(abs(assignment.position - position) < 1e-12)
        #expect(assignment.group == group)
        #expect(abs(assignment.positionInGroup - positionInGroup) < 1e-12)
        #expect(assignment.isEnrolled(rate: 1) && !assignment.isEnrolled(rate: 0))
        #expect(!assignment.isEnrolled(rate: assignment.positionInGroup) && !assignment.isEnrolled(rate: 1.1))
    }

    @Test func `an experiment is read`() throws {
        let list = try ConfigurationList<ExperimentConfiguration>(experiments: [experiment(["phase_index": 2])])
        let experiment = try #require(list["lunch-test-2026"])
        #expect(experiment.groups == ["control", "treatment"] && experiment.phaseIndex == 2)
        #expect(experiment.contextualAttributes == [.pageID])
        #expect(experiment.version == "3a10c60378b43dd5")
        #expect(list.quarantined.isEmpty && list.diagnostics.isEmpty)
    }

    @Test func `start and end are included`() throws {
        let experiment = try #require(
            ConfigurationList<ExperimentConfiguration>(experiments: [experiment()]).entries.first)
        #expect(experiment.isActive(at: experiment.start) && experiment.isActive(at: experiment.end))
        #expect(!experiment.isActive(at: UTCInstant(seconds: experiment.end.seconds, attoseconds: 1)))
        #expect(!experiment.isActive(at: UTCInstant(seconds: experiment.start.seconds, attoseconds: -1)))
    }

    @Test(
        arguments: [
            (["name": "short"], "name"), (["name": "-lunch-test"], "name"), (["start": "soon"], "start"),
            (["end": "2026-02-30T00:00:00Z"], "end"), (["end": 7], "end"), (["groups": []], "groups"),
            (["groups": ["a b"]], "groups"), (["sample_rate": ["default": 2]], "sample_rate"),
            (["sample_rate": 1], "sample_rate"), (["stream_name": nil], "stream_name"),
            (["user_identifier_type": 1], "user_identifier_type"), (["name": "intact-experiment"], "name"),
        ] as [(JSONObject, String)])
    func `a broken entry is quarantined alone, with the field`(changes: JSONObject, field: String) throws {
        let intact = experiment(["name": "intact-experiment"])
        let list = try ConfigurationList<ExperimentConfiguration>(experiments: [intact, experiment(changes), 3])
        #expect(list.entries.map(\.name) == ["intact-experiment"])
        #expect(list.quarantined.map(\.position) == [1, 2])
        #expect(list.quarantined[0].issues.map(\.setting) == [field])
    }

    @Test func `enrolment depends on the wiki's rate, and overrides force it`() throws {
        let rates: JSONValue = ["default": "1", "0.5": ["frwiki"], "none": ["dewiki"]]
        let experiment = try #require(
            ConfigurationList<ExperimentConfiguration>(experiments: [experiment(["sample_rate": rates])]).entries.first)
        let enrollment = try #require(experiment.enrollment(of: "3141592654", wiki: nil))
        #expect(enrollment.group == "treatment" && !enrollment.isForced)
        #expect(experiment.enrollment(of: "3141592654", wiki: "frwiki") == nil)
        #expect(experiment.enrollment(of: "3141592654", wiki: "dewiki") == nil)
        let overrides = try #require(ExperimentOverrides(parameter: "lunch-test-2026:control;other:x"))
        let forced = try #require(experiment.enrollment(forcedBy: overrides, subjectID: "s"))
        #expect(forced.group == "control" && forced.isForced)
        #expect(
            JSONValue.object(forced.eventObject).jsonText
                == #"{"enrolled":"lunch-test-2026","assigned":"control","subject_id":"s","sampling_unit":"mw-user","#
                + #""version":"\#(experiment.version)","coordinator":"forced"}"#)
    }

    @Test(arguments: ["a:b;c", "a:b:c", ":b", "a:", "a:b;;c:d", ";"])
    func `a malformed part discards all overrides`(text: String) {
        #expect(ExperimentOverrides(parameter: text) == nil)
    }

    @Test(arguments: ["a=1;b=2", "a=1;b=2;"])
    func `the header's last semicolon may be missing`(text: String) {
        #expect(ExperimentOverrides(header: text)?.groups == ["a": "1", "b": "2"])
    }

    @Test func `a response that is not a list is refused`() {
        #expect(throws: StreamConfigurationError.self) {
            try ConfigurationList<ExperimentConfiguration>(experiments: [:])
        }
    }
}

@Suite struct InstrumentTests {
    private let instrument: JSONObject = [
        "name": "clicks", "start": "2026-01-01T00:00:00Z", "end": "2026-01-31T00:00:00Z", "stream_name": "s",
        "contextual_attributes": ["page_mood", "page_id"], "schema_title": "a",
        "sample_rate": ["default": "0.5", "0.1": ["frwiki", "enwiki"], "0.01": ["enwiki"]],
    ]

    @Test func `an instrument is read, its rate depends on the wiki`() throws {
        let list = try ConfigurationList<InstrumentConfiguration>(instruments: [.object(instrument)])
        let instrument = try #require(list["clicks"])
        #expect(instrument.sampling(wiki: nil) == .sample(unit: .session, rate: 0.5))
        #expect(instrument.sampling(wiki: "enwiki") == .sample(unit: .session, rate: 0.1))
        #expect(instrument.contextualAttributes == ["page_mood", .pageID])
        #expect(list.diagnostics.isEmpty)
    }

    @Test(arguments: ["half", "nan", "0x1", ""])
    func `a rate that is not a number and a missing map mean 0`(text: String) throws {
        var broken = instrument
        broken["sample_rate"] = ["default": .string(text)]
        var missing = instrument
        missing["name"] = "other"
        missing["sample_rate"] = nil
        let list = try ConfigurationList<InstrumentConfiguration>(instruments: [.object(broken), .object(missing)])
        #expect(list.entries.map { $0.sampleRate.rate(for: nil) } == [0, 0])
    }

    @Test func `an unknown unit quarantines its entry`() throws {
        var broken = instrument
        broken["sample_unit"] = "user"
        let list = try ConfigurationList<InstrumentConfiguration>(instruments: [.object(broken)])
        #expect(list.quarantined.first?.issues.map(\.setting) == ["sample_unit"])
    }
}
