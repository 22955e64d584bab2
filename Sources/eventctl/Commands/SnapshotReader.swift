import ArgumentParser
import EventCatalog
import EventCatalogChecks
import EventStreams
import EventSupport
import Foundation

/// Reads the sides that `streams diff` compares: of the folders of a project as they are, or in a commit.
struct SnapshotReader {
    /// The folder of streams.
    let streams: String
    /// The folder of experiments that the user has named.
    let experiments: String?

    /// The folder of experiments: the project's; without a project the one beside the folder of streams, or, where that
    /// is a link with none beside it, the one beside its target.
    var experimentFolder: String {
        if let experiments { return experiments }
        let project = Project(of: streams)
        if project.file != nil { return project.folders.experiments }
        let beside = Self.experiments(beside: streams)
        guard FileKind(at: beside) == .missing, Self.isLink(streams) else { return beside }
        return Self.experiments(beside: URL(fileURLWithPath: streams).resolvingSymlinksInPath().path)
    }

    private static func isLink(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
    }

    /// The folder `Experiments` beside a folder of streams. (Foundation's `deletingLastPathComponent` ends the process
    /// for a path of one character, such as `.`, on Linux.)
    static func experiments(beside streams: String) -> String {
        let name = streams.split(separator: "/").last ?? "."
        let isName = name != "." && name != ".."
        guard isName, let start = streams.range(of: name, options: .backwards)?.lowerBound else {
            return "\(streams)/../Experiments"
        }
        return "\(streams[..<start])Experiments"
    }

    /// The places that are compared: a commit `BASE` stands for the newest one that it has in common with the other
    /// side, and a range `A...B` or `A..B` has both sides.
    func places(_ base: String, _ head: String?) throws -> (before: String, after: String?) {
        guard Self.isCommit(base) else { return (base, head) }
        let range = RevisionRange(head.map { Self.isCommit($0) ? "\(base)...\($0)" : base } ?? base)
        do { return (try range.start(in: home), head ?? range.end) } catch { throw Self.unreadable(base, error) }
    }

    /// The folder in whose repository a commit is looked up.
    private var home: String {
        get throws(RevisionError) {
            try RevisionRange.home(of: Project(of: streams).file.map(FolderPath.above), [streams])
        }
    }

    private static func isCommit(_ place: String) -> Bool { place != "-" && FileKind(at: place) == .missing }

    /// A side of the comparison.
    struct Side {
        /// The streams, and of a commit or the folders as they are also the experiments and the project's words.
        let snapshot: ProjectSnapshot
        /// The errors in the files; none for the side before the change, whose errors do not count.
        var errors: [CatalogFinding] = []
        /// Whether the folder of streams of the call is there; `nil` for another folder, and for a response.
        var hasStreams: Bool?
    }

    /// Reads both sides.
    ///
    /// - Parameters:
    ///   - before: a folder of streams, a file with a response, or a commit.
    ///   - after: the same; `nil` for the folders as they are.
    ///   - date: the date by which the files after the change are checked.
    /// - Returns: the sides before and after the change.
    /// - Throws: `ExitCode` when files cannot be read, after their errors were printed; another error for a place that
    ///   cannot be read, and for a folder of streams that is there on no side.
    func sides(_ before: String, _ after: String?, asOf date: UTCInstant) throws -> (before: Side, after: Side) {
        let old = try side(before, checkedAsOf: nil, mayBeEmpty: true)
        // A folder that the change has removed is missing or empty.
        let new = try side(after, checkedAsOf: date, mayBeEmpty: old.hasStreams == true)
        let own = [old.hasStreams, new.hasStreams].compactMap(\.self)
        guard own.isEmpty || own.contains(true) || FileKind(at: streams) == .directory else { throw isNoFolder }
        return (old, new)
    }

    private var isNoFolder: CommandError {
        CommandError("\(streams) is not a folder; name the folder of streams with --streams")
    }

    private func side(_ place: String?, checkedAsOf date: UTCInstant?, mayBeEmpty: Bool) throws -> Side {
        let path = place ?? streams
        switch FileKind(at: path) {
        case .directory: return try side(ofFolder: path, isOwn: place == nil, date, mayBeEmpty)
        case .missing where place == nil:
            guard mayBeEmpty else { throw isNoFolder }
            return try side(ofFolder: nil, isOwn: true, date, mayBeEmpty)
        case .missing where path != "-": return try side(ofRevision: path, date)
        default:
            let vocabulary = Project(of: streams).vocabulary
            let response = try Streams.reading(path) { response throws(StreamConfigurationError) in
                try StreamSnapshot(response: response, vocabulary)
            }
            return Side(snapshot: ProjectSnapshot(response))
        }
    }

