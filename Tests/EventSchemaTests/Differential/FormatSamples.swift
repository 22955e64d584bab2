import EventSupport

/// Strings in and near the formats that ajv knows.
enum FormatSamples {
    static let all = [
        "a@b", "a.b@example.org", "a@-b.org", "a@b-.org", "a b@example.org", "\"a b\"@example.org", "é@example.org",
        "example.org", "example.org.", "-a.org", "a..b", String(repeating: "a", count: 64), "EXAMPLE",
        "127.0.0.1", "256.0.0.1", "1.2.3", "01.2.3.4", "::1", "1::", "1:2:3:4:5:6:7:8", "1:2:3:4:5:6:7::", "::1.2.3.4",
        "1::2:3.4.5.6", "1:2:3:4:5:6:1.2.3.4", " ::1 ", "::1%eth0", "12345::", "1:2:3:4:5:6:7:8:9",
        "fe80::1:2:3:4:5:6:7",
        "^a$", "(", "[a-", "\\Z", "a\\Z", "\\p{L}", "a{2,1}", "(?<n>a)\\k<n>", "(a)\\1", "*", "\\", "[]", "a{1",
        "(?=a)*",
        "/a/b", "/a~0~1", "/~", "a", "#/a", "#/%20", "#/%zz", "#", "0", "01", "1#", "1/a", "0/a~", "-1",
        "{a}", "{+a,b*}", "{a:3}", "{a", "a}b", "{}", "%20", "%zz", "{?a,%20}", "'", "<a>", "http://example.org/{a}",
        "23:59:60", "24:00:00", "29:59:59", "12:00:00.5+01", "urn:a", "http:", "1http:", "a:\u{2003}", "//a", "a//b#\\",
        "https://example.org/a", "ftp://a:b@example.org:8080", "http\u{17F}://é.éé", "http://127.0.0.1",
        "http://172.15.1.1", "http://172.16.1.1/", "http://192.168.1.1", "http://169.254.1.1", "http://1.07.255.254",
    ]

    /// The text with one scalar removed, repeated, replaced or put in.
    static func mutated(_ text: String, _ random: inout SeededGenerator) -> String {
        var scalars = Array(text.unicodeScalars)
        let letters = Array("aZ09-_.:/#?%@~{}[]()\\ +*,é\n\u{A0}🐲T'\"<".unicodeScalars)
        let letter = letters[Int.random(in: letters.indices, using: &random)]
        let place = Int.random(in: 0...scalars.count, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0 where place < scalars.count: scalars.remove(at: place)
        case 1 where place < scalars.count: scalars[place] = letter
        case 2 where place < scalars.count: scalars.insert(scalars[place], at: place)
        default: scalars.insert(letter, at: place)
        }
        return String(String.UnicodeScalarView(scalars))
    }
}
