import Testing

@testable import EventCatalogChecks

@Suite struct StreamComparisonTests {
    /// What the change of one stream's settings, given as YAML in flow style, does.
    private func lines(_ before: String, _ after: String) throws -> [String] {
        let texts = [before, after].map { ["a.yaml": "app.x: {schema_title: t, \($0)}\n"] }
        return Array(try StreamComparison(texts[0], texts[1]).lines.dropFirst())
    }

    @Test(arguments: [
        ("unit: session, rate: 0.1", "unit: session, rate: 0.2", "rises from 10 % to 20 % of sessions"),
        ("unit: device, rate: 1", "unit: device, rate: 0.07", "falls from 100 % to 7 % of devices"),
        (
            "unit: session, rate: 0.1", "unit: device, rate: 0.1",
            "changes from 10 % of sessions to 10 % of devices; other devices are in sample"
        ),
        (
            "unit: session, rate: 0.1", "unit: session, rate: 0.1, salt: x",
            "changes from 10 % of sessions to 10 % of sessions (salt x); other sessions are in sample"
        ),
    ]) func `a change of the sample is described in shares of its unit`(
        before: String, after: String, words: String
    ) throws {
        #expect(try lines("sample: {\(before)}", "sample: {\(after)}") == ["  sampling \(words)"])
    }

