/// Something that ajv 6 judges and we judge otherwise, or refuse.
struct KnownDifference: Sendable, CustomStringConvertible {
    let schema: String
    let instance: String
    let reason: String

    var description: String { reason }
}

/// All differences that are known. The page on dialects and the intake has the same list.
let knownDifferences: [KnownDifference] = [
    KnownDifference(
        schema: #"{"const": 9007199254740992}"#, instance: "9007199254740993",
        reason: "JavaScript cannot tell these two numbers apart, we can; limits and types are judged as there"),
    KnownDifference(
        schema: #"{"required": ["toString"]}"#, instance: "{}",
        reason: "every JavaScript object has inherited properties, and ajv takes them for the event's"),
    KnownDifference(
        schema: #"{"properties": {"__proto__": {"type": "string"}}}"#, instance: #"{"__proto__": 1}"#,
        reason: "ajv skips a property of this name; we check it"),
    KnownDifference(
        schema: #"{"pattern": "^(a)\\1$"}"#, instance: #""aa""#,
        reason: "a back-reference cannot be searched for in linear time; we refuse the schema"),
]
