import EventSchema
import EventSchemaTools

/// Changes of settings that have no meaning here, each by its path.
enum UninterpretedSettingChanges {
    /// The changes of all settings but those at the given paths.
    static func changes(in pair: StreamPair, without paths: [[String]]) -> [StreamChange] {
        var (before, after) = (JSONValue.object(pair.before), JSONValue.object(pair.after))
        for path in paths {
            before = before.removing(path[...])
            after = after.removing(path[...])
        }
        return changes(from: before, to: after, at: [])
    }

    /// The change of one setting.
    static func change(
        at path: [String], _ before: JSONValue?, _ after: JSONValue?, kind: StreamChange.Kind = .setting
    ) -> StreamChange {
        let name = path.joined(separator: ".")
        let text = flags[name].flatMap { flag in
            after == true ? flag.on : before == true ? flag.off : nil
        }
        return StreamChange(kind, text ?? "\(name) \(words(before, after))", at: path, before, after)
    }

    /// What settings that are true or false mean, for readers who do not know their names.
    private static let flags = [
        "producers.eventgate.use_edge_uniques": (
            on: "the intake now adds the edge's identifier of unique visitors to the events",
            off: "the intake no longer adds the edge's identifier of unique visitors to the events"
        )
    ]

    /// The change of a setting that means the same in both forms.
    static func rewritten(at path: [String], _ before: JSONValue?, _ after: JSONValue?) -> StreamChange {
        let name = path.joined(separator: ".")
        return StreamChange(.setting, "\(name) is written differently, with the same effect", at: path, before, after)
    }

    /// What happens to a value, in words.
    static func words(
        _ before: JSONValue?, _ after: JSONValue?, of words: (JSONValue) -> String = \.words
    ) -> String {
        switch (before, after) {
        case (nil, let after?): "is now \(words(after)); it was not set"
        case (let before?, nil): "is no longer set; it was \(words(before))"
        case (let before?, let after?): "changes from \(words(before)) to \(words(after))"
        case (nil, nil): "does not change"
        }
    }

    private static func changes(from before: JSONValue?, to after: JSONValue?, at path: [String]) -> [StreamChange] {
        if before == after { return [] }
        // An empty map is a list here, and a map that comes or goes is shown setting by setting.
        guard let old = members(of: before), let new = members(of: after), !(old.isEmpty && new.isEmpty) else {
            return [change(at: path, before, after)]
        }
        let names = Array(new.names) + old.names.filter { new[$0] == nil }
        return names.flatMap { changes(from: old[$0], to: new[$0], at: path + [$0]) }
    }

    private static func members(of value: JSONValue?) -> JSONObject? { value == nil ? [:] : value?.object }
}

extension JSONValue {
    /// The value without the part at a path, and without maps that become empty.
    fileprivate func removing(_ path: ArraySlice<String>) -> JSONValue {
        guard var members = object, let name = path.first, let member = members[name] else { return self }
        var rest: JSONValue?
        if path.count > 1 { rest = member.removing(path.dropFirst()) }
        members[name] = rest?.object?.isEmpty == true ? .none : rest
        return .object(members)
    }
}
