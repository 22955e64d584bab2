import EventSchema

/// Divides the settings of streams into defaults and what each stream has of its own, without loss: the defaults with a
/// stream's own settings in their place are the stream's settings again, in their order.
///
/// Defaults come first in a stream's settings, and cannot be taken away from a stream. So only those members are
/// defaults with which the settings of every stream begin; each stream's own value replaces the default where the two
/// differ, and maps are divided in the same way. A value is a default when at least half of the streams have it.
struct CommonSettings {
    /// The default settings; empty when the streams have nothing in common.
    let defaults: JSONObject

    init(of streams: [JSONObject]) { defaults = streams.count < 2 ? [:] : Self.common(to: streams) }

    /// The settings of a stream that differ from the defaults.
    func own(of settings: JSONObject) -> JSONObject { Self.difference(of: settings, from: defaults) }

    /// Settings that belong to each stream, whatever other streams have.
    private static let never = ["schema_title", "stream", "topics"]

    private static func common(to maps: [JSONObject]) -> JSONObject {
        var result = JSONObject()
        for (name, first) in maps[0] where !never.contains(name) {
            let place = result.count
            // Behind a member that is not a default, no other can be: defaults come first.
            guard maps.allSatisfy({ place < $0.count && ExactName($0[place].name) == ExactName(name) }),
                let value = common(to: maps.map { $0[place].value }, as: first)
            else { break }
            result[name] = value
        }
        return result
    }

    private static func common(to values: [JSONValue], as first: JSONValue) -> JSONValue? {
        let maps = values.compactMap(\.object)
        guard maps.isEmpty else {
            guard maps.count == values.count else { return nil }
            let shared = common(to: maps)
            return shared.isEmpty ? nil : .object(shared)
        }
        var counts: [JSONValue: Int] = [:]
        for value in values { counts[value, default: 0] += 1 }
        // The first of the most common, so that the same streams always give the same defaults.
        let maximum = counts.values.max() ?? 0
        guard maximum * 2 >= values.count, maximum > 1 else { return nil }
        return values.first { counts[$0] == maximum }
    }

    private static func difference(of settings: JSONObject, from defaults: JSONObject) -> JSONObject {
        var result = JSONObject()
        for (name, value) in settings {
            guard let shared = defaults[name] else {
                result[name] = value
                continue
            }
            if let members = value.object, let sharedMembers = shared.object {
                let own = difference(of: members, from: sharedMembers)
                if !own.isEmpty { result[name] = .object(own) }
            } else if value.jsonText != shared.jsonText {
                result[name] = value  // also where only the spelling of a number differs
            }
        }
        return result
    }
}

/// A name compared scalar by scalar.
private struct ExactName: Equatable {
    private let bytes: String.UTF8View
    init(_ name: String) { bytes = name.utf8 }
    static func == (left: ExactName, right: ExactName) -> Bool { left.bytes.elementsEqual(right.bytes) }
}
