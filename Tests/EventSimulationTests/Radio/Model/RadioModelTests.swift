import EventSchema
import Testing

@testable import EventSimulation

@Suite struct RadioModelTests {
    static let text = """
        {"name": "mine", "round_trip_seconds": 0.2, "megabits_per_second": {"sent": 0.5, "received": 2},
         "joules_per_megabyte": {"sent": 1, "received": 0.5},
         "states": [{"name": "DCH", "watts": 0.7, "seconds": 5},
                    {"name": "FACH", "watts": 0.35, "seconds": 12, "promotion": {"seconds": 1.5, "watts": 0.55}},
                    {"name": "idle", "watts": 0, "promotion": {"seconds": 2, "watts": 0.53}}]}
        """

    private static func findings(_ text: String) -> [String] {
        do {
            _ = try RadioModel(file: Array(text.utf8), name: "m.json")
            return []
        } catch { return (error as? InputFindings)?.findings ?? ["\(error)"] }
    }

    @Test func `a model file is read as it is written`() throws {
        let model = try RadioModel(file: Array(Self.text.utf8), name: "m.json")
        #expect(model.states == (try #require(RadioModel.named("3g"))).states)
        #expect(model.name == "mine" && model.source == "m.json")
        #expect(model.joules(sent: 2_000_000, received: 1_000_000) == 2.5)
        #expect(model.duration(sent: 62_500, received: 250_000) == .milliseconds(600 + 1000 + 1000))
    }

    @Test(arguments: [
        ("\"watts\": 0.35", "\"watts\": 0.8", "states[1].watts: must not be above the 0.7 of the state before it"),
        ("\"watts\": 0.7", "\"watts\": -1", "states[0].watts: must be a number from 0 to 100"),
        ("\"seconds\": 12", "\"seconds\": 1e9", "states[1].seconds: must be a number from 0 to 3600"),
        ("\"seconds\": 12", "\"second\": 12", "states[1]: the field \"second\" is unknown; did you mean seconds?"),
        ("\"FACH\"", "\"DCH\"", "states: must have names that differ"),
        ("\"FACH\"", "\"\"", "states[1].name: must be a text of 1 to 200 characters"),
        ("\"received\": 2", "\"received\": 0", "megabits_per_second.received: must be a number from 0.001 to 100000"),
        ("\"watts\": 0,", "\"watts\": 0, \"seconds\": 4,", "states[2].seconds: must be left out"),
        ("\"round_trip_seconds\": 0.2,", "", "round_trip_seconds: must be a number from 0 to 60"),
        ("\"states\": [", "\"states\": 1, \"x\": [", "states: must be a list of 2 to 10 states"),
        ("\"seconds\": 5", "\"seconds\": 5, \"promotion\": {\"seconds\": 1, \"watts\": 1}", "states[0].promotion"),
    ])
    func `a mistake in a model is reported with its path and what is allowed`(
        part: String, replacement: String, finding: String
    ) {
        let findings = Self.findings(Self.text.replacing(part, with: replacement, maxReplacements: 1))
        #expect(findings.contains { $0.hasPrefix("m.json: \(finding)") }, "\(findings)")
    }

    @Test func `a model that is not JSON is reported with its place`() {
        #expect(Self.findings("{").first?.hasPrefix("m.json: The model is not JSON") == true)
        #expect(Self.findings("[]").contains { $0.contains("must be an object with name") })
    }

    @Test func `the built-in models keep the rules of model files`() {
        for model in RadioModel.builtIn {
            #expect((2...10).contains(model.states.count) && model.states[0].promotion.duration == .zero)
            #expect(zip(model.states, model.states.dropFirst()).allSatisfy { $0.watts >= $1.watts }, "\(model.name)")
            #expect(model.states[model.idle].tail == .zero && !model.source.isEmpty)
        }
    }
}
