extension SchemaChangePolicy {
    /// The rows of the table: what changes, what that means, and why.
    static let rows: [SchemaChange.Kind: (change: String, verdict: CompatibilityVerdict, reason: String)] = [
        .propertyAdded: (
            "a new property that is optional", .compatible,
            "Producers send only properties that the schema names, so no event had another value there."
        ),
        .requiredPropertyAdded: ("a new property that is required", .breaking, "Events without it are refused."),
        .requiredWithDefault: (
            "a property with a default becomes required", .breaking,
            "The intake fills the default in; other validators refuse events without the property."
        ),
        .propertyRemoved: (
            "a property goes from an open object", .readers, "Readers miss it; events may still have it."
        ),
        .propertyRemovedFromClosed: (
            "a property goes from a closed object", .breaking, "Events that still have it are refused."
        ),
        .propertyRenamed: (
            "a property of an open object is renamed", .readers,
            "Readers of the old name miss what is sent under the new one."
        ),
        .propertyRenamedInClosed: (
            "a property of a closed object is renamed", .breaking, "Events with the old name are refused."
        ),
        .typeWidened: ("more types are allowed", .warned, "Tables and code may hold the former type only."),
        .typeNarrowed: ("fewer types are allowed", .breaking, "Values of the other types are refused."),
        .typeChanged: ("another type", .breaking, "Values of the former type are refused."),
        .enumValueAdded: ("an enum has more values", .readers, "Readers that know all values meet another one."),
        .enumValueRemoved: ("an enum has fewer values", .breaking, "Events with such a value are refused."),
        .enumAdded: ("an enum is added", .breaking, "Events with other values are refused."),
        .enumDropped: ("an enum goes", .readers, "Readers that know all values meet others."),
        .limitTightened: ("a limit is tightened", .breaking, "Values beyond the new limit are refused."),
        .limitAdded: ("a limit is added", .breaking, "Values beyond the limit are refused."),
        .safeBoundAdded: (
            "a number gets a bound at ±9007199254740991 or beyond", .warned,
            "Materializing adds it. Numbers beyond it, which not all readers of JSON keep exact, are refused."
        ),
        .limitLoosened: ("a limit is loosened", .compatible, "Values within the old limit stay valid."),
        .limitDropped: ("a limit goes", .compatible, "Values within the old limit stay valid."),
        .patternAdded: ("a pattern is added", .breaking, "Texts that do not match are refused."),
        .patternChanged: ("another pattern", .breaking, "Texts that match only the former pattern are refused."),
        .patternDropped: ("a pattern goes", .compatible, "Texts that were valid stay valid."),
        .formatAdded: ("a format is added", .breaking, "Texts of another form are refused."),
        .formatChanged: ("another format", .breaking, "Texts of the former format are refused."),
        .formatDropped: ("a format goes", .compatible, "Texts that were valid stay valid."),
        .objectClosed: ("an object is closed", .breaking, "Events with properties that it does not name are refused."),
        .objectOpened: ("an object is opened", .compatible, "Events that were valid stay valid."),
        .requiredAdded: ("a property becomes required", .breaking, "Events without it are refused."),
        .requiredRemoved: (
            "a property is no longer required", .readers, "Readers that rely on it meet events without it."
        ),
        .uniqueItemsAdded: ("elements must differ", .breaking, "Lists with equal elements are refused."),
        .uniqueItemsDropped: ("elements need no longer differ", .compatible, "Lists that were valid stay valid."),
        .defaultChanged: (
            "a default is added, changed or goes", .warned, "The intake stores other values than before."
        ),
        .defaultOfRequiredDropped: (
            "the default of a required property goes", .breaking,
            "The intake filled it in; now it refuses events without the property."
        ),
        .descriptionChanged: (
            "descriptions, examples, titles of properties", .compatible, "They have no effect on events."
        ),
        .titleChanged: (
            "the title of the schema changes", .breaking,
            "The intake refuses events whose schema has another title than their stream."
        ),
        .dialectChanged: ("another dialect of JSON Schema", .breaking, "Keywords may have another meaning."),
        .alternativeAdded: ("an alternative is added (anyOf, oneOf)", .readers, "Readers meet another form."),
        .ruleAdded: (
            "another keyword is added, such as not, if, oneOf or dependencies", .breaking,
            "Events that do not satisfy it are refused."
        ),
        .ruleChanged: (
            "another keyword changes, such as not, if, oneOf or dependencies", .breaking,
            "That every valid event stays valid cannot be read from it."
        ),
        .ruleLoosened: (
            "another keyword is loosened, such as not, oneOf or contains", .compatible,
            "It is proved that every event that satisfied it still does."
        ),
        .ruleDropped: (
            "another keyword goes, such as not, if or dependencies", .compatible, "It refuses nothing any more."
        ),
        .withoutEffect: (
            "a keyword that no validator knows or that the type ignores", .compatible, "It has no effect on events."
        ),
    ]
}
