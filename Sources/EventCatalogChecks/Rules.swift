public import EventCatalog
import EventSchemaTools

extension Rule {
    /// All rules, ordered by id.
    public static let all: [Rule] =
        (documentRules + schemaRules + schemaCheckRules + streamRules + experimentReadingRules + experimentRules
        + clientConfigurationRules + filterRules + codeRules + projectReadingRules + projectCheckRules + [
            malformedWaiver, unusedWaiver, expiredWaiver, staleBaseline,
        ])
        .sorted { $0.id < $1.id }

    /// The rules on schemas beyond those that compiling needs.
    private static let schemaCheckRules: [Rule] =
        materializationRules + compatibilityRules + [
            schemaToolsSetting, schemaStructure, schemaIsValid, schemaIsSecure, schemaSnakeCaseProperties,
            schemaDeterministicTypes, schemaRequiredPropertiesExist, schemaExamplesSchemaMatchesSchemaID,
            schemaExamplesAreValid, schemaEnforcedNumericBounds, unknownSkip, unusedSkip, skipOfNeighbours,
            unknownKeyword, ineffectiveKeyword, crossedLimits, fractionalMultiple, impossibleValue, invalidDefault,
            impossibleRequired,
            undeclaredRequired, closedPart, unanchoredPattern, backtrackingPattern, foreignPattern,
            engineDependentPattern, unknownFormat, similarPropertyNames, differingUnit, emptyDescription,
            undescribedProperty, missingLimit, ambiguousText, carriageReturns, byteOrderMark, reservedName,
            referenceToCurrent, uncomparedVersion, outdatedReference, referenceSiblings, nestedIdentifier, shortenedID,
            duplicateSchemaID, collidingPaths, differingPropertyTypes, missingEnvelope, schemaTitleCase, missingExample,
            repeatedExampleID, personalExample,
        ]

    static let streamRules: [Rule] =
        streamReadingRules + [
            settingType, defaultNotEmptied, emptySetting, unknownSetting, misplacedSetting, unreadSetting,
            unknownAttribute, attributeOfOtherClients, repeatedAttribute, olderAttributeName, attributeNotInSchema,
            attributeType, attributeNeverSupplied, sensitivityTooLow, missingSensitivity, curationWithoutAttribute,
            unknownCurationAttribute, malformedCurationRule, emptyCurationRule, unknownOperator, unfitOperator,
            unfitOperand, emptyOperandList, operandOutsideSchema, curationNeverPasses, curationAlwaysPasses,
            examplesAllDropped, missingStreamName, streamNameSeparator, streamNameForm, streamNameCase, longStreamName,
            reservedStreamName, similarStreamNames, shadowedPattern, overriddenPattern, patternFlags, patternOfAll,
            unknownSchemaTitle, misspeltDestination, unknownDestination, missingDestination, internalDestination,
            unknownTarget, zeroRate, negligibleRate, smallRate, olderSamplingName, differingSampling, pageviewUnitInApp,
            ignoredTopicPrefixes, sharedTopic, topicPrefixForm, canaryOnPattern, canaryWithoutExample, unknownKeyField,
            unknownHeaderTarget, clearedOwner, clearedDescription, invalidExpiry, expiredStream, distantExpiry,
            unknownSensitivity, expiringStream, invisibleCharacter, fragmentOfStream, unclearConsumer,
            dialectBeyondIntake,
        ]

    /// The rules on the file of a project, and on what it asks of streams.
    private static let projectCheckRules: [Rule] = [
        undeclaredAttributeField, attributeFieldType, missingLink, malformedLink, missingRequiredSetting,
        unencryptedDestination,
        unlistedWord,
        unmatchedPath,
    ]

    private static let experimentRules: [Rule] = [
        invalidExperimentName, duplicateExperiment, invalidDate, reversedPeriod, endedExperiment, streamExpiresFirst,
        missingSampleRate, invalidSampleRate, repeatedWiki, missingGroups, invalidGroup, repeatedGroup, singleGroup,
        unknownIdentifierType, unknownSampleUnit, invalidPhaseIndex, unknownStream, switchedOffStream,
        unknownSchemaID, schemaMismatch,
    ]
}
