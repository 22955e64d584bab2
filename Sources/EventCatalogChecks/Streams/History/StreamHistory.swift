package import EventCatalog
import EventSchema
import EventStreams
import EventSupport
import Foundation

/// Since when a folder has each of its streams, and each contextual attribute of a stream, by the commits of git; and
/// what it had once.
package struct StreamHistory: Sendable {
    /// Whether something is there, and since when.
    package enum State: Sendable, Hashable {
        /// It is in the newest commit and in the file.
        case present
        /// It is in the file, and not in the newest commit.
        case notCommitted
        /// It is in the newest commit, and not in the file.
        case removalNotCommitted
        /// A commit has removed it.
        case removed(HistoryCommit)
        /// It is in a file behind a link, of which nothing is known.
        case unknown

        /// The commit of a removal.
        package var removal: HistoryCommit? { if case .removed(let commit) = self { commit } else { nil } }
    }

    /// A stream or an attribute.
    package struct Entry: Sendable, Hashable {
        package let name: String
        /// The commit that brought it first; `nil` for none.
        package let first: HistoryCommit?
        package let state: State
    }

    /// A stream with its attributes.
    package struct Stream: Sendable {
        package let entry: Entry
        /// Those that the stream has, as written, then others in the order in which they came.
        package let attributes: [Entry]
        package let owner: String?
        package let expires: String?
    }

    /// The streams of the folder in its order, then those that it had, the last removed first.
    package let streams: [Stream]

    /// Reads the history of a folder along the first parents of `HEAD`.
    ///
    /// - Parameter folder: the folder as it is.
    /// - Throws: ``RevisionError`` when the folder is in no repository, or git cannot read it.
    package init(of folder: StreamFolder) throws {
        let timeline = try Revision.withTemporaryFolder { place in
            StreamTimeline(try FolderHistory(of: folder.directory, in: place), folder.project.vocabulary)
        }
        self.init(of: folder, timeline)
    }

    init(streams: [Stream]) { self.streams = streams }

    private init(of folder: StreamFolder, _ timeline: StreamTimeline) {
        let present = folder.streams.map { stream in
            let file = FileKind(ofEntry: stream.location(of: []).file)
            return Stream(stream, timeline.streams[stream.name], isLinked: file == .special)
        }
        let unreadable = Set(folder.unreadable.map { URL(fileURLWithPath: $0.location.file).lastPathComponent })
        let others = timeline.streams.filter { folder.stream(named: $0.key) == nil }.map { name, past in
            Stream(name, past, isUnreadable: unreadable.contains(past.file))
        }
        streams = present + others.sorted { $0.precedes($1) }
    }
}

extension StreamHistory.Stream {
    /// A stream of the folder.
    fileprivate init(_ stream: AuthoredStream, _ past: StreamTimeline.Stream?, isLinked: Bool) {
        func entry(_ name: String, _ span: StreamTimeline.Span?) -> StreamHistory.Entry {
            let isCommitted = span.map { $0.removal == nil } ?? false
            let state: StreamHistory.State = isLinked ? .unknown : isCommitted ? .present : .notCommitted
            return StreamHistory.Entry(name: name, first: span?.first, state: state)
        }
        let names = JSONValue.object(stream.authored).attributeNames(stream.vocabulary)
        let pasts = past?.attributes ?? []
        // Where a file cannot be read, nothing is known to be absent.
        let missing: StreamHistory.State = stream.isComplete ? .removalNotCommitted : .present
        self.init(
            entry: entry(stream.name, past?.span),
            attributes: names.map { name in entry(name, pasts.first { $0.name == name }?.span) }
                + pasts.filter { !names.contains($0.name) }.map { StreamHistory.Entry($0.name, $0.span, or: missing) },
            owner: stream.setting("owner")?.string, expires: stream.setting("expires")?.string)
    }

    /// A stream that the folder does not have.
    fileprivate init(_ name: String, _ past: StreamTimeline.Stream, isUnreadable: Bool) {
        let state: StreamHistory.State = isUnreadable ? .present : .removalNotCommitted
        self.init(
            entry: StreamHistory.Entry(name, past.span, or: state),
            attributes: past.attributes.map { StreamHistory.Entry($0.name, $0.span, or: state) }, owner: past.owner,
            expires: past.expires)
    }

    /// Whether the removal of this stream is later than that of another.
    fileprivate func precedes(_ other: StreamHistory.Stream) -> Bool {
        let (date, otherDate) = (entry.state.removal?.date, other.entry.state.removal?.date)
        if date == otherDate { return entry.name < other.entry.name }
        // What is not committed is later than any commit.
        guard let date else { return true }
        return otherDate.map { date > $0 } ?? false
    }
}

extension StreamHistory.Entry {
    /// What was removed by a commit; otherwise in the given state.
    fileprivate init(_ name: String, _ span: StreamTimeline.Span, or state: StreamHistory.State) {
        self.init(
            name: name, first: span.first, state: span.removal.map(StreamHistory.State.removed) ?? state)
    }
}
