import EventCatalog
import EventSupport

/// Names that are wrong in a block.
extension SettingBlock {
    /// Names that other systems have for settings of a stream and its sampling.
    private static let synonyms = ["schema": "schema_title", "destination": "destination_event_service"]

    /// The setting elsewhere, or in the block, that changes what is collected and that people call so. A program of
    /// others may have a setting of the name.
    func meaning(of name: String) -> SettingSynonyms.Meaning? {
        others == .unread ? SettingSynonyms.meaning(of: name) : nil
    }

    /// The setting that a name, which the block does not have, was probably meant to be; `nil` when it may be a setting
    /// of another program. Beside the setting itself, among all names that are `given` in the block, a synonym may be
    /// another program's too.
    func suggestion(for name: String, among given: [String]) -> String? {
        // Names that differ in more may well be settings of another program, the shorter they are.
        if let near = names.nearest(to: name, limit: name.count < 20 ? 2 : 3) { return near }
        if let suggestion = Self.synonyms[name], names.contains(suggestion), !given.contains(suggestion) {
            return suggestion
        }
        // One word alone, such as “test”, may well be a program.
        let longer = names.filter { $0.hasPrefix(name + "_") || ($0.hasPrefix(name) && 2 * name.count > $0.count) }
        return name.contains("_") && longer.count == 1 && !given.contains(longer[0]) ? longer[0] : nil
    }

    /// The only other block with this setting; `nil` when several have it, or this block may have it too.
    func home(of name: String) -> SettingBlock? {
        let homes = Self.all.filter { $0.names.contains(name) && !$0.isOlder }
        guard let home = homes.first, homes.count == 1, home.path != path else { return nil }
        return switch others {
        case .unread: home
        // A program could have the name of another program, or of one of its settings.
        case .programs: home.others == .unread ? home : nil
        case .settings: nil
        }
    }

    /// The path of the setting that a wrong name in the block was probably meant to be.
    func target(of name: String, among given: [String]) -> [String]? {
        if let known = nameBeforeColon(of: name) ?? suggestion(for: name, among: given) { return path + [known] }
        return meaning(of: name)?.path ?? home(of: name).map { $0.path + [name] }
    }

    /// The setting in a name such as “rate:0.1”, where a space is missing.
    func nameBeforeColon(of name: String) -> String? {
        guard let colon = name.firstIndex(of: ":") else { return nil }
        return names.first { $0 == name[..<colon] }
    }

    /// The names of other blocks that are mistakes in this one.
    var misplacedNames: [String] {
        let names = Set(Self.all.flatMap(\.names)).subtracting(names)
        return names.filter { home(of: $0) != nil }.sorted()
    }
}
