package import EventSchema
import EventSupport

/// Makes events from a schema, to try another version of the schema with them. The same seed makes the same events.
///
/// Events have only properties that the schema names, or that it describes as the entries of a map. Most of them are
/// valid; the caller validates them.
package struct EventGenerator {
    /// How much of what is optional an event has.
    package enum Extent: Hashable {
        /// Nothing: the smallest events.
        case required
        /// Everything once.
        case all
        /// Some of it.
        case random
    }

    let document: JSONValue
    var random: SeededGenerator
    /// What makes texts for the patterns that were met; `nil` for one that cannot be read.
    private var samplers: [String: PatternSampler?] = [:]

    /// References and levels beyond this are left out.
    static let maximumDepth = 24

    package init(_ document: JSONValue, seed: UInt64) {
        self.document = document
        random = SeededGenerator(seed: seed)
    }

    /// An event; the first has only what is required, the second everything, the others a part.
    mutating func event(number: Int) -> JSONValue {
        event(number == 0 ? .required : number == 1 ? .all : .random)
    }

    mutating func event(_ extent: Extent) -> JSONValue { value(of: document.schemaObject, extent, depth: 0) }

    package mutating func value(of schema: JSONObject, _ extent: Extent, depth: Int) -> JSONValue {
        guard depth < Self.maximumDepth else { return .null }
        let schema = resolved(schema, depth: depth)
        if let values = EnumeratedValues(schema)?.values {
            return (extent == .required ? values.first : values.randomElement(using: &random)) ?? .null
        }
        if extent != .required, oneIn(12), let example = example(of: schema) { return example }
        switch type(of: schema, extent) {
        case "string": return .string(text(of: schema, extent))
        case "integer": return .number(number(of: schema, isInteger: true, extent))
        case "number": return .number(number(of: schema, isInteger: false, extent))
        case "boolean": return .bool(extent == .required ? false : Bool.random(using: &random))
        case "array": return list(of: schema, extent, depth: depth)
        case "object": return .object(object(of: schema, extent, depth: depth))
        default: return .null
        }
    }

    /// A text that matches a pattern; `nil` when none of the length is found, and for an expression that cannot be
    /// read: the schema with it is compiled before, which reports it.
    mutating func text(matching pattern: String, length: ClosedRange<Int>) -> String? {
        sampler(of: pattern)?.text(length: length, using: &random)
    }

    private mutating func sampler(of pattern: String) -> PatternSampler? {
        if let known = samplers[pattern] { return known }
        let sampler: PatternSampler?
        do { sampler = try PatternSampler(pattern) } catch { sampler = nil }
        samplers[pattern] = .some(sampler)
        return sampler
    }

    /// Whether a random choice with the probability 1 in `times` is made.
    mutating func oneIn(_ times: Int) -> Bool { Int.random(in: 0..<times, using: &random) == 0 }

    private mutating func example(of schema: JSONObject) -> JSONValue? {
        (schema["examples"]?.array ?? []).randomElement(using: &random) ?? schema["default"]
    }

    // MARK: - Types

    private static let anyTypes = ["string", "integer", "boolean", "null", "array", "object", "number"]

    private mutating func type(of schema: JSONObject, _ extent: Extent) -> String {
        if let type = schema["type"]?.string { return type }
        if let types = schema["type"]?.array?.compactMap(\.string), !types.isEmpty {
            return (extent == .required ? types[0] : types.randomElement(using: &random)) ?? types[0]
        }
        let implied = Self.anyTypes.filter { type in
            schema.names.contains { Self.implying[$0] == type }
        }
        if let type = implied.first, extent == .required || !oneIn(5) { return type }
        return (extent == .required ? "string" : Self.anyTypes.randomElement(using: &random)) ?? "string"
    }

    /// The types that keywords are about.
    private static let implying = [
        "properties": "object", "required": "object", "additionalProperties": "object", "items": "array",
        "minItems": "array", "maxItems": "array", "pattern": "string", "format": "string", "maxLength": "string",
        "minLength": "string", "minimum": "number", "maximum": "number", "multipleOf": "number",
    ]
}
