package import EventSchema

/// One value to compare with, of the type that the rule's attribute has.
package enum CurationOperand: Sendable, Hashable {
    case text(String)
    case number(JSONNumber)
    case boolean(Bool)
    case instant(UTCInstant)
    /// A value that an attribute of this type never has. No value is equal to it, above it or below it.
    case nothing

    /// Takes the value when it fits the attribute's type; for a list attribute, the type of its elements. Of an
    /// attribute of any type, any scalar fits.
    package init?(_ value: JSONValue, for type: ContextualAttributeType) {
        switch (type, value) {
        case (.any, .string(let text)): self = .text(text)
        case (.any, .number(let number)): self = .number(number)
        case (.any, .bool(let flag)): self = .boolean(flag)
        case (.string, .string(let text)), (.stringList, .string(let text)): self = .text(text)
        case (.integer, .number(let number)), (.number, .number(let number)): self = .number(number)
        case (.boolean, .bool(let flag)): self = .boolean(flag)
        case (.dateTime, .string(let text)):
            guard let instant = UTCInstant(rfc3339: text) else { return nil }
            self = .instant(instant)
        default: return nil
        }
    }

    /// What a fitting operand looks like, for a message.
    package static func expected(for type: ContextualAttributeType) -> String {
        switch type {
        case .any: "a string, a number, true or false"
        case .string, .stringList: "a string"
        case .integer, .number: "a number"
        case .boolean: "true or false"
        case .dateTime: "a date-time such as 2026-01-31T00:00:00Z"
        }
    }

    /// Strict equality: text is never a number, 1 is 1.0, dates are equal when they name the same instant.
    func equals(_ value: JSONValue) -> Bool {
        switch (self, value) {
        // Byte by byte: Swift calls texts equal that differ in how an accent is composed.
        case (.text(let operand), .string(let text)): operand.utf8.elementsEqual(text.utf8)
        case (.number(let operand), .number(let number)): operand == number
        case (.boolean(let operand), .bool(let flag)): operand == flag
        case (.instant(let operand), .string(let text)): UTCInstant(rfc3339: text) == operand
        default: false
        }
    }

    /// Whether the value is above the operand; `nil` when the two cannot be ordered.
    func isBelow(_ value: JSONValue) -> Bool? {
        switch (self, value) {
        case (.number(let operand), .number(let number)): operand < number
        case (.instant(let operand), .string(let text)): UTCInstant(rfc3339: text).map { operand < $0 }
        default: nil
        }
    }
}
