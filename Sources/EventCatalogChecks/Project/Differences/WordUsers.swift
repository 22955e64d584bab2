import EventCatalog
import EventSchema
import EventStreams

/// A stream, experiment or instrument that a change of a project's words is about.
struct WordUser: Sendable, Hashable {
    /// The name of a stream, or the words for another entry, such as `experiment search-suggestions`.
    let name: String
    let isStream: Bool
    /// The attribute that is taken from the changed one; `nil` if the entry has the changed word itself.
    var attribute: String?

    /// `fraud.orders (through basket_visit)`.
    var words: String { name + (attribute.map { " (through \($0))" } ?? "") }
}

/// Who has the words of a project.
struct WordUsers {
    /// The users by the path of the word in `Project.yaml`: first the streams, sorted, then the experiments.
    private var users: [[String]: [WordUser]] = [:]
    private let vocabulary: Vocabulary

    /// - Parameters:
    ///   - streams: the streams that have attributes and destinations.
    ///   - experiments: the experiments that have attributes; `nil` if they are not known.
    ///   - vocabulary: the words.
    init(_ streams: StreamSnapshot, _ experiments: ExperimentSnapshot?, _ vocabulary: Vocabulary) {
        self.vocabulary = vocabulary
        for name in streams.streams.names.sorted() {
            guard let stream = streams.configurations.exactly(name) else { continue }
            let user = WordUser(name: name, isStream: true)
            for attribute in stream.contextualAttributes.map(\.name).distinct { add(user, to: "attributes", attribute) }
            if let service = stream.destination { add(user, to: "destinations", service) }
        }
        for entry in (experiments?.entries ?? []).sorted(by: { $0.key.words < $1.key.words }) {
            let user = WordUser(name: entry.key.words, isStream: false)
            let names = entry.setting("contextual_attributes")?.array?.compactMap(\.string) ?? []
            for name in names.map({ vocabulary.word(named: $0)?.name ?? $0 }).distinct {
                add(user, to: "attributes", name)
            }
        }
    }

    private mutating func add(_ user: WordUser, to list: String, _ name: String) {
        users[[list, name], default: []].append(user)
    }

    /// The users of the word that a change is about. Another source of an attribute is also one of those attributes
    /// that are taken from it.
    func users(of change: ProjectChange) -> [WordUser] {
        let path = Array(change.path.prefix(2))
        let direct = users[path] ?? []
        guard change.kind == .source, let name = path.last else { return direct }
        var all = direct
        for attribute in attributes(from: name) {
            let further = (users[["attributes", attribute]] ?? []).filter { user in
                !all.contains { $0.name == user.name && $0.isStream == user.isStream }
            }
            all += further.map { WordUser(name: $0.name, isStream: $0.isStream, attribute: attribute) }
        }
        return all
    }

    /// The attributes that are taken from another one, directly or through others.
    private func attributes(from name: String) -> [String] {
        var found = [name]
        var position = 0
        while position < found.count {
            let source = found[position]
            found += vocabulary.attributes.filter { $0.source == source && !found.contains($0.name) }.map(\.name)
            position += 1
        }
        return Array(found.dropFirst())
    }
}
