extension Rule {
    /// All rules, ordered by id.
    public static let all: [Rule] = (documentRules + schemaRules + streamRules + experimentRules + findingRules)
        .sorted { $0.id < $1.id }

    /// The rules on what is written about findings: waivers and baselines.
    private static let findingRules = waiverRules + [staleBaseline]

    static let streamRules: [Rule] =
        [settingType, defaultNotEmptied] + attributeRules + sensitivityRules + curationRules + readingRules + nameRules
        + patternRules + schemaTitleRules + destinationRules + samplingRules + topicRules
        + canaryRules + schemaFieldRules + settingNameRules + ownershipRules
}
