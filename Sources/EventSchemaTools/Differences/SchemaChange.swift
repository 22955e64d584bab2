package import EventSchema

/// One difference between two versions of a schema, in words and with its verdict.
package struct SchemaChange: Sendable, Hashable {
    /// What changes.
    package let kind: Kind
    /// The names on the way through the schema to the keyword that changes, or to the property that comes or goes:
    /// `properties`, `page`, `required`. In the old schema where the new one lacks it.
    package let path: [String]
    /// The property of the event that is concerned, such as `page.id`, `tags[]` (the elements of a list) or `labels.*`
    /// (the values of a map); empty for the whole event.
    package let property: String
    /// The value of the keyword before, or the schema of the property; `nil` when there was none.
    package let old: JSONValue?
    /// The value afterwards; otherwise `nil`.
    package let new: JSONValue?
    /// What the change means. It is the verdict of the kind, unless a proof shows that no event is concerned.
    package internal(set) var verdict: CompatibilityVerdict
    /// Whether it is proved that the schema accepts the same values before and after the change.
    var keepsValues = false
    /// The change as a clause: `` `action` may now have 128 characters (64 before) ``.
    package internal(set) var words: String

    init(_ kind: Kind, at path: [String], _ property: String, _ old: JSONValue?, _ new: JSONValue?, _ words: String) {
        (self.kind, self.path, self.property, self.old, self.new) = (kind, path, property, old, new)
        (self.words, verdict) = (words, SchemaChangePolicy.of(kind).verdict)
    }

    /// The part of the version number that the change raises.
    package var level: VersionLevel { kind.level(of: verdict) }

    /// Whether neither an event nor a reader is concerned: words, examples, keywords without effect, equal values.
    var isWithoutEffect: Bool { level == .patch || keepsValues }
}

extension SchemaChange {
    /// What changes. The order is that of the policy table.
    package enum Kind: String, Sendable, Hashable, CaseIterable {
        case propertyAdded = "property_added"
        case requiredPropertyAdded = "required_property_added"
        case requiredWithDefault = "required_with_default"
        case propertyRemoved = "property_removed"
        case propertyRemovedFromClosed = "property_removed_from_closed"
        case propertyRenamed = "property_renamed"
        case propertyRenamedInClosed = "property_renamed_in_closed"
        case typeWidened = "type_widened"
        case typeNarrowed = "type_narrowed"
        case typeChanged = "type_changed"
        case enumValueAdded = "enum_value_added"
        case enumValueRemoved = "enum_value_removed"
        case enumAdded = "enum_added"
        case enumDropped = "enum_dropped"
        case limitTightened = "limit_tightened"
        case limitAdded = "limit_added"
        case safeBoundAdded = "safe_bound_added"
        case limitLoosened = "limit_loosened"
        case limitDropped = "limit_dropped"
        case patternAdded = "pattern_added"
        case patternChanged = "pattern_changed"
        case patternDropped = "pattern_dropped"
        case formatAdded = "format_added"
        case formatChanged = "format_changed"
        case formatDropped = "format_dropped"
        case objectClosed = "object_closed"
        case objectOpened = "object_opened"
        case requiredAdded = "required_added"
        case requiredRemoved = "required_removed"
        case uniqueItemsAdded = "unique_items_added"
        case uniqueItemsDropped = "unique_items_dropped"
        case defaultChanged = "default_changed"
        case defaultOfRequiredDropped = "default_of_required_dropped"
        case descriptionChanged = "description_changed"
        case titleChanged = "title_changed"
        case dialectChanged = "dialect_changed"
        case alternativeAdded = "alternative_added"
        case ruleAdded = "rule_added"
        case ruleChanged = "rule_changed"
        case ruleLoosened = "rule_loosened"
        case ruleDropped = "rule_dropped"
        case withoutEffect = "without_effect"
    }
}
