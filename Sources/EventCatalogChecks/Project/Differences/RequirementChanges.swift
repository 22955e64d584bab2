import EventCatalog
import EventSchema
import EventSchemaTools

/// Changes of what a project requires of its streams.
enum RequirementChanges {
    /// A setting or a link that is required, and of which files.
    private struct Key: Hashable {
        let name: String
        let path: String?
    }

    /// The changes, each at the path of its entry.
    static func changes(from before: [ProjectRequirement], to after: [ProjectRequirement]) -> [ProjectChange] {
        let (old, new) = (byKey(before), byKey(after))
        return (before + after).flatMap(keys).distinct.compactMap { key in
            switch (old[key], new[key]) {
            case (nil, let new?):
                change("\(key.name) is required of \(new.streams) now: \(new.reason)", at: new, nil, new)
            case (let old?, nil):
                change("\(key.name) is no longer required of \(old.streams)", at: old, old, nil)
            case (let old?, let new?) where old.reason != new.reason:
                change(
                    "the reason why \(key.name) is required of \(new.streams) changes from “\(old.reason)” to "
                        + "“\(new.reason)”", at: new, old, new)
            default: nil
            }
        }
    }

    private static func keys(of entry: ProjectRequirement) -> [Key] {
        (entry.settings + entry.links.map { "the link \($0)" }).map { Key(name: $0, path: entry.path) }
    }

    private static func byKey(_ entries: [ProjectRequirement]) -> [Key: ProjectRequirement] {
        Dictionary(entries.flatMap { entry in keys(of: entry).map { ($0, entry) } }) { first, _ in first }
    }

    private static func change(
        _ text: String, at entry: ProjectRequirement, _ before: ProjectRequirement?, _ after: ProjectRequirement?
    ) -> ProjectChange {
        ProjectChange(
            .requirement, text, at: entry.place, before.map { .string($0.reason) }, after.map { .string($0.reason) })
    }
}
