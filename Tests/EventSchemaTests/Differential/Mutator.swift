import EventSchema
import EventSupport

/// Spoils JSON values in ways that events are spoilt: missing, retyped, too long, extra, out of range, wrong enum,
/// bad date, bad URI.
struct Mutator {
    var random: SeededGenerator

    /// The value with one to three changes.
    mutating func mutated(_ value: JSONValue) -> JSONValue {
        var result = value
        for _ in 0..<Int.random(in: 1...3, using: &random) { change(&result) }
        return result
    }

    private mutating func change(_ value: inout JSONValue) {
        switch value {
        case .object(var object):
            changeMember(of: &object)
            value = .object(object)
        case .array(var elements) where !elements.isEmpty && Bool.random(using: &random):
            let place = Int.random(in: elements.indices, using: &random)
            switch Int.random(in: 0..<4, using: &random) {
            case 0: elements.append(elements[place])
            case 1: elements.remove(at: place)
            default: change(&elements[place])
            }
            value = .array(elements)
        case .string(let text): value = pick([.string(spoilt(text)), anyString, anything])
        case .number(let number): value = pick([.number(spoilt(number)), anyNumber, anything])
        default: value = anything
        }
    }

    private mutating func changeMember(of object: inout JSONObject) {
        guard let (name, value) = object.randomElement(using: &random) else {
            object["extra"] = anything
            return
        }
        switch Int.random(in: 0..<10, using: &random) {
        case 0: object[name] = nil
        case 1: object[pick(["extra", "Extra_é", "", "$id", name + "s"])] = anything
        case 2: object[name] = anything
        default:
            var changed = value
            change(&changed)
            object[name] = changed
        }
    }

    private mutating func pick<Element>(_ choices: [Element]) -> Element {
        choices[Int.random(in: choices.indices, using: &random)]
    }

    private mutating func spoilt(_ text: String) -> String {
        pick([
            text + "\n", String(text.dropLast()), text.uppercased(), " " + text, text + "x", text + text,
            String(repeating: "🐲", count: text.count), String(repeating: text + "é", count: 40),
        ])
    }

    private mutating func spoilt(_ number: JSONNumber) -> JSONNumber {
        JSONNumber(literal: pick(["-\(number)", "\(number).0", "\(number).5", "\(number)0", "\(number)e3"])) ?? number
    }

    private var anything: JSONValue {
        mutating get {
            pick([nil, true, false, [], [:], [1, "a"], ["a": 1], anyString, anyNumber, [anyString, anyString]])
        }
    }

    private var anyNumber: JSONValue {
        mutating get {
            let literals = [
                "0", "-1", "-0", "1.0", "0.5", "-1.5", "1e3", "9007199254740991", "9007199254740992",
                "-9007199254740993", "100000000000000000", "100000000000000001", "1e30", "1e400", "-1e400", "1e-400",
                "2147483648",
            ]
            return JSONNumber(literal: pick(literals)).map(JSONValue.number) ?? nil
        }
    }

    private var anyString: JSONValue {
        mutating get { .string(pick(Self.strings)) }
    }

    static let strings =
        dates + references
        + [
            "", " ", "no such value", "true", "1", "prod", "app", "a", "A", "é", "e\u{301}", "\u{0}", "\n",
            String(repeating: "x", count: 64), String(repeating: "x", count: 65), String(repeating: "x", count: 256),
            String(repeating: "🐲", count: 64), String(repeating: "🐲", count: 128), String(repeating: "x", count: 8193),
            "0123456789abcdef0123", "0123456789ABCDEF0123", "0123456789abcdef0123\n",
            "6ba7b810-9dad-11d1-80b4-00c04fd430c8", "6BA7B810-9DAD-11D1-80B4-00C04FD430C8",
            "urn:uuid:6ba7b810-9dad-11d1-80b4-00c04fd430c8", "{6ba7b810-9dad-11d1-80b4-00c04fd430c8}",
        ]

    private static let dates = [
        "2026-01-01T00:00:00Z", "2026-01-01T00:00:00.123Z", "2026-01-01t00:00:00z", "2026-01-01 00:00:00Z",
        "2026-01-01\u{A0}00:00:00Z", "2026-02-30T00:00:00Z", "2026-19-39T29:59:59Z", "2026-01-01T23:59:60Z",
        "2026-01-01T22:59:60Z", "2026-01-01T00:00:00+01:00", "2026-01-01T00:00:00+0100", "2026-01-01T00:00:00+01",
        "2026-01-01T00:00:00", "2026-01-01T00:00Z", "2026-01-01T00:00:00.Z", "2026-01-01", "2026-1-1",
        "+002026-01-01T00:00:00Z", "1767225600", "2026-01-01T00:00:00Z\n", "२०२६-01-01T00:00:00Z", "12:00:00",
        "12:00:00Z",
        "2026-01-01T00:00:00−01:00", "yesterday",
    ]

    private static let references = [
        "https://example.org/a?b=c#d", "http://example.org", "//example.org/a", "/a/b", "a", "#a", "?a", "a b", "a\\b",
        "\\a", "#a#b", "http://a b", "http:///", "http://[::1]/", "::", ":a", "1a:b", "a:b", "A+-.1:b", "%zz", "é",
        "ä:b",
        "http://example.org/\u{A0}", "mailto:a@example.org", "urn:a:b", "#\\", "/#", "//", "///a", "a#",
    ]
}
