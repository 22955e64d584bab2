import EventCatalog
import EventSchema
import EventSchemaTools

extension Rule {
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

/// Checks of what readers of YAML differ in. Repeated names, tabs, anchors that stand for too much, and several
/// documents are found when a file is read.
enum YAMLTextChecks {
    static func mistakes(in schema: CheckedSchema) -> [SchemaMistake] {
        guard SourceText.isYAML(schema.document.file) else { return [byteOrderMark(in: schema)].compactMap { $0 } }
        return ambiguousTexts(in: schema) + [lineEnds(in: schema), byteOrderMark(in: schema)].compactMap { $0 }
    }

    /// The texts and names of the whole document. A value of a type other than string is another mistake, which quotes
    /// would not correct.
    private static func ambiguousTexts(in schema: CheckedSchema) -> [SchemaMistake] {
        AmbiguousText.all(in: schema.document).filter { mayBeString(at: $0.path, in: schema) }.map { text in
            SchemaMistake(.ambiguousText, text.path, text.problem, remedy: text.remedy, edits: [text.edit])
        }
    }

    /// Whether the schema takes a string for an example, a listed value, a constant or a default at a path.
    private static func mayBeString(at path: [String], in schema: CheckedSchema) -> Bool {
        if path.first == "examples" { return mayBeString(at: path.dropFirst(2), of: schema.document.value) }
        guard let keyword = path.lastIndex(where: { ["enum", "const", "default"].contains($0) }) else { return true }
        let holder = path[..<keyword].reduce(JSONValue?.some(schema.document.value)) { $0?.element(named: $1) }
        return mayBeString(at: path[keyword...].dropFirst(path[keyword] == "enum" ? 2 : 1), of: holder)
    }

    /// Whether a schema takes a string at a path of its values. Only `properties` and `items` are followed.
    private static func mayBeString(at path: ArraySlice<String>, of schema: JSONValue?) -> Bool {
        guard let name = path.first else {
            guard let type = schema?["type"] else { return true }
            return type == "string" || type.array?.contains("string") == true
        }
        return mayBeString(at: path.dropFirst(), of: schema?["properties"]?[name] ?? schema?["items"])
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
