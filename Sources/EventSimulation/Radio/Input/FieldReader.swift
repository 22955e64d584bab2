import EventPlatform
import EventSchema
import EventSupport

/// Reads the fields of a JSON document that a person has written, and collects what is wrong with each.
struct FieldReader {
    /// The name of the document in findings.
    let file: String
    private(set) var findings: [String] = []

    init(file: String) { self.file = file }

    /// Adds a finding about the value at a path.
    mutating func addFinding(_ path: String, _ problem: String) {
        findings.append("\(file): \(path.isEmpty ? "" : path + ": ")\(problem)")
    }

    /// The fields of an object, none of which has another name than these.
    mutating func object(_ json: JSONValue, _ path: String, _ names: [String]) -> JSONObject {
        guard let object = json.object else {
            addFinding(path, "must be an object with \(names.joined(separator: ", "))")
            return [:]
        }
        for (name, _) in object where !names.contains(name) {
            let suggestion = names.nearest(to: name).map { "; did you mean \($0)?" } ?? "; remove it"
            addFinding(path, "the field \(JSONValue.string(name).jsonText) is unknown\(suggestion)")
        }
        return object
    }

    /// A text of 1 to 200 characters.
    mutating func text(_ json: JSONValue?, _ path: String) -> String {
        guard let text = json?.string, (1...200).contains(text.count) else {
            addFinding(path, "must be a text of 1 to 200 characters")
            return ""
        }
        return text
    }

    /// A number in a range.
    mutating func number(_ json: JSONValue?, _ path: String, _ range: ClosedRange<Double>) -> Double {
        guard let number = json?.number?.double, range.contains(number) else {
            let bounds = [range.lowerBound, range.upperBound].map { $0 == $0.rounded() ? $0.fixed(0) : "\($0)" }
            addFinding(path, "must be a number from \(bounds[0]) to \(bounds[1])")
            return range.lowerBound
        }
        return number
    }

    /// A number of seconds, in whole milliseconds.
    mutating func duration(_ json: JSONValue?, _ path: String, _ range: ClosedRange<Double>) -> Duration {
        .milliseconds(Int((number(json, path, range) * 1000).rounded()))
    }
}
