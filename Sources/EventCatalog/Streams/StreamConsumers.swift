package import EventSchema

/// Who reads the events of a stream: lists of names that its author wrote below `consumers`, beside the settings of
/// programs.
package struct StreamConsumers: Sendable, Hashable {
    /// The kinds of consumers, each the name of a list.
    package static let kinds = ["tables", "dashboards", "people"]

    /// The paths of the lists in the settings of a stream.
    package static let paths = kinds.map { ["consumers", $0] }

    /// The names, by the kinds in their order.
    private let names: [[String]]

    private init(names: [[String]]) { self.names = names }

    /// Reads the settings of a stream. What is not a text is left out.
    package init(_ settings: JSONObject) {
        self.init(names: Self.paths.map { JSONValue.object(settings)[path: $0]?.array?.compactMap(\.string) ?? [] })
    }

    /// The consumers of both.
    package func union(_ other: StreamConsumers) -> StreamConsumers {
        StreamConsumers(names: zip(names, other.names).map { ($0 + $1).distinct })
    }

    package var isEmpty: Bool { names.allSatisfy(\.isEmpty) }

    /// The kinds that have names, with the names.
    private var lists: [(kind: String, names: [String])] {
        zip(Self.kinds, names).map { ($0, $1) }.filter { !$0.names.isEmpty }
    }

    /// `tables a, b; people c`: of each kind the first names, and how many there are beside them.
    package func words(upTo count: Int) -> String {
        lists.map { "\($0.kind) \($0.names.listed(upTo: count))" }.joined(separator: "; ")
    }

    /// The names by kind; null without any.
    package var json: JSONValue {
        if isEmpty { return .null }
        return .object(JSONObject(lists.map { ($0.kind, .array($0.names.map(JSONValue.string))) }))
    }
}

extension JSONObject {
    /// The settings of a stream without those for the people who own it, which clients are not given.
    package var withoutAuthoringSettings: JSONObject {
        var settings = self
        for name in AuthoredStream.authoringSettings { settings[name] = nil }
        guard var consumers = settings["consumers"]?.object,
            consumers.names.contains(where: StreamConsumers.kinds.contains)
        else { return settings }
        for kind in StreamConsumers.kinds { consumers[kind] = nil }
        settings["consumers"] = consumers.isEmpty ? nil : .object(consumers)
        return settings
    }
}

extension AuthoredStream {
    /// Whether only the people who own a stream are given the setting at a path.
    package static func isForAuthors(_ path: [String]) -> Bool {
        path.first.map(authoringSettings.contains) ?? false || StreamConsumers.paths.contains { path.starts(with: $0) }
    }
}
