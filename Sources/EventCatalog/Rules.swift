extension Rule {
    /// All rules, ordered by id.
    public static let all: [Rule] =
        (documentRules + schemaRules + schemaCheckRules + streamRules + experimentRules + clientConfigurationRules
        + codeRules + findingRules)
        .sorted { $0.id < $1.id }

    /// The rules on what is written about findings: waivers and baselines.
    private static let findingRules = waiverRules + [staleBaseline]

    /// The rules on schemas beyond those that compiling needs.
    private static let schemaCheckRules =
        caseRules + keywordRules + schemaTextRules + referenceRules + materializationRules + compatibilityRules
        + [schemaToolsSetting]

    static let streamRules: [Rule] =
        [settingType, defaultNotEmptied, emptySetting, misplacedEntry] + attributeRules + sensitivityRules
        + curationRules + readingRules + nameRules
        + patternRules + schemaTitleRules + destinationRules + samplingRules + topicRules
        + canaryRules + schemaFieldRules + settingNameRules + ownershipRules
}
