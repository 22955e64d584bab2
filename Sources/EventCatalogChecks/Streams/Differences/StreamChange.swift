package import EventCatalog
public import EventSchema

/// One difference between the settings of a stream before and after a change, in words.
public struct StreamChange: Sendable, Hashable {
    /// What the change is about. The order is that of importance, the most important first.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// Clients cannot read the stream any more.
        case unreadable
        /// The stream was removed.
        case removed
        /// The stream is new.
        case added
        /// The stream has another name.
        case renamed
        /// Another entry, its own or a pattern, gives the stream its settings.
        case entry
        /// Another pattern of two gives its settings to the names that both match.
        case patternOrder = "pattern_order"
        /// Contextual attributes that are collected newly.
        case attributesAdded = "attributes_added"
        /// Contextual attributes that are no longer collected.
        case attributesRemoved = "attributes_removed"
        /// Which headers of requests the intake stores with the events.
        case headers
        /// Who is in sample.
        case sampling
        /// Which events are collected.
        case curation
        /// The title of the events' schema.
        case schemaTitle = "schema_title"
        /// The intake service.
        case destination
        /// The Kafka topics.
        case topics
        /// Whether there are canary events.
        case canary
        /// How sensitive the data are.
        case sensitivity
        /// When the stream ends.
        case expiry
        /// Who owns the stream.
        case owner
        /// What the stream is for.
        case description
        /// Any other setting, or one that is written differently and has the same effect.
        case setting
    }

    /// What the change is about.
    public let kind: Kind
    /// The change in words, without the name of the stream: `sampling rises from 10 % to 20 % of sessions`.
    public let text: String
    /// The names on the way to the setting; empty for the whole stream.
    public let path: [String]
    /// The value before; `nil` when there was none.
    public let before: JSONValue?
    /// The value afterwards; otherwise `nil`.
    public let after: JSONValue?

    init(_ kind: Kind, _ text: String, at path: [String] = [], _ before: JSONValue? = nil, _ after: JSONValue? = nil) {
        (self.kind, self.text, self.path, self.before, self.after) = (kind, text, path, before, after)
    }
}

extension StreamChange.Kind: Comparable {
    /// Whether `left` is more important.
    public static func < (left: StreamChange.Kind, right: StreamChange.Kind) -> Bool { left.rank < right.rank }

    private var rank: Int { Self.allCases.firstIndex(of: self) ?? Self.allCases.count }
}

/// Changes that several streams have in common, such as by an edit of the defaults.
public struct StreamChangeGroup: Sendable, Hashable {
    /// The names or patterns of the streams, sorted.
    public let streams: [String]
    /// The changes, the most important first.
    public let changes: [StreamChange]
    /// Who reads the events of the streams, before the change or afterwards.
    package let consumers: StreamConsumers
}
