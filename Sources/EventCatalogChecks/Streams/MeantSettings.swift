import EventCatalog
import EventSchema

/// The settings under a wrong name or in another block whose meaning is clear. What is in them is checked as if they
/// stood in their place, so that no further finding appears when the advice is followed.
enum MeantSettings {
    /// The moves of settings into their places, as far as names stand in a block that is known by its own name: names
    /// below one that is moved are found after the move.
    ///
    /// - Parameters:
    ///   - settings: the default settings, or those of a stream.
    ///   - isKept: whether a name is another program's on purpose.
    /// - Returns: the moves, in the order in which they are made.
    static func moves(in settings: JSONValue, isKept: (_ path: [String]) -> Bool) -> [SourceDocument.Move] {
        var value = settings
        var moves: [SourceDocument.Move] = []
        for block in SettingBlock.all where !block.isOlder {
            for (path, members) in settings.values(at: block.path[...]) {
                let names = Array((members.object ?? [:]).names)
                for name in names where !block.names.contains(name) && !isKept(path + [name]) {
                    guard let target = target(of: name, among: names, in: block, at: path),
                        fits(members.object?[name], target), isFree(target, in: value)
                    else { continue }
                    moves.append(SourceDocument.Move(from: path + [name], to: target))
                    value = value.applying(moves[moves.count - 1])
                }
            }
        }
        return moves
    }

    private static func target(
        of name: String, among names: [String], in block: SettingBlock, at path: [String]
    ) -> [String]? {
        if let known = block.suggestion(for: name, among: names) { return path + [known] }
        // What people call a setting may have another form of value, such as a percentage.
        guard block.meaning(of: name) == nil, let home = block.home(of: name), !home.path.contains("*") else {
            return nil
        }
        return home.path + [name]
    }

    /// Whether nothing is there that would be replaced.
    private static func isFree(_ path: [String], in value: JSONValue) -> Bool {
        guard value[path: path] == nil else { return false }
        return (1..<path.count).allSatisfy { count in
            value[path: Array(path.prefix(count))].map { $0.object != nil } ?? true
        }
    }

    private static let maps: Set = [
        "sample", "sampling", "producers", "consumers", "curation", "message_key_fields",
        "enrich_fields_from_http_headers",
    ]
    private static let lists: Set = ["provide_values", "events", "topics", "topic_prefixes"]
    private static let flags: Set = ["canary_events_enabled", "use_edge_uniques", "enabled", "is_test_kitchen_stream"]

    /// Whether a value is of the kind of the setting. One of another kind may be of another setting.
    private static func fits(_ value: JSONValue?, _ path: [String]) -> Bool {
        guard let value, let name = path.last else { return false }
        if maps.contains(name) || path.dropLast() == ["producers"] || path.dropLast() == ["consumers"] {
            return value.object?.isEmpty == false
        }
        if lists.contains(name) { return value.array != nil }
        if flags.contains(name) { return value.bool != nil }
        return name == "rate" ? value.number != nil : value.string != nil
    }
}
