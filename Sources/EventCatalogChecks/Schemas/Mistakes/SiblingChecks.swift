import EventCatalog
import EventSchema
import EventSchemaTools

extension Rule {
    static let duplicateSchemaID = Rule(
        "duplicate-schema-id", .error, "Two files have the same $id.",
        reason: "Which of the two an event is checked against depends on the reader.",
        mistake: .version().with([
            "Schemas/old/app/tap/1.0.0.yaml": RuleExample.tapSchema([])
        ]),
        corrected: .version())

    static let collidingPaths = Rule(
        "colliding-paths", .error, "Two paths of a repository differ only in case.",
        reason: "On macOS and Windows they are one path, and a checkout loses one of the files.",
        mistake: .version().with([
            "Schemas/app/Tap/1.0.0.yaml": RuleExample.tapSchema([], path: "app/Tap")
        ]),
        corrected: .version())

    static let differingPropertyTypes = Rule(
        "differing-property-types", .warning, "A property has different types in schemas of one folder.",
        reason: "Their events are analysed together, and a column has one type.",
        mistake: sibling("integer, minimum: 0, maximum: 9"), corrected: sibling("string, maxLength: 9"))

    private static func sibling(_ type: String) -> RuleExample {
        RuleExample.version("page: {type: string, description: A page., maxLength: 9}").with([
            "Schemas/app/view/1.0.0.yaml":
                RuleExample.tapSchema(["page: {description: A page., type: \(type)}"], path: "app/view")
        ])
    }
}

/// Checks of schemas against each other.
enum SiblingChecks {
    /// A property, and the schema of a title that has it.
    private struct Use {
        let schema: CheckedSchema
        let part: Subschema
        let type: String
    }

    /// Properties of one name that differ in type among the schemas of a folder.
    ///
    /// - Parameters:
    ///   - titles: the newest document of each.
    ///   - namesEachPlace: whether each of them is named, also those with the usual type.
    /// - Returns: the findings, in no order.
    static func differingTypes(
        _ titles: [(path: String, newest: CheckedSchema)], namesEachPlace: Bool
    ) -> [CatalogFinding] {
        let families = Dictionary(grouping: titles) { $0.path.split(separator: "/").dropLast().joined(separator: "/") }
        return families.values.filter { $0.count > 1 }.flatMap { family in
            var uses: [String: [Use]] = [:]
            for (_, schema) in family.sorted(by: { $0.path < $1.path }) {
                for part in schema.subschemas where part.property != nil && part.isOfNamedProperties {
                    guard let type = part.value["type"]?.string else { continue }
                    uses[part.label, default: []].append(Use(schema: schema, part: part, type: type))
                }
            }
            return uses.values.flatMap { differing($0, namesEachPlace) }
        }
    }

    private static func differing(_ uses: [Use], _ namesEachPlace: Bool) -> [CatalogFinding] {
        let counts = Dictionary(uses.map { ($0.type, 1) }, uniquingKeysWith: +)
        guard counts.count > 1, let usual = counts.max(by: { ($0.value, $1.key) < ($1.value, $0.key) })?.key,
            let example = uses.first(where: { $0.type == usual })
        else { return [] }
        let other = uses.filter { $0.type != usual }
        return (namesEachPlace ? uses[...] : other.prefix(1)).map { use in
            let more = other.count > 1 ? " So in \(other.count - 1) more." : ""
            return CatalogFinding(
                .differingPropertyTypes, use.schema.document.location(at: use.part.path),
                "“\(use.part.label)” is of type \(use.type) here, and \(usual) in \(example.schema.id).\(more)",
                remedy: "Give both one type, or the new one another name.")
        }
    }

    /// Documents with one `$id`, unless the `$id` of one of them is wrong: that is a finding of its own.
    static func duplicateIDs(_ schemas: [CheckedSchema]) -> [CatalogFinding] {
        schemas.filter { !$0.id.isEmpty && $0.document.file.contains($0.id) }.sorted {
            ($0.document.file.count, $0.document.file) < ($1.document.file.count, $1.document.file)
        }.repetitions(by: \.id).map { other, schema in
            CatalogFinding(
                .duplicateSchemaID, schema.document.location(at: ["$id"]),
                "\(other.document.file) has the $id “\(schema.id)” too.",
                remedy: "Give one of them another $id, and a folder that it is the path of.")
        }
    }

    /// Paths that are one path where the file system ignores case.
    static func collidingPaths(in tree: SchemaTree) -> [CatalogFinding] {
        let paths = tree.titles.flatMap { title in
            let parts = title.path.split(separator: "/")
            let folders = parts.indices.map { parts[...$0].joined(separator: "/") }
            return folders + title.names.map { title.path.isEmpty ? $0 : "\(title.path)/\($0)" }
        }
        return paths.distinct.repetitions { $0.lowercased() }.filter { $0.first.hasSameFolder(as: $0.again) }.map {
            CatalogFinding(
                .collidingPaths, SourceLocation(file: "\(tree.root)/\($0.again)"),
                "“\($0.again)” and “\($0.first)” differ only in case, and are one file on macOS and Windows.",
                remedy: "Rename one of them.")
        }
    }
}

extension String {
    /// Whether the folder of both paths is the same: what lies in colliding folders is not reported again.
    fileprivate func hasSameFolder(as other: String) -> Bool {
        split(separator: "/").dropLast() == other.split(separator: "/").dropLast()
    }
}