    @Test func `a rate of zero switches a stream off`() throws {
        let (on, off) = ("sample: {unit: session, rate: 0.1}", "sample: {unit: session, rate: 0}")
        #expect(
            try lines(on, off) == ["  sampling is switched off: it falls from 10 % of sessions to nobody"])
        #expect(
            try lines(off, "sample: {unit: device, rate: 0}") == [
                "  sampling changes from 0 % of sessions to 0 % of devices, so that the stream stays switched off"
            ])
        #expect(
            try StreamComparison(
                ["b.yaml": "b: {schema_title: u}\n"],
                ["b.yaml": "b: {schema_title: u}\n", "a.yaml": "a: {schema_title: t, \(off)}\n"]
            ).lines.last?
            .hasSuffix("from nobody, since its rate is 0") == true)
        #expect(try lines(off, "") == ["  sampling is switched on: it rises from nobody to everybody"])
    }

    @Test(arguments: [
        ("", "x-a: x-a", "the request header x-a is now stored in x-a"),
        (
            "http.request_headers.user-agent: false", "http.request_headers.user-agent: user-agent",
            "the request header user-agent is now stored in http.request_headers.user-agent"
        ),
        ("x: a", "http.client_ip: false, x: a", "the client's address is no longer stored in http.client_ip"),
        ("x: a", "x: b", "x now stores the request header b instead of the request header a"),
        (
            "x: a", "x: a, meta.request_id: x-request-id",
            "producers.eventgate.enrich_fields_from_http_headers is written differently, with the same effect"
        ),
    ]) func `a change of the headers is described by what is stored`(before: String, after: String, words: String)
        throws
    {
        func setting(_ fields: String) -> String {
            "producers: {eventgate: {enrich_fields_from_http_headers: {\(fields)}}}"
        }
        #expect(try lines(setting(before), setting(after)) == ["  \(words)"])
    }

    @Test func `a sample that comes or goes is compared with everybody`() throws {
        let sample = "sample: {unit: session, rate: 0.5}"
        #expect(try lines("", sample) == ["  sampling falls from everybody to 50 % of sessions"])
        #expect(try lines(sample, "") == ["  sampling rises from 50 % of sessions to everybody"])
        let older = "producers: {metrics_platform_client: {sampling: {identifier: session, rate: 0.5}}}"
        #expect(try lines(sample, older) == ["  sample is written differently, with the same effect"])
    }

    private func client(_ settings: String) -> String { "producers: {metrics_platform_client: {\(settings)}}" }

    @Test func `attributes that are collected newly or no longer are named, and from whom`() throws {
        let before = client("provide_values: [page_id, page_title]")
        #expect(
            try lines(before, client("provide_values: [page_id, performer_name, performer_id]")) == [
                "  performer_name (high) and performer_id (high) are now collected from everybody",
                "  page_title is no longer collected",
            ])
        #expect(
            try lines(
                before,
                client("provide_values: [page_id, page_title, performer_name]") + ", sample: {unit: session, rate: 0.1}"
            )
                == [
                    "  performer_name (high) is now collected from 10 % of sessions",
                    "  sampling falls from everybody to 10 % of sessions",
                ])
        #expect(
            try lines(
                before, client("provide_values: [page_id, page_title, performer_id], curation: {page_id: {equals: 1}}")
            )
            .first == "  performer_id (high) is now collected from everybody, where curation lets events pass")
    }

    @Test func `an attribute under its older name, or in another place, is the same`() throws {
        #expect(
            try lines(
                client("provide_values: [page_namespace, page_id]"),
                client("provide_values: [page_id, page_namespace_id]"))
                == ["  producers.metrics_platform_client.provide_values is written differently, with the same effect"])
    }

    @Test(arguments: [
        ("", "page_id: {less_than: 5}", "events are now collected only where page_id is less than 5"),
        (
            "page_id: {less_than: 5}", "page_id: {less_than: 6}",
            "the condition “page_id is less than 5” is now “page_id is less than 6”"
        ),
        (
            "page_id: {less_than: 5}", "",
            "the condition “page_id is less than 5” is gone, so that more events are collected"
        ),
        ("", "page_id: {}", "events are now collected only where page_id has a value"),
        (
            "", "performer_groups: {contains_any: [a, b]}",
            "events are now collected only where performer_groups contains any of a, b"
        ),
        (
            "page_id: {not_in: [1, 2]}", "page_id: {in: [1, 2]}",
            "the condition “page_id is not one of 1, 2” is now “page_id is one of 1, 2”"
        ),
        (
            "page_id: {greater_than: 4}", "page_id: {greater_than_or_equals: 5}",
            "the condition “page_id is greater than 4” is now “page_id is 5 or more”"
        ),
        (
            "page_id: {equals: 4}", "page_id: {greater_than: 3, less_than: 5}",
            "the condition “page_id is 4” is now “page_id is greater than 3 and is less than 5”"
        ),
    ]) func `a change of curation is described as conditions`(before: String, after: String, words: String) throws {
        let provided = "provide_values: [page_id, performer_groups]"
        let found = try lines(client("\(provided), curation: {\(before)}"), client("\(provided), curation: {\(after)}"))
        #expect(found == ["  \(words)"])
    }

    @Test func `conditions of one attribute are compared by operator first, and of another for themselves`() throws {
        let provided = "provide_values: [page_id, performer_is_logged_in]"
        #expect(
            try lines(
                client("\(provided), curation: {page_id: {less_than: 5, greater_than: 1}}"),
                client("\(provided), curation: {page_id: {less_than: 6}, performer_is_logged_in: {equals: true}}")
            ) == [
                "  events are now collected only where performer_is_logged_in is true",
                "  the condition “page_id is greater than 1” is gone",
                "  the condition “page_id is less than 5” is now “page_id is less than 6”",
            ])
    }

    @Test(arguments: [
        ("schema_title: b", "the schema title changes from t to b"),
        ("topics: [a, b]", "the topics change from those computed from the name to a, b"),
        ("topic_prefixes: [p.]", "the prefixes of the topics change from none to p."),
        ("canary_events_enabled: true", "canary events are now sent"),
        ("canary_events_enabled: false", "canary_events_enabled is now false; it was not set"),
        ("description: What is read.", "the description is now “What is read.”; it was not set"),
        ("owner: me", "the owner is now me; it was not set"),
        ("consumers: {x: {job_name: b}}", "consumers.x.job_name is now b; it was not set"),
        ("message_key_fields: {}", "message_key_fields is now []; it was not set"),
        (
            "producers: {eventgate: {use_edge_uniques: true}}",
            "the intake now adds the edge's identifier of unique visitors to the events"
        ),
    ]) func `other settings are named with their values`(setting: String, words: String) throws {
        let before = ["a.yaml": "app.x: {schema_title: t}\n"]
        let title = setting.hasPrefix("schema_title") ? "" : "schema_title: t, "
        #expect(
            try StreamComparison(before, ["a.yaml": "app.x: {\(title)\(setting)}\n"]).lines == ["app.x", "  \(words)"])
    }

    @Test func `canary events that were sent are no longer sent`() throws {
        #expect(
            try lines("canary_events_enabled: true", "canary_events_enabled: false") == [
                "  canary events are no longer sent"
            ])
    }

    @Test func `null is not a setting, and numbers are compared by value`() throws {
        #expect(
            try StreamComparison(
                ["a.yaml": "a: {schema_title: t, x: null, consumers: {y: 1.0}}\n"],
                ["a.yaml": "a: {schema_title: t, consumers: {y: 1}}\n"]
            ).isEmpty)
    }

    @Test(arguments: [
        ("sensitivity: low, owner: web", "sensitivity: high, owner: web", "; warning: ask the owner, web"),
        ("owner: web", "sensitivity: moderate, owner: web", "; warning: ask the owner, web"),
        ("sensitivity: low", "sensitivity: moderate", "; warning: the stream names no owner to ask"),
        ("sensitivity: high, owner: web", "sensitivity: low, owner: web", nil),
        ("expires: 2027-05-01, owner: web", "expires: 2027-04-30, owner: web", "; warning: ask the owner, web"),
        ("owner: web", "expires: 2027-04-30, owner: web", "; warning: ask the owner, web"),
        ("expires: 2027-05-01, owner: web", "expires: 2027-06-01, owner: web", nil),
        ("expires: 2027-05-01, owner: web", "owner: web", nil),
    ]) func `a higher sensitivity and an earlier end name the owner`(
        before: String, after: String, warning: String?
    ) throws {
        let line = try #require(try lines(before, after).first)
        #expect(line.contains("; warning") == (warning != nil) && line.hasSuffix(warning ?? ""), "\(line)")
    }
}
