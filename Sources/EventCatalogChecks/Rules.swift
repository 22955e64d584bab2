public import EventCatalog
import EventSchemaTools

extension Rule {
    /// All rules, ordered by id.
    public static let all: [Rule] =
        (documentRules + schemaRules + schemaCheckRules + streamRules + experimentReadingRules + experimentRules
        + clientConfigurationRules + codeRules + findingRules)
        .sorted { $0.id < $1.id }

    /// The rules on what is written about findings: waivers and baselines.
    private static let findingRules = waiverRules + [staleBaseline]

    /// The rules on schemas beyond those that compiling needs.
    private static let schemaCheckRules =
        caseRules + keywordRules + schemaTextRules + referenceRules + materializationRules + compatibilityRules
        + [schemaToolsSetting]

    static let streamRules: [Rule] =
        streamReadingRules + [settingType, defaultNotEmptied, emptySetting] + attributeRules + sensitivityRules
        + curationRules + nameRules
        + patternRules + schemaTitleRules + destinationRules + samplingRules + topicRules
        + canaryRules + schemaFieldRules + settingNameRules + ownershipRules
}
