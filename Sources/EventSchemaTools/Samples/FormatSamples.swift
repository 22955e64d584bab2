/// Texts in the formats of JSON Schema.
enum FormatSamples {
    /// Texts in a format, the plainest first; where the format allows it, one of about the wanted length.
    static func texts(of format: String, length: Int) -> [String] {
        let fill = String(repeating: "a", count: max(1, min(length, 100_000)))
        switch format {
        case "date-time":
            return [
                "2026-01-01T00:00:00Z", "2024-02-29T23:59:59.999Z", "2026-06-15t12:30:00+05:30",
                "2026-01-01T00:00:00.\(digits(length - 21))Z",
            ]
        case "date": return ["2026-01-01", "2024-02-29"]
        case "time": return ["00:00:00Z", "23:59:59.5+01:00", "12:00:00.\(digits(length - 10))Z"]
        case "uri": return ["https://example.org/", "mailto:a@example.org", "x:\(fill.dropFirst(2))"]
        case "url": return ["https://example.org/", "ftp://a.example.org", "https://example.org/\(fill.dropFirst(20))"]
        case "uri-reference": return ["/a", "", "https://example.org/wiki/A?b=c#d", fill, "a"]
        case "iri", "iri-reference": return ["https://example.org/é"]
        case "email", "idn-email":
            return ["a@example.org", "\(fill.dropFirst(min(fill.count - 1, 12)))@example.org", "a@b"]
        case "hostname", "idn-hostname": return ["example.org", "a", "\(fill.prefix(60)).org"]
        case "ipv4": return ["127.0.0.1", "1.1.1.1", "255.255.255.255"]
        case "ipv6": return ["::1", "2001:db8::1", "2001:0db8:0000:0000:0000:0000:0000:0001"]
        case "uuid": return ["0191f3b2-7c44-4d0e-8a5b-3f64c1d2e907", "00000000-0000-0000-0000-000000000000"]
        case "json-pointer": return ["", "/a", "/\(fill.dropFirst())"]
        case "relative-json-pointer": return ["0", "1/a"]
        case "uri-template": return ["/a/{b}", "a", fill]
        case "regex": return ["a", "", fill]
        default: return []
        }
    }

    private static func digits(_ count: Int) -> String { String(repeating: "0", count: max(1, min(count, 100_000))) }
}
