import EventSchema
import Testing

@Suite struct FormatTests {
    private func check(_ format: String, valid: [String], invalid: [String], mode: Schema.Mode) throws {
        let schema = try Schema(["format": .string(format)], mode: mode)
        for text in valid { #expect(schema.isValid(.string(text)), "\(format): \(text)") }
        for text in invalid { #expect(!schema.isValid(.string(text)), "\(format): \(text)") }
        #expect(schema.isValid(1))
    }

    @Test(
        arguments: [
            (
                "date-time",
                [
                    "2026-01-01T00:00:00Z", "1998-12-31T23:59:60Z", "1998-12-31T15:59:60.123-08:00",
                    "2024-02-29t00:00:00z",
                ],
                [
                    "2026-02-29T00:00:00Z", "2026-01-01T24:00:00Z", "1998-12-31T22:59:60Z", "2026-01-01T00:00:00",
                    "2026-01-01 00:00:00Z",
                ]
            ),
            ("date", ["2024-02-29"], ["2023-02-29", "2026-1-01", "2026-01-01Z", "২০২৬-01-01"]),
            (
                "time", ["00:00:00Z", "23:59:60+00:00", "12:00:00.5-01:30"],
                ["12:00:00", "24:00:00Z", "12:00:00+24:00"]
            ),
            (
                "duration", ["P1Y2M3DT4H5M6S", "PT1H", "P2W", "P1M"],
                ["P", "PT", "P1", "1D", "P1DT", "P1Y1W", "P1Y2D", "PT1S2M"]
            ),
            (
                "email", ["a.b@example.org", "\"a b\"@example.org", "a@[127.0.0.1]", "a@[IPv6:::1]"],
                ["a", ".a@b.org", "a..b@c.org", "é@example.org"]
            ),
            ("idn-email", ["é@exämple.org"], ["é"]),
            (
                "hostname", ["example.org", "a-b", "xn--9n2bp8q.xn--9t4b11yi5a"],
                ["", "-a", "a_b", "example.org.", "xn--X"]
            ),
            ("idn-hostname", ["실례.테스트", "faß.de", "א׳ב"], ["〮실례", "a..b", "-ü", "aא"]),
            ("ipv4", ["127.0.0.1"], ["256.0.0.1", "1.2.3", "01.2.3.4", "1.2.3.4.5", "१.2.3.4"]),
            (
                "ipv6", ["::", "::1", "1:2:3:4:5:6:7:8", "1::8", "::ffff:1.2.3.4", "1:2:3:4:5:6:1.2.3.4"],
                [":", ":::", "1:2:3:4:5:6:7", "1::2::3", "12345::", "1:2:3:4:5:6:7:8:9", "::1%eth0", "1.2.3.4::"]
            ),
            (
                "uri", ["http://a@b:1/c?d#e", "urn:a:b", "http://[::1]/", "a:"],
                ["//a", "a b:c", "http://a b", "http://[::1", "http://a/%zz", "é:a"]
            ),
            ("uri-reference", ["//a/b", "a", "", "#a", "../x?y"], ["a b", "\\\\a", "%", "1:b"]),
            ("iri", ["http://é.org/é?\u{E000}"], ["http://a b", "//é", "http://é/\u{E000}"]),
            ("iri-reference", ["//é", "é"], ["é é"]),
            ("uri-template", ["http://a/{b}{?c,d*,e:3}", "a"], ["{", "{a", "a}", "{a:0}", "%", "{é}"]),
            ("json-pointer", ["", "/a~0~1/0"], ["a", "/~", "/~2"]),
            ("relative-json-pointer", ["0", "1/a", "2#"], ["", "01", "-1", "1a", "1#a"]),
            ("regex", ["^a$", "(a)\\1", "\\p{L}", "\\-"], ["(", "\\Z", "[b-a]"]),
            (
                "uuid", ["6ba7b810-9dad-11d1-80b4-00c04fd430C8"],
                ["6ba7b8109dad11d180b400c04fd430c8", "6ba7b810-9dad-11d1-80b4-00c04fd430cg"]
            ),
        ])
    func `standard formats accept and refuse as their standards specify`(
        format: String, valid: [String], invalid: [String]
    ) throws {
        try check(format, valid: valid, invalid: invalid, mode: .standard(assertsFormats: true))
        try check(format, valid: valid + invalid, invalid: [], mode: .standard(assertsFormats: false))
    }

    @Test(
        arguments: [
            (
                "date-time",
                [
                    "2026-01-01T00:00:00Z", "2026-01-01t00:00:00z", "2026-02-31 00:00:00+01",
                    "2026-19-39T29:59:59.1-0100",
                ],
                ["2026-01-01T00:00:00", "2026-01-01", "2026-01-01T00:00:00Z\n", "yesterday"]
            ),
            ("date", ["2026-19-39"], ["2026-20-01", "2026-01-01T"]),
            ("uri-reference", ["", "/a", "https://e.org/a?b#c", "é", "a#b#c"], ["a b", "\\a", "a#\\"]),
            ("uri", ["a:", "http://é"], ["a", "http://a b"]),
            ("email", ["a@b"], ["a", "a@-b"]), ("hostname", ["a.b."], ["a_b"]),
            ("uuid", ["urn:uuid:6ba7b810-9dad-11d1-80b4-00c04fd430c8"], ["6ba7"]),
            ("ipv6", [" ::1%a "], ["1::2::3"]), ("regex", ["\\-"], ["(", "a\\Z"]),
            (
                "url",
                [
                    "https://example.org/a?b#c", "FTP://a@b:c@e-1.org:21", "http\u{17F}://é.éé", "http://1.07.255.254",
                    "http://172.15.0.1", "http://172.32.0.1/", "http://a\u{2003}.org", "http://🐲@a.org/🐲",
                ],
                [
                    "nonsense", "mailto:a@example.org", "http://localhost", "http://example.org:8", "http://a.o1",
                    "http://example.org?a", "http://a.org/b c", "http://10.1.1.1", "http://127.0.0.1",
                    "http://169.254.0.1", "http://172.16.0.1", "http://172.31.0.1", "http://192.168.0.1",
                    "http://224.0.0.1", "http://1.1.1.0", "http://1.1.1.255", "http://1.1.007.1", "http://🐲.org",
                ]
            ),
        ])
    func `intake formats accept and refuse as ajv's fast formats`(format: String, valid: [String], invalid: [String])
        throws
    {
        try check(format, valid: valid, invalid: invalid, mode: .intake)
    }

    @Test func `content is decoded and read when formats are asserted`() throws {
        let schema = try Schema(
            ["contentEncoding": "base64", "contentMediaType": "application/json"], mode: .standard(assertsFormats: true)
        )
        #expect(schema.isValid("eyJhIjoxfQ=="))
        #expect(schema.findings(in: "eyJhIjox").map(\.keywordLocation) == ["/contentMediaType"])
        #expect(schema.findings(in: "{}").map(\.keywordLocation) == ["/contentEncoding"])
    }
}
