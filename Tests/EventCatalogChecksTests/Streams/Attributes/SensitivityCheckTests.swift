import CatalogTestSupport
import EventCatalog
import Testing

/// `sensitivity` against what the attributes of a stream need.
@Suite struct SensitivityCheckTests {
    private static func stream(_ sensitivity: String?, _ list: String) -> String {
        """
        s:
          schema_title: analytics/product_metrics/app/base
          producers: {metrics_platform_client: {provide_values: \(list)}}

        """ + (sensitivity.map { "  sensitivity: \($0)\n" } ?? "")
    }

    @Test(
        arguments: [
            ("low", "[agent_client_platform, agent_app_theme]", []),
            ("low", "[page_title]", ["sensitivity-too-low 3:58"]),
            ("moderate", "[page_title, performer_session_id]", []),
            (
                "moderate", "[page_title, performer_name, user_id]",
                ["sensitivity-too-low 3:70", "older-attribute-name 3:86", "sensitivity-too-low 3:86"]
            ),
            ("high", "[performer_name, agent_app_install_id]", []),
            (nil, "[performer_name]", []),
        ] as [(String?, String, [String])])
    func `an attribute above the stated level is found at its place`(
        sensitivity: String?, list: String, expected: [String]
    ) throws {
        #expect(
            try check(["Streams/a.yaml": Self.stream(sensitivity, list)]).map(\.place).sorted() == expected.sorted())
    }

    @Test func `the message has both levels and the reason`() throws {
        let found = try check(["Streams/a.yaml": Self.stream("low", "[performer_name]")])
        #expect(
            found.map(\.problem) == [
                "performer_name needs the sensitivity high, and the stream “s” states low. "
                    + "It identifies an account."
            ])
    }

    @Test func `the level of the defaults counts for a stream without its own`() throws {
        let found = try check([
            "Streams/a.yaml": Self.stream(nil, "[performer_name]"), "Streams/defaults.yaml": "sensitivity: low\n",
        ])
        #expect(found.map(\.place) == ["sensitivity-too-low 3:58"])
    }

    @Test func `a level of one stream says nothing of the others`() throws {
        let stated = Self.stream("high", "[performer_name]").replacing("s:\n", with: "t:\n", maxReplacements: 1)
        let other = Self.stream(nil, "[page_id, performer_session_id]")
        #expect(try check(["Streams/a.yaml": other, "Streams/b.yaml": stated]) == [])
    }

    @Test(arguments: [
        ("[page_id, performer_session_id]", ["missing-sensitivity 4:3"]), ("[agent_app_theme]", []),
    ])
    func `a stream that takes the level of the defaults back is a warning above low`(
        list: String, expected: [String]
    ) throws {
        let files = ["Streams/a.yaml": Self.stream("null", list), "Streams/defaults.yaml": "sensitivity: low\n"]
        #expect(try check(files).map(\.place) == expected)
    }
}
