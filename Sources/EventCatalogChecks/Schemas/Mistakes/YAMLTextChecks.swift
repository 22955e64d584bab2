import EventCatalog
import EventSchema
import Foundation

/// Checks of what readers of YAML differ in. Repeated names, tabs, anchors that stand for too much, and several
/// documents are found when a file is read.
enum YAMLTextChecks {
    static func mistakes(in schema: CheckedSchema) -> [SchemaMistake] {
        guard SourceText.isYAML(schema.document.file) else { return [byteOrderMark(in: schema)].compactMap { $0 } }
        return schema.mistakes { part in
            let names = part.properties.names.map { (path: ["properties", $0], text: $0) }
            let listed = ["required", "enum"].flatMap { keyword in
                (part.value[keyword]?.array ?? []).enumerated().compactMap { index, value in
                    value.string.map { (path: [keyword, String(index)], text: $0) }
                }
            }
            return (names + listed).compactMap { ambiguous($0.text, part.path + $0.path, schema) }
        } + [lineEnds(in: schema), byteOrderMark(in: schema)].compactMap { $0 }
    }

    private static func ambiguous(_ text: String, _ path: [String], _ schema: CheckedSchema) -> SchemaMistake? {
        guard let other = otherReading(of: text) else { return nil }
        let place = schema.document.location(at: path)
        let edits = schema.document.edits(replacing: text, with: "'\(text)'", at: place)
        // A quoted text does not begin where the value does.
        guard let edit = edits.first, edit.location == place else { return nil }
        return SchemaMistake(
            .ambiguousText, path, "“\(text)” without quotes is \(other) to readers of YAML 1.1.",
            remedy: "Write “'\(text)'”.", edits: edits)
    }

    /// What a reader of YAML 1.1 takes a plain text for; `nil` for a text.
    static func otherReading(of text: String) -> String? {
        guard let first = text.utf8.first, text.utf8.count < 40 else { return nil }
        if booleans.contains(text) { return "a boolean" }
        if nulls.contains(text) { return "null" }
        // Most texts are names: each expression would cost more than all else that is read of them.
        guard (0x30...0x39).contains(first) || "+-".utf8.contains(first) else { return nil }
        if text.wholeMatch(of: /\d{4}-\d\d?-\d\d?(?:[Tt ].*)?/) != nil { return "a date" }
        if text.wholeMatch(of: /[-+]?\d+(?::[0-5]?\d)+(?:\.\d*)?/) != nil { return "a number of base 60" }
        if text.wholeMatch(of: /[-+]?(?:\d[\d_]*(?:\.[\d_]*)?(?:[eE][-+]?\d+)?|0x[0-9a-fA-F]+)/) != nil {
            return "a number"
        }
        return nil
    }

    private static let booleans = Set(
        ["yes", "no", "on", "off", "true", "false"].flatMap { [$0, $0.capitalized, $0.uppercased()] })
    private static let nulls: Set<String> = ["~", "null", "Null", "NULL"]

    private static func byteOrderMark(in schema: CheckedSchema) -> SchemaMistake? {
        guard schema.document.hasByteOrderMark else { return nil }
        return SchemaMistake(
            .byteOrderMark, [], "The file begins with a byte order mark, which is invisible.",
            remedy: "Save the file as UTF-8 without a byte order mark.")
    }

    private static func lineEnds(in schema: CheckedSchema) -> SchemaMistake? {
        guard schema.document.bytes.contains(0x0D) else { return nil }
        return SchemaMistake(
            .carriageReturns, [], "The lines of the file end with a carriage return.",
            remedy: "Save the file with line feeds alone; “* text=auto eol=lf” in .gitattributes keeps them.")
    }
}
