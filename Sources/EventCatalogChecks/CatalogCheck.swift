public import EventCatalog
import EventSchema
public import EventStreams

/// The check of a project's streams, schemas and experiments: every finding in every file.
///
/// ```swift
/// let check = CatalogCheck(streams: "Streams", schemaRoots: ["Schemas"], experiments: "Experiments")
/// for finding in check.findings { print(finding) }
/// ```
public struct CatalogCheck: Sendable {
    /// The findings that no waiver covers, and those about waivers: first those in the file of a
    /// project, then the others, ordered by file, line and column.
    public let findings: [CatalogFinding]
    /// The findings that a waiver covers, in the same order.
    public let waived: [WaivedFinding]
    /// The number of files that were read.
    public let fileCount: Int
    /// The files that were read, except code.
    let files: [String]
    /// The folders that were checked.
    let folders: [String]
    /// The files that were read.
    let sources: SourceFiles

    /// Reads and checks the folders.
    ///
    /// - Parameters:
    ///   - streams: the folder of streams; `nil` when there are no streams to check. The default is `nil`.
    ///   - schemaRoots: the roots of schema repositories, searched in order. Without roots, streams may name base
    ///     schemas only. The default is no root.
    ///   - experiments: the folder of experiments and instruments; `nil` when there are no experiments to check. The
    ///     default is `nil`.
    ///   - asOf: the date by which a stream, an experiment or a waiver may have ended; `nil` when that is not checked.
    ///     The default is `nil`.
    /// - Complexity: linear in the size of the files.
    public init(
        streams: String? = nil, schemaRoots: [String] = [], experiments: String? = nil, asOf: UTCInstant? = nil
    ) {
        self.init(CatalogFolders(streams: streams, schemaRoots: schemaRoots, experiments: experiments), asOf: asOf)
    }

    /// Reads and checks the folders.
    ///
    /// - Parameters:
    ///   - folders: the folders.
    ///   - asOf: the date by which a stream, an experiment or a waiver may have ended; `nil` when that is not checked.
    ///     The default is `nil`.
    ///   - progress: called with what begins, such as “reading schemas”. The default ignores it.
    /// - Complexity: linear in the size of the files.
    public init(
        _ folders: CatalogFolders, asOf: UTCInstant? = nil, progress: (_ phase: String) -> Void = { _ in }
    ) {
        self.init(folders, in: SourceFiles(), asOf: asOf, progress: progress)
    }

    /// Checks the folders, with the files of a command.
    ///
    /// - Parameters:
    ///   - folders: the folders.
    ///   - sources: the files of the command.
    ///   - asOf: the date by which a stream, an experiment or a waiver may have ended.
    ///   - expiryNoticeDays: a number of days that counts in place of the project's.
    ///   - breaks: what is wrong between the versions of the schemas, and what a change does to experiments.
    ///   - progress: called with what begins.
    init(
        _ folders: CatalogFolders, in sources: SourceFiles, asOf: UTCInstant?, expiryNoticeDays: Int? = nil,
        adding breaks: [CatalogFinding] = [], progress: (_ phase: String) -> Void = { _ in }
    ) {
        progress("finding files and waivers")
        let files = folders.files(in: sources)
        let waivers = Waivers(in: files, of: sources)
        let code = folders.code.isEmpty ? nil : SourceCode(folders: folders.code, in: sources, progress)
        var project = folders.project(in: sources)
        project.expiryNoticeDays = expiryNoticeDays ?? project.expiryNoticeDays
        let misnamed = folders.misnamedProjects(in: sources)
        if misnamed.contains(where: { $0.severity == .error }) { project.doubtWords() }
        let all = project.judged(
            Self.findings(in: folders, files, project, sources, code, waivers, asOf, progress) + misnamed + breaks)
        let found = waivers.applied(to: all, asOf: asOf) {
            !Rule.comparisonRules.contains($0) && (!folders.code.isEmpty || !Rule.codeRules.contains($0))
        }
        findings = found.findings
        waived = found.waived
        fileCount = files.count + (code?.files.count ?? 0)
        (self.files, self.folders, self.sources) = (files, folders.all, sources)
    }

    /// Everything that is wrong, with what is waived, in no order.
    private static func findings(
        in folders: CatalogFolders, _ files: [String], _ project: Project, _ sources: SourceFiles, _ code: SourceCode?,
        _ waivers: Waivers, _ asOf: UTCInstant?, _ progress: (String) -> Void
    ) -> [CatalogFinding] {
        var findings: [CatalogFinding] = []
        func collect<Part>(_ read: () throws(CatalogError) -> Part) -> Part? {
            do { return try read() } catch {
                findings += error.findings
                return nil
            }
        }
        progress("reading schemas")
        let reading = collect { () throws(CatalogError) in
            try SchemaFolderReader(
                roots: folders.schemaRoots, isCheck: true, isForTools: true, in: sources)
        }
        let schemas = reading.map { SchemaRepository($0, roots: folders.schemaRoots) }
        progress("checking schemas")
        let checks = SchemaChecks(
            roots: folders.schemaRoots, schemas, in: sources, namesEachPlace: !folders.copies.isEmpty)
        let made = checks.filesMadeFromInvalid
        findings += (schemas?.findings ?? []).filter { $0.rule != .invalidSchema || !made.contains($0.location.file) }
        findings += checks.findings
        let expected = schemas.map { checks.expected.added(to: $0, reported: project.judged(checks.findings)) }
        findings += project.findings
        findings += ProjectChecks.findings(
            in: project, folders.schemaRoots.isEmpty ? nil : expected, files: files, of: folders.checked)
        progress("reading streams")
        var context: StreamCheckContext?
        if let streams = folders.streams,
            let folder = collect({ () throws(CatalogError) in
                try StreamFolder(directory: streams, of: project, in: sources)
            })
        {
            progress("checking streams")
            context = StreamCheckContext(folder, schemas: expected, asOf: asOf, waivers: waivers)
            findings += context?.findings ?? []
        }
        progress("checking experiments")
        let experiments = folders.experiments.flatMap { directory in
            collect { () throws(CatalogError) in
                try ExperimentFolder(directory: directory, of: project, in: sources)
            }
        }
        if let experiments {
            findings += ExperimentCheckContext(experiments, streams: context, schemas: expected, asOf: asOf).findings
        }
        if let context, let code { findings += CodeChecks.findings(in: code, context, experiments) }
        if let file = folders.filters {
            let filters = collect { () throws(CatalogError) in try NamedFilters(file: file, in: sources) }
            let found = filters?.findings ?? []
            findings += found + (filters?.document.map { AmbiguousText.all(in: $0).findings(beside: found) } ?? [])
        }
        if let file = folders.clientConfiguration {
            progress("checking the remote configuration")
            let check = collect { () throws(CatalogError) in try ClientConfigurationCheck(file: file, in: sources) }
            findings += check?.findings ?? []
        }
        return findings
    }
}
