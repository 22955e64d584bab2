/// Why a text was refused as JSON, and where.
public struct JSONParseError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What is wrong.
    public enum Code: String, Sendable, Hashable, CaseIterable {
        /// The text ends inside a value, or is empty.
        case unexpectedEnd = "the text ends before the value does"
        /// A byte that cannot stand here. `NaN`, `Infinity`, comments, single quotes and trailing commas end up here.
        case unexpectedByte = "this cannot stand here in JSON"
        /// Something follows the value.
        case trailingContent = "something follows the JSON value"
        /// A number that JSON does not allow: a leading zero or plus, or no digit after a point or an `e`.
        case invalidNumber = "not a JSON number"
        /// An exponent beyond ±1 000.
        case exponentTooLarge = "the exponent is beyond 1000"
        /// A backslash followed by something that is not an escape of JSON.
        case invalidEscape = "not a JSON escape"
        /// A `\u` escape that is half of a surrogate pair: it names no character.
        case loneSurrogate = "half of a surrogate pair names no character"
        /// A control character (below U+0020) inside a string, not escaped.
        case controlCharacter = "a control character in a string must be escaped"
        /// Bytes that are not UTF-8.
        case invalidUTF8 = "not UTF-8"
        /// A name that the same object already has.
        case duplicateName = "the object already has a member of this name"
        /// More nested arrays and objects than allowed.
        case tooDeep = "nested too deeply"
        /// A text of more than 4 GB, or more than 16 777 215 elements or members in one array or object.
        case tooLarge = "too large: a text may have 4294967295 bytes, an array or object 16777215 values"
    }

    /// What is wrong.
    public let code: Code
    /// Where, in bytes from the start of the text.
    public let offset: Int

    /// What is wrong, for a person, without the place.
    public var message: String { code.rawValue }

    /// The message and the byte offset in one sentence.
    public var description: String { "\(message) (at byte \(offset))" }
}
