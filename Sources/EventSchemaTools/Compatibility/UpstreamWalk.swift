package import EventSchema

/// The comparison of versions that jsonschema-tools makes in its case `schema-version-compatibility`.
///
/// It walks what the old version has, and treats every map alike: `$id`, `description` and `examples` may change
/// anywhere, `required` must have the same names, `enum` must keep its values, lists may become longer, and everything
/// else must be there and equal. What only the new version has is not looked at.
package struct UpstreamWalk: Sendable {
    /// One place that the walk refuses.
    package struct Incompatibility: Sendable, Hashable {
        /// The names on the way to the value.
        package let path: [String]
        /// What the walk requires, as a clause.
        package let words: String
    }

    /// Every place that the walk refuses, in the order of the old version; jsonschema-tools stops at the first.
    package private(set) var incompatibilities: [Incompatibility] = []

    private static let mayChange: Set<String> = ["$id", "description", "examples"]

    /// Compares two versions.
    package init(old: JSONValue, new: JSONValue) { compare(old, new, at: []) }

    private mutating func compare(_ old: JSONValue, _ new: JSONValue, at path: [String]) {
        switch (old, new) {
        case (.object(let before), .object(let after)):
            for (name, value) in before where !Self.mayChange.contains(name) {
                compare(name, value, after[name], at: path + [name])
            }
        case (.array(let before), .array(let after)):
            for (number, value) in before.enumerated() {
                let next = after.indices.contains(number) ? after[number] : nil
                compare("", value, next, at: path + [String(number)])
            }
        default:
            if old != new { refuse(path, "changes from \(old.words) to \(new.words)") }
        }
    }

    private mutating func compare(_ name: String, _ old: JSONValue, _ new: JSONValue?, at path: [String]) {
        guard let new else { return refuse(path, "is gone") }
        switch name {
        case "required": compareRequired(old, new, at: path)
        case "enum": compareEnum(old, new, at: path)
        default: compare(old, new, at: path)
        }
    }

    private mutating func compareRequired(_ old: JSONValue, _ new: JSONValue, at path: [String]) {
        guard let before = old.array, let after = new.array else { return refuse(path, "is not a list of names") }
        guard before.map(\.words).sorted() != after.map(\.words).sorted() else { return }
        refuse(path, "must keep its names: \(old.words) before, \(new.words) now")
    }

    private mutating func compareEnum(_ old: JSONValue, _ new: JSONValue, at path: [String]) {
        guard let before = old.array, let after = new.array else { return refuse(path, "is not a list of values") }
        // JavaScript compares lists and objects by identity, so it finds none of them in the new enum.
        let lost = before.filter { $0.array != nil || $0.object != nil || !after.contains($0) }
        if !lost.isEmpty { refuse(path, "must keep its values: \(JSONValue.array(lost).words) is gone") }
    }

    private mutating func refuse(_ path: [String], _ words: String) {
        incompatibilities.append(Incompatibility(path: path, words: "\(path.joined(separator: ".")) \(words)"))
    }
}
