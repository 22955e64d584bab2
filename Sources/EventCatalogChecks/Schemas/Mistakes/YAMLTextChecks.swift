import EventCatalog
import EventSchema

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
        guard let other = YAMLOtherReading(of: text).problem else { return nil }
        let place = schema.document.location(at: path)
        let edits = schema.document.edits(replacing: text, with: "'\(text)'", at: place)
        // A quoted text does not begin where the value does.
        guard let edit = edits.first, edit.location == place else { return nil }
        return SchemaMistake(
            .ambiguousText, path, "“\(text)” without quotes is \(other).",
            remedy: "Write “'\(text)'”.", edits: edits)
    }

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
