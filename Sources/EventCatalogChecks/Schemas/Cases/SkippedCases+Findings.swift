import EventCatalog
import EventSchema
import EventSchemaTools
import EventSupport

extension Rule {
    static let unknownSkip = Rule(
        "unknown-skip", .warning, "skipSchemaTestCases names a case that does not exist.",
        reason: "The case that is meant is not skipped.",
        mistake: skip("'^/app/tap/1.0.0$'", "schema-deterministic-type"),
        corrected: skip("'^/app/tap/1.0.0$'", schemaDeterministicTypes.id))

    static let unusedSkip = Rule(
        "unused-skip", .warning, "An expression of skipSchemaTestCases is found in the $id of no schema.",
        reason: "It skips nothing, or will skip a schema that is added later.",
        mistake: skip("'^/app/tip/1.0.0$'", schemaDeterministicTypes.id),
        corrected: skip("'^/app/tap/1.0.0$'", schemaDeterministicTypes.id))

    static let skipOfNeighbours = Rule(
        "skip-of-neighbours", .warning, "An expression of skipSchemaTestCases hits more schemas than it names.",
        reason: "It is searched for anywhere in the $id: 1.1 also hits 1.10, and mistakes there go unnoticed.",
        mistake: neighbours("app/tap/1.0.1"), corrected: neighbours("app/tap/1.0.1$"))

    private static func skip(_ pattern: String, _ name: String) -> RuleExample {
        RuleExample.made().with(["Schemas/.jsonschema-tools.yaml": settings(pattern, name)])
    }

    private static func neighbours(_ pattern: String) -> RuleExample {
        let versions = ["1.0.1", "1.0.10"].map { version in
            (
                "Schemas/app/tap/\(version).yaml",
                RuleExample.madeText(RuleExample.tapSchema([]).replacing("/1.0.0", with: "/\(version)"))
            )
        }
        return RuleExample(
            files: Dictionary(uniqueKeysWithValues: versions + [("Schemas/app/tap/current.yaml", versions[1].1)])
        ).with(["Schemas/.jsonschema-tools.yaml": settings("'\(pattern)'", schemaIsValid.id)])
    }

    private static func settings(_ pattern: String, _ name: String) -> String {
        RuleExample.toolSettings + "skipSchemaTestCases:\n  \(pattern): [\(name)]\n"
    }
}

/// What is wrong with `skipSchemaTestCases`.
extension SkippedCases {
    /// What is wrong with the setting, given the `$id`s of all schemas of the repository.
    func findings(ids: [String]) -> [CatalogFinding] {
        skips.flatMap { skip in
            unknownCases(in: skip) + (scopeFinding(of: skip, ids).map { [$0] } ?? [])
        }
    }

    private func location(_ skip: Skip, _ more: [String] = []) -> SourceLocation {
        settings.document?.location(at: ["skipSchemaTestCases", skip.source] + more)
            ?? SourceLocation(file: SchemaToolsSettings.fileName)
    }

    private func unknownCases(in skip: Skip) -> [CatalogFinding] {
        skip.cases.enumerated().filter { !RobustnessCases.names.contains($0.element) }.map { index, name in
            let isStructure = name.contains("structure")
            return CatalogFinding(
                .unknownSkip, location(skip, [String(index)]), "There is no case “\(name)” that can be skipped.",
                remedy: isStructure
                    ? "The structure of the repository cannot be skipped; correct it."
                    : RobustnessCases.names.correction(of: name))
        }
    }

    private func scopeFinding(of skip: Skip, _ ids: [String]) -> CatalogFinding? {
        guard let pattern = skip.pattern else {
            return CatalogFinding(
                .unusedSkip, location(skip), "“\(skip.source)” is not a regular expression, so it skips nothing.",
                remedy: "Correct the expression.")
        }
        let hit = ids.filter(pattern.matches)
        guard !hit.isEmpty else {
            return CatalogFinding(
                .unusedSkip, location(skip), "“\(skip.source)” is found in the $id of no schema, so it skips nothing.",
                remedy: "Remove it, or correct the expression.")
        }
        let intended = Self.intendedIDs(of: skip.source, in: hit)
        let neighbours = hit.filter { !intended.contains($0) }
        guard !intended.isEmpty, let first = neighbours.first else { return nil }
        let others = neighbours.count > 1 ? " and \(neighbours.count - 1) more" : ""
        return CatalogFinding(
            .skipOfNeighbours, location(skip), "“\(skip.source)” is searched for and also hits “\(first)”\(others).",
            remedy: "Write “\(skip.source.hasPrefix("/") ? "^" : "")\(skip.source)$”.")
    }

    /// The `$id`s that an expression which ends in a version names, if it is read as a whole.
    private static func intendedIDs(of source: String, in ids: [String]) -> [String] {
        guard source.last?.isNumber == true else { return ids }
        let start = source.hasPrefix("/") ? "^" : ""
        guard let whole = pattern("\(start)(?:\(source))$") else { return ids }
        return ids.filter(whole.matches)
    }
}
