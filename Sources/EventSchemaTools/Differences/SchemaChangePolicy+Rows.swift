/// The rows of the table.
extension SchemaChange.Kind {
    var propertyRow: Row {
        switch self {
        case .requiredPropertyAdded:
            ("a new property that is required", .breaking, .major, "Events without it are refused.")
        case .requiredWithDefault:
            (
                "a property with a default becomes required", .breaking, .major,
                "The intake fills the default in; other validators refuse events without the property."
            )
        case .propertyRemoved:
            ("a property goes from an open object", .readers, .minor, "Readers miss it; events may still have it.")
        case .propertyRemovedFromClosed:
            ("a property goes from a closed object", .breaking, .major, "Events that still have it are refused.")
        case .propertyRenamed:
            (
                "a property of an open object is renamed", .readers, .minor,
                "Readers of the old name miss what is sent under the new one."
            )
        case .propertyRenamedInClosed:
            ("a property of a closed object is renamed", .breaking, .major, "Events with the old name are refused.")
        default:
            (
                "a new property that is optional", .compatible, .minor,
                "Producers send only properties that the schema names, so no event had another value there."
            )
        }
    }

    var valueRow: Row {
        switch self {
        case .typeWidened:
            ("more types are allowed", .warned, .minor, "Tables and code may hold the former type only.")
        case .typeNarrowed: ("fewer types are allowed", .breaking, .major, "Values of the other types are refused.")
        case .typeChanged: ("another type", .breaking, .major, "Values of the former type are refused.")
        case .enumValueAdded:
            ("an enum has more values", .readers, .minor, "Readers that know all values meet another one.")
        case .enumValueRemoved: ("an enum has fewer values", .breaking, .major, "Events with such a value are refused.")
        case .enumDropped:
            ("an enum goes", .readers, .minor, "Readers that know all values meet others.")
        default: ("an enum is added", .breaking, .major, "Events with other values are refused.")
        }
    }

    var limitRow: Row {
        switch self {
        case .limitTightened: ("a limit is tightened", .breaking, .major, "Values beyond the new limit are refused.")
        case .limitAdded: ("a limit is added", .breaking, .major, "Values beyond the limit are refused.")
        case .safeBoundAdded:
            (
                "a number gets a bound at ±9007199254740991 or beyond", .warned, .minor,
                "Materializing adds it. Numbers beyond it, which not all readers of JSON keep exact, are refused."
            )
        case .limitLoosened: ("a limit is loosened", .compatible, .minor, "Values within the old limit stay valid.")
        case .limitDropped: ("a limit goes", .compatible, .minor, "Values within the old limit stay valid.")
        case .uniqueItemsAdded:
            ("elements must differ", .breaking, .major, "Lists with equal elements are refused.")
        default: ("elements need no longer differ", .compatible, .minor, "Lists that were valid stay valid.")
        }
    }

    var textRow: Row {
        switch self {
        case .patternAdded: ("a pattern is added", .breaking, .major, "Texts that do not match are refused.")
        case .patternChanged:
            ("another pattern", .breaking, .major, "Texts that match only the former pattern are refused.")
        case .patternDropped: ("a pattern goes", .compatible, .minor, "Texts that were valid stay valid.")
        case .formatAdded: ("a format is added", .breaking, .major, "Texts of another form are refused.")
        case .formatChanged: ("another format", .breaking, .major, "Texts of the former format are refused.")
        default: ("a format goes", .compatible, .minor, "Texts that were valid stay valid.")
        }
    }

    var objectRow: Row {
        switch self {
        case .objectClosed:
            ("an object is closed", .breaking, .major, "Events with properties that it does not name are refused.")
        case .objectOpened: ("an object is opened", .compatible, .minor, "Events that were valid stay valid.")
        case .requiredAdded: ("a property becomes required", .breaking, .major, "Events without it are refused.")
        case .requiredRemoved:
            ("a property is no longer required", .readers, .minor, "Readers that rely on it meet events without it.")
        case .defaultOfRequiredDropped:
            (
                "the default of a required property goes", .breaking, .major,
                "The intake filled it in; now it refuses events without the property."
            )
        default:
            ("a default is added, changed or goes", .warned, .minor, "The intake stores other values than before.")
        }
    }

    var otherRow: Row {
        switch self {
        case .titleChanged:
            (
                "the title of the schema changes", .breaking, .major,
                "The intake refuses events whose schema has another title than their stream."
            )
        case .dialectChanged:
            ("another dialect of JSON Schema", .breaking, .major, "Keywords may have another meaning.")
        case .alternativeAdded:
            ("an alternative is added (anyOf, oneOf)", .readers, .minor, "Readers meet another form.")
        case .ruleAdded:
            (
                "another keyword is added, such as not, if, oneOf or dependencies", .breaking, .major,
                "Events that do not satisfy it are refused."
            )
        case .ruleChanged:
            (
                "another keyword changes, such as not, if, oneOf or dependencies", .breaking, .major,
                "That every valid event stays valid cannot be read from it."
            )
        case .ruleLoosened:
            (
                "another keyword is loosened, such as not, oneOf or contains", .compatible, .minor,
                "It is proved that every event that satisfied it still does."
            )
        case .ruleDropped:
            (
                "another keyword goes, such as not, if or dependencies", .compatible, .minor,
                "It refuses nothing any more."
            )
        case .withoutEffect:
            (
                "a keyword that no validator knows or that the type ignores", .compatible, .patch,
                "It has no effect on events."
            )
        default: ("descriptions, examples, titles of properties", .compatible, .patch, "They have no effect on events.")
        }
    }
}
