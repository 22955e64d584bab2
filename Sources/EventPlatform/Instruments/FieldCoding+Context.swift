import EventSchema
import EventStreams
import EventSupport

/// How the value of an attribute is written. The numbers are part of the encoding of submissions.
private enum ValueKind: UInt8 {
    case json, text, integer, no, yes
}

extension FieldWriter {
    /// Writes the domain, and each attribute with its name and its value.
    mutating func context(_ context: Context) {
        text(context.domain ?? "")
        let entries = context.values.elements
        bytes.append(UInt8(clamping: entries.count))
        for entry in entries.prefix(Int(UInt8.max)) {
            text(entry.key.rawValue)
            value(entry.value)
        }
    }

    private mutating func value(_ value: JSONValue) {
        switch value {
        case .string(let text):
            kind(.text)
            self.text(text)
        case .bool(let flag): kind(flag ? .yes : .no)
        case .number(let number):
            guard let integer = number.int64 else { return json(value) }
            kind(.integer)
            self.integer(integer)
        case .null, .array, .object: json(value)
        }
    }

    private mutating func json(_ value: JSONValue) {
        kind(.json)
        field(value.jsonBytes)
    }

    private mutating func kind(_ kind: ValueKind) { bytes.append(kind.rawValue) }
}

extension FieldReader {
    private static let attributes = ContextualAttribute.allCases
    private static let names = NameTable(attributes.map(\.rawValue))

    /// Reads a context. An unknown attribute is left out.
    mutating func context() throws -> Context {
        var context = Context.empty
        context.domain = try textIfAny()
        for _ in 0..<(try byte()) {
            let number = Self.names.number(of: try field())
            let value = try value()
            if let number { context[Self.attributes[number]] = value }
        }
        return context
    }

    private mutating func value() throws -> JSONValue {
        switch ValueKind(rawValue: try byte()) {
        case .json: try JSONValue(parsing: Array(try field()))
        case .text: .string(try text())
        case .integer: .number(JSONNumber(try integer()))
        case .no: .bool(false)
        case .yes: .bool(true)
        case nil: throw SubmissionError()
        }
    }
}
