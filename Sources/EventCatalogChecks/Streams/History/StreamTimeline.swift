import EventCatalog
import EventSchema

/// The commits in which the streams of a folder, and the contextual attributes of each, came and went.
///
/// A file that cannot be read in a commit counts as it was before, so that a mistake removes no stream.
struct StreamTimeline {
    /// The time of a stream or an attribute.
    struct Span {
        /// The commit that brought it first.
        let first: HistoryCommit
        /// The commit that removed it; `nil` while it is there.
        var removal: HistoryCommit?
    }

    /// A stream, as it was last.
    struct Stream {
        var span: Span
        /// The contextual attributes by today's names, in the order in which they came.
        var attributes: [(name: String, span: Span)] = []
        var owner: String?
        var expires: String?
        /// The name of the file that has the stream.
        var file = ""
    }

    /// A file in one commit.
    private struct File {
        /// The hash of the content.
        let hash: String
        let content: StreamFileContent
    }

    /// A stream in one commit.
    private struct Entry {
        let file: String
        let hash: String
        let settings: JSONObject
    }

    /// The streams by their names.
    private(set) var streams: [String: Stream] = [:]

    private let vocabulary: Vocabulary
    private let contents: [HistoricFile: StreamFileContent]
    private var files: [String: File] = [:]
    private var entries: [String: Entry] = [:]
    private var defaults: File?

    /// - Complexity: linear in the size of the contents, each of which is parsed once, and in the number of streams in
    ///   each commit.
    init(_ history: FolderHistory, _ vocabulary: Vocabulary) {
        self.vocabulary = vocabulary
        contents = HistoricFile.contents(of: history)
        for step in history.steps { apply(step) }
    }

    private mutating func apply(_ step: FolderHistory.Step) {
        if step.beginsAnew { files = [:] }
        for (name, hash) in step.changes {
            guard let hash else {
                files[name] = nil
                continue
            }
            if let content = contents[HistoricFile(hash, named: name)] {
                files[name] = File(hash: hash, content: content)
            }
        }
        let (former, formerDefaults) = (entries, defaults?.hash)
        readEntries()
        for (name, entry) in entries where former[name]?.hash != entry.hash || formerDefaults != defaults?.hash {
            see(entry, of: name, in: step.commit)
        }
        for name in former.keys where entries[name] == nil { streams[name]?.end(in: step.commit) }
    }

    /// Finds the defaults and the streams in all files; of two with one name, the first.
    private mutating func readEntries() {
        let ordered = files.sorted { $0.key < $1.key }
        let candidates = ordered.filter(\.value.content.areDefaults)
        defaults = (candidates.first { StreamFileContent.areDefaults(inFileNamed: $0.key) } ?? candidates.first)?.value
        entries = [:]
        for (name, file) in ordered where !file.content.areDefaults {
            for (stream, settings) in file.content.settings where entries[stream] == nil {
                entries[stream] = Entry(file: name, hash: file.hash, settings: settings.object ?? [:])
            }
        }
    }

    private mutating func see(_ entry: Entry, of name: String, in commit: HistoryCommit) {
        let settings = JSONValue.object((defaults?.content.settings ?? [:]).merged(with: entry.settings))
        var stream = streams[name] ?? Stream(span: Span(first: commit))
        stream.span.removal = nil
        stream.collect(settings.attributeNames(vocabulary), in: commit)
        (stream.owner, stream.expires) = (settings["owner"]?.string, settings["expires"]?.string)
        stream.file = entry.file
        streams[name] = stream
    }
}

extension StreamTimeline.Stream {
    /// Ends the stream, and with it what it collects.
    fileprivate mutating func end(in commit: HistoryCommit) {
        collect([], in: commit)
        span.removal = commit
    }

    /// Collects these attributes, and no others, from a commit on.
    fileprivate mutating func collect(_ names: [String], in commit: HistoryCommit) {
        for index in attributes.indices {
            let removal = attributes[index].span.removal ?? commit
            attributes[index].span.removal = names.contains(attributes[index].name) ? nil : removal
        }
        for name in names where !attributes.contains(where: { $0.name == name }) {
            attributes.append((name, StreamTimeline.Span(first: commit)))
        }
    }
}

/// A content of a file in the history; what is read of it depends on whether the file's name is that of the defaults.
private struct HistoricFile: Hashable {
    let hash: String
    let areDefaults: Bool

    init(_ hash: String, named name: String) {
        (self.hash, areDefaults) = (hash, StreamFileContent.areDefaults(inFileNamed: name))
    }

    /// What can be read of all contents, each once.
    static func contents(of history: FolderHistory) -> [HistoricFile: StreamFileContent] {
        var names: [HistoricFile: String] = [:]
        for (name, hash) in history.steps.flatMap(\.changes) {
            if let hash { names[HistoricFile(hash, named: name)] = name }
        }
        let read = concurrentMap(Array(names)) { file, name -> (HistoricFile, StreamFileContent)? in
            do { return (file, try StreamFileContent(history.contents[file.hash] ?? [], named: name)) } catch {
                // Every history has files with mistakes.
                return nil
            }
        }
        return Dictionary(uniqueKeysWithValues: read.compactMap { $0 })
    }
}

extension JSONValue {
    /// The names in `provide_values` of a stream's settings, by today's names.
    func attributeNames(_ vocabulary: Vocabulary) -> [String] {
        let names = self[path: ["producers", "metrics_platform_client", "provide_values"]]?.array ?? []
        return names.compactMap(\.string).map { vocabulary.word(named: $0)?.name ?? $0 }.distinct
    }
}
