import EventSchema

/// Where a value differs from what a test expects, a line for each expected and each found value.
///
/// The members of an object that are not expected are no differences; arrays are compared as a whole.
struct EventDifferences {
    /// `- /minutes: 3` for what is expected, `+ /minutes: 4` for what was found.
    private(set) var lines: [String] = []
    /// How many values differ.
    private(set) var count = 0

    init(expected: JSONObject, found: JSONValue) { compare(.object(expected), found, at: "") }

    private mutating func compare(_ expected: JSONValue, _ found: JSONValue?, at path: String) {
        if let members = expected.object, let object = found?.object {
            for (name, value) in members { compare(value, object[name], at: "\(path)/\(JSONPointer.escape(name))") }
        } else if expected != found {
            count += 1
            lines.append("- \(path): \(expected)")
            if let found { lines.append("+ \(path): \(found)") }
        }
    }
}
