import EventSchema
import Foundation
import TestSupport
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// What `eventctl serve` has beside its intake: explanations of events, findings, and pages of schemas.
@Suite(.waitLimit) struct ServedToolsTests {
    /// A folder with a stream that samples and curates, and its schema.
    private static let stream = """
        pod.plays:
          schema_title: pod/play
          sample: {unit: device, rate: 0.5}
          producers:
            metrics_platform_client:
              provide_values: [page_id]
              curation: {page_id: {less_than: 500}}

        """
    private static let schema = """
        title: pod/play
        $id: /pod/play/1.0.0
        $schema: https://json-schema.org/draft-07/schema#
        type: object
        properties:
          $schema: {type: string}
          meta: {type: object, properties: {stream: {type: string}, id: {type: string}, dt: {type: string}}}
          dt: {type: string}
          page: {type: object, properties: {id: {type: integer}}}
          agent: {type: object, properties: {app_install_id: {type: string}}}
          track: {type: string}

        """

    private static func withServer(
        _ arguments: [String] = [], filters: String? = nil, _ body: (TemporaryFolder, Server) async throws -> Void
    ) async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        if let filters { try folder.write(filters, to: "Filters.yaml") }
        try folder.write(stream, to: "Streams/pod.yaml")
        try folder.write(schema, to: "Schemas/pod/play/1.0.0.yaml")
        let folders = ["--streams", folder.path("Streams"), "--schemas", folder.path("Schemas")]
        let server = try await Server.start(store: folder.path("intake.sqlite"), folders + arguments)
        try await body(folder, server)
        await server.stop()
    }

    /// Fails when the page is told another reason than `eventctl explain` prints.
    @Test func `an event that is sampled out, curated or sent is explained with its reason`() async throws {
        try await Self.withServer { folder, server in
            func explain(_ question: JSONValue) async throws -> JSONValue {
                try await requestJSON("\(server.url)/explain", posting: question)
            }
            let out = try await explain(["stream": "pod.plays", "device": "80000000aaaaaaaaaaaa"])
            #expect(out["outcome"] == "dropped" && out["reason"] == "outOfSample")
            let printed = try await Child.run(
                "eventctl",
                ["explain", "pod.plays", "--device", "80000000aaaaaaaaaaaa", "--streams", folder.path("Streams")]
                    + ["--schemas", folder.path("Schemas")])
            let same = try JSONValue(parsing: printed.output)
            for name in ["summary", "stages", "settings", "schema", "sampled"] { #expect(out[name] == same[name]) }

            let curated = try await explain(
                ["stream": "pod.plays", "device": "00000000aaaaaaaaaaaa", "attributes": ["page": ["id": 500]]])
            #expect(curated["reason"] == "curated" && curated["remarks"] == [])
            let nobody = try await explain(["stream": "pod.plays", "attributes": ["colour": "red"]])
            #expect(nobody["summary"]?.string?.hasSuffix("give the id that a client has as “device”.") == true)
            #expect(nobody["remarks"]?.array?.first?.string?.hasPrefix("“colour” is neither an attribute") == true)
            #expect(nobody["outcome"] == "undecided")
            let unlisted = try await explain(["stream": "pod.plays", "device": "00000000aaaaaaaaaaaa"])
            #expect(unlisted["outcome"] == "undecided" && unlisted["summary"]?.string?.contains("page.id") == true)
            let unknown = try await explain(["stream": "pod.play"])
            #expect(unknown["reason"] == "unknownStream" && unknown["settings"] == nil)
        }
    }

    @Test func `a pasted event is followed by its own identifiers, attributes and schema`() async throws {
        try await Self.withServer { _, server in
            func explain(page: Int, device: String = "00000000aaaaaaaaaaaa", track: JSONValue = "a") async throws
                -> JSONValue
            {
                let event: JSONValue = [
                    "$schema": "/pod/play/1.0.0", "meta": ["stream": "pod.plays"], "page": ["id": .number(page)],
                    "agent": ["app_install_id": .string(device)], "track": track,
                ]
                return try await requestJSON("\(server.url)/explain", posting: ["event": event])
            }
            let sent = try await explain(page: 3)
            #expect(sent["outcome"] == "sent" && sent["intake"]?["status"] == "accepted")
            #expect(try await explain(page: 500)["reason"] == "curated")
            let other: JSONValue = ["$schema": "/pod/play/1.0.0", "meta": ["stream": "pod.plays"]]
            let whole = try await requestJSON(
                "\(server.url)/explain", posting: ["event": other, "device": "00000000aaaaaaaaaaaa"])
            #expect(whole["reason"] == "curated", "\(whole["summary"] ?? .null)")
            #expect(try await explain(page: 3, device: "80000000aaaaaaaaaaaa")["reason"] == "outOfSample")
            let invalid = try await explain(page: 3, track: 5)
            #expect(invalid["reason"] == "invalid" && invalid["intake"]?["status"] == "invalid")
            #expect(invalid["summary"]?.string?.contains("track") == true, "\(invalid["summary"] ?? .null)")
        }
    }

    /// Fails when the findings are those of the start, or have no stream or edit.
    @Test func `findings are those of the files as they are edited`() async throws {
        try await Self.withServer { folder, server in
            func findings(of rule: JSONValue) async throws -> [JSONValue] {
                let list = try await requestJSON("\(server.url)/findings")
                #expect(list["complete"] == true && list["checked"]?.string?.hasPrefix("20") == true)
                return (list["findings"]?.array ?? []).filter { $0["rule"] == rule }
            }
            #expect(try await findings(of: "unknown-setting").isEmpty)
            try folder.write(Self.stream + "  canary_events_enable: true\n", to: "Streams/pod.yaml")
            let found = try await findings(of: "unknown-setting")
            let finding = try #require(found.first)
            #expect(found.count == 1 && finding["severity"] == "error" && finding["stream"] == "pod.plays")
            #expect(finding["file"]?.string == folder.path("Streams/pod.yaml") && finding["line"] == 8)
            #expect(finding["can_be_fixed"] == false && finding["edits"] == nil)
            let kept = try await requestJSON("\(server.url)/v1/stream-configs/pod.plays")
            #expect(kept["pod.plays"]?["schema_title"] == "pod/play")
            try folder.write(Self.stream.replacing("unit:", with: "identifier:"), to: "Streams/pod.yaml")
            #expect(try await findings(of: "unknown-setting").isEmpty)
            let older = try await findings(of: "older-sampling-name").first
            #expect(
                older?["edits"] == [["line": 3, "column": 12, "text": "identifier", "replacement": "unit"]],
                "\(older ?? .null)")
        }
    }

    /// Fails when a broken file of filters ends the start, or `check` does not read it.
    @Test func `a broken file of filters is reported, and everything else is served`() async throws {
        try await Self.withServer(filters: "- name: [\n") { folder, server in
            let place = "\(folder.path("Filters.yaml")):2:1: "
            await server.child.waitForErrors(containing: place)
            let filters = try await requestJSON("\(server.url)/filters")
            #expect(filters["filters"] == [] && filters["error"]?.string?.hasPrefix(place) == true)
            let folders = ["--streams", folder.path("Streams"), "--schemas", folder.path("Schemas")]
            let broken = try await Child.run("eventctl", ["check"] + folders)
            #expect(broken.status == 1 && broken.output.contains("Filters.yaml:2:1"), "\(broken.output)")
            try folder.write("- {name: A, query: 'valid:no'}\n", to: "Filters.yaml")
            let wrong = try await Child.run("eventctl", ["check"] + folders)
            #expect(wrong.status == 1 && wrong.output.contains("invalid-filter"), "\(wrong.output)")
            let found = try await requestJSON("\(server.url)/findings")["findings"]?.array ?? []
            #expect(found.contains { $0["rule"] == "invalid-filter" && $0["line"] == 1 })
        }
    }

    @Test func `events a day are compared with the forecast of the number of clients`() async throws {
        try await Self.withServer(["--clients", "100"]) { _, server in
            let report = try await requestJSON("\(server.url)/report")
            let forecast = try #require(report["streams"]?.array?.first?["forecast"])
            #expect((forecast["high"]?.number?.double ?? 0) > (forecast["low"]?.number?.double ?? 1))
        }
        let wrong = try await Child.run("eventctl", ["serve", "--clients", "0"])
        #expect(wrong.status == 64 && wrong.errors.contains("--clients must be 1 to 1000000"))
        let all = try await Child.run("eventctl", ["serve", "--clients", "5", "--in-sample"])
        #expect(all.status == 64 && all.errors.contains("leave out --stream-configs and --in-sample"))
    }

    /// Fails when the pages are those of the start, or their policy keeps the search from loading its index.
    @Test func `the pages of schemas are served, of the files as they are`() async throws {
        func page(_ url: String) async throws -> (HTTPURLResponse, String) {
            var request = URLRequest(url: try #require(URL(string: url)))
            request.cachePolicy = .reloadIgnoringLocalCacheData
            let (data, response) = try await URLSession.shared.data(for: request)
            return (try #require(response as? HTTPURLResponse), String(decoding: data, as: UTF8.self))
        }
        try await Self.withServer { folder, server in
            let site = "\(server.url)/schemas-site"
            let (index, text) = try await page("\(site)/")
            #expect(index.statusCode == 200 && index.url?.path == "/schemas-site/index.html")
            #expect(text.contains("pod/play") && index.mimeType == "text/html")
            let policy = try #require(index.value(forHTTPHeaderField: "Content-Security-Policy"))
            #expect(policy.contains("script-src 'self'") && !policy.contains("trusted-types"))
            let version = try await page("\(site)/schemas/pod/play/1.0.0.html")
            #expect(version.1.contains("track") && version.1.contains("pod.plays"))
            for (name, type) in [("style.css", "text/css"), ("search-index.js", "text/javascript")] {
                #expect(try await page("\(site)/\(name)").0.mimeType == type)
            }
            #expect(try await page("\(site)/none.html").0.statusCode == 404)
            try folder.write(Self.schema.replacing("track:", with: "song:"), to: "Schemas/pod/play/1.0.0.yaml")
            #expect(try await page("\(site)/schemas/pod/play/1.0.0.html").1.contains("song"))
        }
    }

    @Test func `the response says why there are no pages of schemas`() async throws {
        try await Self.withServer { folder, server in
            func reason() async throws -> String {
                try await requestJSON("\(server.url)/schemas-site/index.html")["detail"]?.string ?? ""
            }
            let schemas = folder.file("Schemas")
            try FileManager.default.moveItem(at: schemas, to: folder.file("Moved"))
            #expect(try await reason().hasSuffix("cannot be made. There is no folder \(schemas.path)."))
            try folder.write("a file", to: "Schemas")
            let unlisted = try await reason()
            #expect(unlisted.contains("cannot be made. \(schemas.path)") && unlisted.contains("not a directory"))
        }
    }
}
