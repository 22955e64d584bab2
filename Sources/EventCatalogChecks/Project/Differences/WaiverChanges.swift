import EventCatalog
import EventSchema

/// A waiver, and the entry that it is in.
struct PlacedWaiver: Sendable {
    enum Owner: Sendable, Hashable {
        case stream(String)
        /// An experiment or an instrument, such as `experiment search-suggestions`.
        case experiment(String)
        /// A file, for a waiver that is in neither.
        case file(String)
    }

    let waiver: Waiver
    let owner: Owner

    /// The path of the file, which is read below its usual name where it is that of the project.
    fileprivate var file: String {
        let file = waiver.location.file
        return file.hasSuffix("/\(Project.fileName)") ? Project.fileName : file
    }

    /// The rule, until when it is waived, and why.
    fileprivate var words: String { "\(waiver.rule.id) until \(waiver.until): \(waiver.reason)" }
}

/// Changes of the waivers, stream by stream: one that goes from a stream to another is another waiver.
enum WaiverChanges {
    private struct Key: Hashable {
        let owner: PlacedWaiver.Owner
        let words: String

        init(_ waiver: PlacedWaiver) { (owner, words) = (waiver.owner, waiver.words) }
    }

    static func changes(from before: [PlacedWaiver], to after: [PlacedWaiver]) -> [ProjectChange] {
        added(after, to: before).map { waiver in
            change("waiver added at \(waiver.waiver.location): \(waiver.words)", waiver, nil, .string(waiver.words))
        }
            + added(before, to: after).map { waiver in
                change("waiver removed from \(waiver.file): \(waiver.words)", waiver, .string(waiver.words), nil)
            }
    }

    /// The waivers of a list that another lacks.
    private static func added(_ list: [PlacedWaiver], to other: [PlacedWaiver]) -> [PlacedWaiver] {
        var rest = Dictionary(grouping: other, by: Key.init).mapValues(\.count)
        return list.filter { waiver in
            guard let count = rest[Key(waiver)], count > 0 else { return true }
            rest[Key(waiver)] = count - 1
            return false
        }
    }

    private static func change(
        _ text: String, _ waiver: PlacedWaiver, _ before: JSONValue?, _ after: JSONValue?
    ) -> ProjectChange {
        var change = ProjectChange(.waiver, text, at: [], before, after)
        change.file = waiver.file
        switch waiver.owner {
        case .stream(let name): change.users = [WordUser(name: name, isStream: true)]
        case .experiment(let name): change.users = [WordUser(name: name, isStream: false)]
        case .file: break
        }
        return change
    }
}
