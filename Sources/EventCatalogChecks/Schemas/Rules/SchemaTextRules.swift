import EventCatalog
import EventSchemaTools

extension Rule {
    static let unanchoredPattern = Rule(
        "unanchored-pattern", .warning,
        "A pattern that seems meant for the whole text is found inside longer texts too.",
        reason: "JSON Schema searches for a pattern: [0-9]{4} also accepts “x12345”.",
        mistake: .version("year: {type: string, description: A year., maxLength: 9, pattern: '[0-9]{4}'}"),
        corrected: .version("year: {type: string, description: A year., maxLength: 9, pattern: '^[0-9]{4}$'}"))

    static let backtrackingPattern = Rule(
        "backtracking-pattern", .warning, "A pattern takes time that doubles with each character in many engines.",
        reason: "JavaScript, Java and Python go back and try again; a text of 40 characters can stop the intake.",
        mistake: .version("path: {type: string, description: A path., maxLength: 99, pattern: '^([a-z]+-?)+$'}"),
        corrected: .version("path: {type: string, description: A path., maxLength: 99, pattern: '^[a-z]+(-[a-z]+)*$'}"))

    static let foreignPattern = Rule(
        "foreign-pattern", .warning, "A pattern has syntax of another language.",
        reason: "Patterns are expressions of ECMA-262, which reads \\A, \\Z and [:alpha:] as plain characters.",
        mistake: .version("path: {type: string, description: A path., maxLength: 99, pattern: '^[a-z]+\\Z'}"),
        corrected: .version("path: {type: string, description: A path., maxLength: 99, pattern: '^[a-z]+$'}"))

    static let engineDependentPattern = Rule(
        "engine-dependent-pattern", .note, "A pattern has a construct that engines read differently, or lack.",
        reason: "The intake, apps and warehouse jobs use different engines and would not accept the same events.",
        mistake: .version("year: {type: string, description: A year., maxLength: 4, pattern: '^\\d{4}$'}"),
        corrected: .version("year: {type: string, description: A year., maxLength: 4, pattern: '^[0-9]{4}$'}"))

    static let unknownFormat = Rule(
        "unknown-format", .error, "The file that people edit has a format that the intake does not know.",
        reason: "The intake cannot use the version that is made from it, and refuses its events.",
        mistake: .made("dt: {type: string, description: A time., maxLength: 64, format: datetime}"),
        corrected: .made("dt: {type: string, description: A time., maxLength: 64, format: date-time}"))

    static let similarPropertyNames = Rule(
        "similar-property-names", .warning, "Two properties of an object differ only in case or underscores.",
        reason: "Warehouses have columns without case, and generators of code make one name of both.",
        mistake: .version(
            "page_id: {type: string, description: A page., maxLength: 9}",
            "pageid: {type: string, description: A site., maxLength: 9}"),
        corrected: .version(
            "page_id: {type: string, description: A page., maxLength: 9}",
            "site_id: {type: string, description: A site., maxLength: 9}"))

    static let reservedName = Rule(
        "reserved-name", .note, "A property has the name of a reserved word of SQL or Swift.",
        reason: "Queries and generated code that do not quote the name fail.",
        mistake: .version("order: {type: string, description: Ascending or descending., maxLength: 9}"),
        corrected: .version("sort_order: {type: string, description: Ascending or descending., maxLength: 9}"))

    static let differingUnit = Rule(
        "differing-unit", .warning, "The name of a property says one unit and its description another.",
        reason: "One of the two is wrong, and whoever reads the other is off by a factor of a thousand.",
        mistake: .version(
            "wait_ms: {type: integer, description: The wait in seconds., minimum: 0, maximum: 9}"),
        corrected: .version(
            "wait_ms: {type: integer, description: The wait in milliseconds., minimum: 0, maximum: 9}"))

    static let emptyDescription = Rule(
        "empty-description", .note, "The description of a property says no more than its name.",
        reason: "Who analyses the events needs to know what the value means, its unit, and when it is absent.",
        mistake: .version("page_title: {type: string, description: Page title, maxLength: 99}"),
        corrected: .version("page_title: {type: string, description: The title as readers see it., maxLength: 99}"))

    static let undescribedProperty = Rule(
        "undescribed-property", .note, "Properties have no description.",
        reason: "Who analyses the events needs to know what the value means, its unit, and when it is absent.",
        mistake: .made("page_title: {type: string, maxLength: 99}"),
        corrected: .made("page_title: {type: string, description: The title as readers see it., maxLength: 99}"))

    static let missingLimit = Rule(
        "missing-limit", .note, "Strings or lists have no limit.",
        reason: "The intake refuses an event that is too large as a whole, and nobody knows which value made it so.",
        mistake: .made("page_title: {type: string, description: The title as readers see it.}"),
        corrected: .made("page_title: {type: string, description: The title as readers see it., maxLength: 99}"))

    static let ambiguousText = Rule(
        "ambiguous-text", .warning, "A text without quotes is not a text to all readers of YAML.",
        reason:
            "Readers take on, yes, dates, 1.10 and 12:30 of YAML 1.1, or 08 and 0o17 of YAML 1.2, for other values.",
        mistake: .version("on: {type: string, description: Whether it is on., maxLength: 9}"),
        corrected: .version("'on': {type: string, description: Whether it is on., maxLength: 9}"))

    static let byteOrderMark = Rule(
        "byte-order-mark", .note, "A schema begins with a byte order mark.",
        reason: "Programs that read JSON refuse it, and a version that is made without it has other bytes.",
        mistake: RuleExample(files: ["Schemas/app/tap/1.0.0.yaml": "\u{FEFF}" + RuleExample.tapSchema([])]),
        corrected: .version())

    static let carriageReturns = Rule(
        "carriage-returns", .note, "The lines of a schema end with carriage returns.",
        reason: "The version that is made from it on another machine has other bytes, and looks edited.",
        mistake: RuleExample(files: [
            "Schemas/app/tap/1.0.0.yaml": RuleExample.tapSchema([]).replacing("\n", with: "\r\n")
        ]),
        corrected: .version())
}
