import ArgumentParser
import EventCatalog
import EventCatalogChecks
import EventStreams
import EventSupport
import Foundation

/// Reads the snapshots that `streams diff` compares: of the folders of a project as they are, or in a commit.
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
        do { return (try range.start(in: streams), head ?? range.end) } catch { throw Self.notFound(base, error) }
    }

    private static func isCommit(_ place: String) -> Bool { place != "-" && FileKind(at: place) == .missing }

    /// Reads a place.
    ///
    /// - Parameters:
    ///   - place: a folder of streams, a file with a response, or a commit; `nil` for the folders as they are.
    ///   - isHistory: whether the place is the one before the change, whose errors do not count.
    /// - Returns: the streams, and the experiments of a commit or of the folders as they are.
    /// - Throws: `ExitCode` when files cannot be read, after their errors were printed; another error for a place that
    ///   cannot be read.
    func snapshot(_ place: String?, isHistory: Bool) throws -> ProjectSnapshot {
        let path = place ?? streams
        switch FileKind(at: path) {
        case .directory:
            let streams = try Streams.reportingFindings(in: CatalogFolders(streams: path)) {
                try StreamSnapshot(directory: path, isHistory: isHistory)
            }
            return ProjectSnapshot(streams, place == nil ? try presentExperiments() : nil)
        case .missing where path != "-": return try snapshot(ofRevision: path, isHistory: isHistory)
        default:
            return try Streams.reading(path) { response throws(StreamConfigurationError) in
                ProjectSnapshot(try StreamSnapshot(response: response, Project(of: streams).vocabulary))
            }
        }
    }

    /// The experiments as they are. A folder that nobody named may be missing.
    private func presentExperiments() throws -> ExperimentSnapshot {
        let folder = experimentFolder
        if experiments == nil, FileKind(at: folder) == .missing { return .empty }
        return try Streams.reportingFindings(in: CatalogFolders(experiments: folder)) {
            try ExperimentSnapshot(directory: folder)
        }
    }

    // MARK: - Commits

    private func snapshot(ofRevision revision: String, isHistory: Bool) throws -> ProjectSnapshot {
        guard FileKind(at: streams) == .directory else {
            throw CommandError("\(streams) is not a folder; name the folder of streams with --streams")
        }
        if let experiments, FileKind(at: experiments) != .directory {
            throw CommandError("\(experiments) is not a folder; name the folder of experiments with --experiments")
        }
        do {
            let file = Project(of: streams).file
            return try Revision(revision, of: file.map(FolderPath.above)).withCopies(
                of: [streams, experimentFolder], files: [file].compactMap { $0 }
            ) { copies in
                var project = file.flatMap { copies[$0] }.map { Project(file: $0) } ?? .platform
                project.copies = copies
                return ProjectSnapshot(
                    try read(streams, revision, copies, or: .empty) { copy, name in
                        try StreamSnapshot(directory: copy, of: project, isHistory: isHistory, named: name)
                    },
                    try read(experimentFolder, revision, copies, or: .empty) { copy, name in
                        try ExperimentSnapshot(directory: copy, isHistory: isHistory, named: name, of: project)
                    })
            }
        } catch let error as RevisionError {
            throw Self.notFound(revision, error)
        }
    }

    private static func notFound(_ place: String, _ error: RevisionError) -> CommandError {
        CommandError("'\(place)' is neither a folder nor a file, and no commit: \(error)")
    }

    /// Reads the copy of a folder. Errors name the folder in its commit.
    private func read<Snapshot>(
        _ folder: String, _ revision: String, _ copies: [String: String], or missing: Snapshot,
        _ read: (_ copy: String, _ name: String) throws -> Snapshot
    ) throws -> Snapshot {
        guard let copy = copies[folder] else { return missing }
        let name = "\(revision):\(folder)"
        do { return try read(copy, name) } catch let error as CatalogError {
            Output.errorLines("\(error)".replacingOccurrences(of: copy, with: name))
            throw ExitCode.findings
        }
    }
}
