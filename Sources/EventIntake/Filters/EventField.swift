import EventSchema
import GRDB

/// A field of an event, by its path as filters write it: `action`, `meta.domain`.
struct EventField: Sendable, Hashable {
    /// The path, with a point between the names.
    let name: String
    private let path: [Substring]

    init(_ name: String) {
        self.name = name
        path = name.split(separator: ".", omittingEmptySubsequences: false)
    }

    /// The value in an event; `nil` without one.
    ///
    /// Of a repeated name it is the last value: that which the intake has validated, and the only one that it stores.
    func value(in event: JSON) -> JSON? { event[path: path.lazy.map(String.init)] }
}

extension JSON {
    /// The string itself; of anything else the text as it stands in the event, such as `1.0` or `-0`.
    var fieldText: String { string ?? description }
}

extension String {
    /// The text, with `…` in the place of what follows the first characters, counted as Unicode scalars.
    func cut(to length: Int) -> String {
        let scalars = unicodeScalars
        guard let end = scalars.index(scalars.startIndex, offsetBy: length, limitedBy: scalars.endIndex),
            end < scalars.endIndex
        else { return self }
        return String(scalars[..<end]) + "…"
    }
}

extension DatabaseFunction {
    /// `event_text(body, field)`: the text of a field of an event; NULL for an event that lacks it or is unreadable.
    ///
    /// SQLite's own functions lose the digits of numbers, and read the first value of a repeated name.
    static let eventText = DatabaseFunction("event_text", argumentCount: 2, pure: true) { values in
        EventField.value(values)?.fieldText
    }

    /// `event_value(body, field)`: the same, but of a number its value, which SQLite sorts before all texts: an
    /// integer of 64 bits if it is one, else the nearest double.
    static let eventValue = DatabaseFunction("event_value", argumentCount: 2, pure: true) { values in
        guard let value = EventField.value(values) else { return nil }
        guard let number = value.number else { return value.fieldText }
        if let integer = number.int64 { return integer }
        return number.double
    }
}

extension EventField {
    /// The value for the arguments of a function of SQLite: an event and the name of a field.
    fileprivate static func value(_ arguments: [DatabaseValue]) -> JSON? {
        guard let body = String.fromDatabaseValue(arguments[0]), let name = String.fromDatabaseValue(arguments[1])
        else {
            return nil
        }
        do { return EventField(name).value(in: try JSON(parsing: body, options: .lenient)) } catch {
            return nil  // the page with the event reports the damage
        }
    }
}
