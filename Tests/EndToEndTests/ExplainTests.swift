import EventSchema
import Foundation
import TestSupport
import Testing

@Suite(.waitLimit) struct ExplainTests {
    static let streams = """
        {"streams": {"a": {"schema_title": "t", "destination_event_service": "eventgate-main",
          "sample": {"unit": "session", "rate": 0.5},
          "producers": {"metrics_platform_client": {"provide_values": ["page_id"],
            "curation": {"page_id": {"less_than": 500}}}}},
        "/^m\\\\.(.+)$/": {"schema_title": "t"}, "broken": {"topics": [1]}}}
        """

    static func explain(_ arguments: String..., attributes: String? = nil) async throws -> (Int32, JSONValue, String) {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let (streams, values) = (folder.file("streams.json"), folder.file("values.json"))
        try Data(Self.streams.utf8).write(to: streams)
        var all = ["explain", "--stream-configs", streams.path] + arguments
        if let attributes {
            try Data(attributes.utf8).write(to: values)
            all += ["--attributes", values.path]
        }
        let result = try await Child.run("eventctl", all)
        return (result.status, try JSONValue(parsing: result.output), result.errors)
    }

    @Test(
        arguments: [
            ("a", "7fffffff", #"{"page_id": 499}"#, "sent", nil, 0),
            ("a", "80000000", #"{"page": {"id": 499}}"#, "dropped", "outOfSample", 0),
            ("a", "00000000", #"{"page_id": 500}"#, "dropped", "curated", 0),
            ("a", "00000000", #"{"page_id": null}"#, "dropped", "curated", 0),
            ("a", "00000000", "{}", "undecided", nil, 0),
            ("m.x", "00000000", "{}", "sent", nil, 0), ("m.", "0", "{}", "dropped", "unknownStream", 1),
            ("broken", "0", "{}", "dropped", "streamQuarantined", 1),
        ] as [(String, String, String, String, String?, Int32)])
    func `explain prints the outcome and its reason and exits with its status`(
        stream: String, session: String, attributes: String, outcome: String, reason: String?, status: Int32
    ) async throws {
        let (code, json, words) = try await Self.explain(
            stream, "--session", session + "aaaaaaaaaaaa", attributes: attributes)
        #expect(code == status)
        #expect(json["outcome"]?.string == outcome)
        #expect(json["reason"]?.string == reason)
        #expect(words.contains(json["summary"]?.string ?? "no summary"))
    }

    @Test func `explain begins with who is sampled, and says how to follow one event`() async throws {
        let (_, json, plain) = try await Self.explain("a")
        let lines = plain.split(separator: "\n")
        let audience =
            "who is sampled: about 1 in 2 sessions; all events of a session or none; each new session is drawn again; "
            + "all streams without a salt choose the same sessions first"
        #expect(lines.first.map(String.init) == audience)
        #expect(lines.dropFirst().first?.contains("give --session, --device or --pageview ID") == true)
        #expect(json["summary"]?.string?.hasSuffix("give the id that a client has with --session ID.") == true)
        let (_, _, given) = try await Self.explain("a", "--session", "00000000aaaaaaaaaaaa")
        #expect(!given.contains("give --session"))
        let (_, _, unknown) = try await Self.explain("unknown")
        #expect(!unknown.contains("who is sampled"))
    }

    @Test func `explain evaluates an experiment by hash, wiki, date and override`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let file = folder.file("experiments.json")
        try Data(
            """
            [{"name": "my-awesome-experiment", "start": "2026-01-01", "end": "2026-02-01", "stream_name": "a",
              "user_identifier_type": "mw-user", "groups": ["control", "treatment"], "contextual_attributes": [],
              "sample_rate": {"default": "0.1", "0.2": ["frwiki"]}}, {"name": "broken", "groups": []}]
            """.utf8
        ).write(to: file)
        func entry(_ arguments: String...) async throws -> JSONValue? {
            let streams = folder.file("streams.json")
            try Data(Self.streams.utf8).write(to: streams)
            let result = try await Child.run(
                "eventctl",
                ["explain", "m.x", "--stream-configs", streams.path, "--experiments", file.path, "--user", "12345"]
                    + arguments)
            #expect(result.status == 0 && result.errors.contains("left out: broken"))
            return try JSONValue(parsing: result.output)["experiments"]?.array?.first
        }
        let out = try await entry("--as-of", "2026-01-15")
        #expect(out?["enrolled"] == false && out?["assigned"] == "control" && out?["active"] == true)
        #expect(out?["subject_id"]?.string?.hasPrefix("1620867b623d6f62") == true)
        let wiki = try await entry("--as-of", "2026-01-15", "--wiki", "frwiki")
        #expect(wiki?["enrolled"] == true && wiki?["group"] == "control")
        let late = try await entry("--as-of", "2026-03-01", "--wiki", "frwiki")
        #expect(late?["enrolled"] == false && late?["active"] == false)
        let forced = try await entry("--as-of", "2026-01-15", "--overrides", "my-awesome-experiment:treatment")
        #expect(forced?["group"] == "treatment" && forced?["forced"] == true)
    }

    @Test func `a stream of a folder is explained with its settings, its schema and an example event`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let empty = try await Child("eventctl", ["explain", "a"], directory: folder.url).result()
        #expect(empty.status == 64 && empty.errors.contains("--stream-configs"))

        let arguments = ["explain", "app.scroll_depth", "--session", "00000000aaaaaaaaaaaa"]
        let result = try await Child.run("eventctl", arguments)
        #expect(result.status == 0)
        let json = try JSONValue(parsing: result.output)
        #expect(json["outcome"] == "sent" && json["example"]?["valid"] == true)
        #expect(json["schema"]?["uri"] == "/analytics/product_metrics/app/article_reading/1.0.0")
        let rate = json["settings"]?.array?.first { $0["setting"] == "sample.rate" }
        #expect(rate?["location"]?.string?.hasPrefix("Streams/reading.yaml:") == true)
        #expect(result.errors.contains("who is sampled: about 1 in 10 sessions"))
    }

    /// Fails when the folder that `serve` and `check` take is read as a file.
    @Test func `experiments and instruments of a folder are explained, and one of its files names the folder`()
        async throws
    {
        let arguments = ["explain", "app.scroll_depth", "--session", "00000000aaaaaaaaaaaa", "--experiments"]
        let result = try await Child.run("eventctl", arguments + ["Experiments"])
        #expect(result.status == 0, "\(result.errors)")
        let json = try JSONValue(parsing: result.output)
        #expect(json["experiments"]?.array?.map { $0["name"] } == ["reading-progress-bar"])
        #expect(json["instruments"]?.array?.map { $0["name"] } == ["scroll-depth"])
        let file = try await Child.run("eventctl", arguments + ["Experiments/reading.yaml"])
        #expect(file.status == 70 && file.errors.contains("give the folder"), "\(file.errors)")
    }

    /// Fails when the status is that of the stages without the schema: “would be sent”, 0.
    @Test(arguments: [("", "/$schema: the schema does not have"), ("required: [foo]", "\"foo\" is missing")])
    func `a schema that refuses every event ends explain with 1`(line: String, reason: String) async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let properties = line.isEmpty ? "{a: {type: string}}" : "{$schema: {type: string}, meta: {type: object}}"
        let schema = """
            title: pod/play
            $id: /pod/play/1.0.0
            type: object
            additionalProperties: false
            properties: \(properties)
            \(line)

            """
        try folder.write(schema, to: "Schemas/pod/play/1.0.0.yaml")
        try folder.write(
            """
            pod.plays: {schema_title: pod/play}
            pod.none: {schema_title: pod/play, sample: {unit: device, rate: 0}}

            """, to: "Streams/pod.yaml")
        let all = try await Child("eventctl", ["explain", "pod.plays"], directory: folder.url).result()
        #expect(all.status == 1, "\(all.errors)")
        let json = try JSONValue(parsing: all.output)
        #expect(json["outcome"] == "dropped" && json["reason"] == "invalid")
        #expect(json["summary"]?.string?.contains("/pod/play/1.0.0 refuses every event: ") == true)
        #expect(all.errors.contains("validation: dropped") && all.errors.contains(reason), "\(all.errors)")
        // Those that are in sample would be refused too.
        let none = try await Child("eventctl", ["explain", "pod.none"], directory: folder.url).result()
        #expect(try none.status == 1 && JSONValue(parsing: none.output)["reason"] == "outOfSample")
        let check = try await Child("eventctl", ["check"], directory: folder.url).result()
        #expect(check.status == 1 && check.output.contains(line.isEmpty ? "missing-envelope" : "impossible-required"))
    }

    @Test func `an unreadable file exits with 70, and wrong usage with 64`() async throws {
        let missing = try await Child.run("eventctl", ["explain", "a", "--stream-configs", "/nowhere.json"])
        #expect(missing.status == 70 && missing.errors.contains("/nowhere.json"))
        let both = try await Child.run("eventctl", ["explain", "a", "--stream-configs", "b", "--streams", "c"])
        #expect(both.status == 64 && both.errors.contains("--streams"))
        let date = try await Child.run(
            "eventctl", ["explain", "a", "--stream-configs", "/nowhere.json", "--as-of", "tomorrow"])
        #expect(date.status == 64 && date.errors.contains("tomorrow"))
    }
}