    /// Reads a folder of streams, and, if it is the one of the call, which may be gone, what belongs to it.
    private func side(
        ofFolder path: String?, isOwn: Bool, _ date: UTCInstant?, _ mayBeEmpty: Bool
    ) throws -> Side {
        let project = Project(of: path ?? streams)
        var folders = folders(path ?? streams, of: project)
        folders.streams = path
        if !isOwn { folders.experiments = nil }
        let snapshot = try Streams.reportingFindings(in: folders) {
            let hasWords = isOwn || project.file != nil
            let streams = try path.map {
                try StreamSnapshot(
                    directory: $0, of: nil, mayBeEmpty: isOwn && mayBeEmpty,
                    schemaRoots: hasWords ? folders.schemaRoots : [])
            }
            let experiments = try folders.experiments.map { try ExperimentSnapshot(directory: $0) }
            return ProjectSnapshot(
                streams ?? .empty, experiments ?? (isOwn ? .empty : nil),
                hasWords ? ProjectWordsSnapshot(project, in: folders, streams ?? .empty, experiments) : nil)
        }
        return Side(
            snapshot: snapshot, errors: date.map { ProjectSnapshot.errors(in: folders, asOf: $0) } ?? [],
            hasStreams: isOwn ? path != nil : nil)
    }

    /// The folders that belong to a folder of streams. A folder of experiments that nobody named may be missing.
    private func folders(_ streams: String, of project: Project) -> CatalogFolders {
        func isThere(_ folder: String) -> Bool { FileKind(at: folder) != .missing }
        let beside = CatalogFolders(ofProject: FolderPath.above(streams)).schemaRoots
        let experiments = experiments != nil || isThere(experimentFolder) ? experimentFolder : nil
        var folders = CatalogFolders(
            streams: streams, schemaRoots: project.file == nil ? beside : project.folders.schemas.filter(isThere),
            experiments: experiments)
        folders.projectFile = project.file
        return folders
    }

    // MARK: - Commits

    private func side(ofRevision revision: String, _ date: UTCInstant?) throws -> Side {
        if let experiments, FileKind(at: experiments) != .directory {
            throw CommandError("\(experiments) is not a folder; name the folder of experiments with --experiments")
        }
        do {
            let commit = Revision(revision, of: try home)
            let former = try FormerProject(of: streams, in: commit)
            var folders = former.map { $0.folders(streams, experiments) } ?? today
            do { return try side(folders, in: commit, revision, date) } catch is RevisionError where date == nil {
                // A submodule of schemas may lack its commit, and the schemas before a change are not checked.
                folders.schemaRoots = []
                return try side(folders, in: commit, revision, date)
            }
        } catch let error as RevisionError {
            throw Self.unreadable(revision, error)
        }
    }

    /// Reads folders of a commit, by their paths in the working tree.
    private func side(
        _ folders: CatalogFolders, in commit: Revision, _ revision: String, _ date: UTCInstant?
    ) throws -> Side {
        try commit.withCopies(
            of: folders.all, withFileBeside: SchemaToolsSettings.fileName,
            files: [folders.projectFile].compactMap(\.self)
        ) { copies in
            // A folder that is in no repository and is gone has no copy.
            var copied = folders.moved { copies[$0].flatMap { FileKind(at: $0) == .directory ? $0 : nil } }
            copied.projectFile = folders.projectFile.flatMap { copies[$0] }
            copied.copies = copies
            return try side(of: copied, revision, date)
        }
    }

    /// The folders of today, for a commit without a file of the project.
    private var today: CatalogFolders {
        CatalogFolders(
            streams: streams, schemaRoots: folders(streams, of: Project(of: streams)).schemaRoots,
            experiments: experimentFolder)
    }

    /// Reads the copies of folders. Errors name the folder in its commit.
    private func side(of copied: CatalogFolders, _ revision: String, _ date: UTCInstant?) throws -> Side {
        let named = Dictionary(uniqueKeysWithValues: copied.copies.map { ("\(revision):\($0)", $1) })
        var project = copied.projectFile.map { Project(file: $0) } ?? .platform
        project.copies = copied.copies
        do {
            let streams =
                try copied.streams.map {
                    try StreamSnapshot(
                        directory: $0, of: project, mayBeEmpty: true, schemaRoots: copied.schemaRoots)
                } ?? .empty
            let experiments =
                try copied.experiments.map {
                    try ExperimentSnapshot(directory: $0, named: $0.moved(named), of: project)
                } ?? .empty
            let snapshot = ProjectSnapshot(
                streams, experiments,
                ProjectWordsSnapshot(project, in: copied, streams, experiments, copies: copied.copies))
            let errors = date.map { ProjectSnapshot.errors(in: copied, asOf: $0) } ?? []
            return Side(
                snapshot: snapshot, errors: errors.map { $0.moved(named) }, hasStreams: copied.streams != nil)
        } catch let error as CatalogError {
            Output.errorLines("\(error)".moved(named))
            throw ExitCode.findings
        }
    }

    /// The error of a commit. A name that is unknown may be meant for a folder or a file.
    private static func unreadable(_ place: String, _ error: RevisionError) -> CommandError {
        guard error.isUnknownName else { return CommandError("\(error)") }
        return CommandError("'\(place)' is neither a folder nor a file, and no commit: \(error)")
    }
}
