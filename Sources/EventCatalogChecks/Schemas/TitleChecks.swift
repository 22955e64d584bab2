import EventCatalog
import EventSchemaTools

extension Rule {
    static let schemaTitleCase = Rule(
        "schema-title-case", .warning, "The title of a schema has capital letters.",
        reason: "Titles are in snake case, as the names of properties; some file systems cannot hold two cases.",
        mistake: titled("app/tapButton"), corrected: titled("app/tap_button"))

    private static func titled(_ title: String) -> RuleExample {
        RuleExample(files: ["Schemas/\(title)/1.0.0.yaml": RuleExample.tapSchema([], path: title)])
    }
}

/// Checks of the titles of schemas.
enum TitleChecks {
    /// Titles with capital letters. Those that differ from another in case alone are reported as colliding paths.
    static func capitals(in titles: [CheckedSchemaFolder]) -> [CatalogFinding] {
        let sameInLowerCase = Dictionary(grouping: titles) { $0.folder.path.lowercased() }
        return titles.compactMap { title in
            let path = title.folder.path
            guard sameInLowerCase[path.lowercased()]?.count == 1, let letter = CapitalLetter.first(in: path),
                let schema = title.current ?? title.newestVersion
            else { return nil }
            let mistake = SchemaMistake(
                .schemaTitleCase, ["title"], "The title “\(path)” has the capital letter “\(letter)”.",
                remedy: "Begin the schema again with a title in snake case, such as “app/search_open”.")
            return schema.finding(of: mistake, edits: [])
        }
    }
}
