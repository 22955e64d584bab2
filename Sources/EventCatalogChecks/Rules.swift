public import EventCatalog
import EventSchemaTools

/// Each rule is named once: in one of these lists, in `documentRules` of `EventCatalog`, or in `materializationRules`
/// of `EventSchemaTools`.
extension Rule {
    /// All rules, ordered by id.
    public static let all: [Rule] =
        (documentRules + materializationRules + schemaRules + comparisonRules + streamRules + projectReadingRules
        + projectCheckRules + experimentRules + codeRules + otherRules)
        .sorted { $0.id < $1.id }

    /// The rules on schemas. Others are in `materializationRules` and `compatibilityRules`.
    private static let schemaRules: [Rule] = [
        invalidSchema, schemaIdentity, schemaTwins, schemaLocation, schemaToolsSetting, schemaStructure, schemaIsValid,
        schemaIsSecure, schemaSnakeCaseProperties, schemaDeterministicTypes, schemaRequiredPropertiesExist,
        schemaExamplesSchemaMatchesSchemaID, schemaExamplesAreValid, schemaEnforcedNumericBounds, unknownSkip,
        unusedSkip, skipOfNeighbours, unknownKeyword, ineffectiveKeyword, crossedLimits, fractionalMultiple,
        impossibleValue, invalidDefault, impossibleRequired, undeclaredRequired, closedPart, unanchoredPattern,
        backtrackingPattern, foreignPattern, engineDependentPattern, unknownFormat, similarPropertyNames,
        differingUnit, emptyDescription, undescribedProperty, missingLimit, ambiguousText, carriageReturns,
        byteOrderMark, reservedName, referenceToCurrent, uncomparedVersion, outdatedReference, referenceSiblings,
        nestedIdentifier, shortenedID, duplicateSchemaID, collidingPaths, differingPropertyTypes, missingEnvelope,
        schemaTitleCase, missingExample, repeatedExampleID, personalExample,
    ]

    /// The rules of `eventctl schemas compat`. Other checks do not look for their findings.
    package static let compatibilityRules: [Rule] = [
        incompatibleChange, readerChange, doubtfulChange, untriedVersions, versionTooLow, versionGap,
        upstreamIncompatibleChange, editedVersion, rewordedVersion,
    ]

    /// The rules on what a change does to experiments.
    private static let experimentChangeRules: [Rule] = [redrawnExperiment]

    /// The rules on two states or versions. A check that has one state alone does not look for their findings.
    package static let comparisonRules = compatibilityRules + experimentChangeRules

    /// The rules on streams.
    static let streamRules: [Rule] = [
        invalidSetting, duplicateStream, otherStreamName, invalidPattern, missingSchemaTitle, invalidSampling,
        rateOutOfRange, misplacedEntry, settingType, defaultNotEmptied, emptySetting, unknownSetting, misplacedSetting,
        unreadSetting, unknownAttribute, attributeOfOtherClients, repeatedAttribute, olderAttributeName,
        attributeNotInSchema, attributeType, attributeNeverSupplied, sensitivityTooLow, missingSensitivity,
        curationWithoutAttribute, unknownCurationAttribute, malformedCurationRule, emptyCurationRule, unknownOperator,
        unfitOperator, unfitOperand, emptyOperandList, operandOutsideSchema, curationNeverPasses, curationAlwaysPasses,
        examplesAllDropped, missingStreamName, streamNameSeparator, streamNameForm, streamNameCase, longStreamName,
        reservedStreamName, similarStreamNames, shadowedPattern, overriddenPattern, patternFlags, patternOfAll,
        unknownSchemaTitle, misspeltDestination, unknownDestination, missingDestination, internalDestination,
        unknownTarget, zeroRate, negligibleRate, smallRate, olderSamplingName, differingSampling, pageviewUnitInApp,
        ignoredTopicPrefixes, sharedTopic, topicPrefixForm, canaryOnPattern, canaryWithoutExample, unknownKeyField,
        unknownHeaderTarget, clearedOwner, clearedDescription, invalidExpiry, expiredStream, distantExpiry,
        unknownSensitivity, expiringStream, invisibleCharacter, fragmentOfStream, unclearConsumer, dialectBeyondIntake,
    ]

    /// The rules by which the file of a project is read.
    static let projectReadingRules: [Rule] = [
        invalidProject, unknownProjectSetting, unusableAttribute, sharedAttributeField, attributeSource, missingFolder,
    ]

    /// The rules on the words of a project, and on what it asks of streams.
    private static let projectCheckRules: [Rule] = [
        undeclaredAttributeField, attributeFieldType, missingLink, malformedLink, missingRequiredSetting,
        unencryptedDestination, unlistedWord, unmatchedPath,
    ]

    /// The rules on experiments and instruments.
    private static let experimentRules: [Rule] = [
        invalidExperiment, unknownExperimentSetting, invalidExperimentName, duplicateExperiment, invalidDate,
        reversedPeriod, endedExperiment, streamExpiresFirst, missingSampleRate, invalidSampleRate, repeatedWiki,
        missingGroups, invalidGroup, repeatedGroup, singleGroup, unknownIdentifierType, unknownSampleUnit,
        invalidPhaseIndex, unknownStream, switchedOffStream, unknownSchemaID, schemaMismatch,
    ]

    /// The rules of `--code`.
    static let codeRules = [unusedStream, unknownStreamInCode]

    /// The rules on remote configurations, filters, waivers and baselines.
    private static let otherRules: [Rule] = [
        invalidClientConfiguration, unknownClientSetting, laterClientSetting, duplicateNamespace, invalidFilter,
        malformedWaiver, unusedWaiver, expiredWaiver, staleBaseline,
    ]
}
