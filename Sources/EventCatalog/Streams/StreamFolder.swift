package import EventSchema
package import EventStreams

extension Rule {
    package static let duplicateStream = Rule(
        "duplicate-stream", .error, "Two files have a stream of the same name, or there are two files of defaults.",
        reason: "Only one of the two can be used.",
        mistake: ["Streams/reading.yaml": RuleExample.stream(), "Streams/search.yaml": RuleExample.stream()],
        corrected: ["Streams/search.yaml": RuleExample.stream()])

    package static let otherStreamName = Rule(
        "other-stream-name", .error, "The setting stream differs from the name of the stream.",
        reason: "It is ignored: the name in front of the settings is the stream's name.",
        mistake: .setting("stream: app.find"), corrected: .search)
}

/// The files of a folder of streams. A file or a stream that cannot be read is a finding; the others are there.
package struct StreamFolder: Sendable {
    /// The folder, as the caller spelled it.
    package let directory: String
    /// The project that the folder belongs to.
    package let project: Project
    /// The streams, in the order of the files' names, then as written. Of two with one name, the first.
    package private(set) var streams: [AuthoredStream] = []
    /// The streams as clients read them.
    package private(set) var configurations = StreamConfigurations(streams: [:])
    /// All settings as written: the defaults, and those of each stream, also of one that an earlier file has.
    package private(set) var blocks: [SettingsBlock] = []
    /// What is wrong with the files.
    package private(set) var findings: [CatalogFinding] = []
    /// The file with the defaults.
    package private(set) var defaults: SourceDocument?
    /// Whether the file with the defaults could be read, or there is none.
    private var knowsDefaults = true
    private var positions: [String: Int] = [:]

    /// - Parameters:
    ///   - directory: the folder.
    ///   - mayBeEmpty: whether the folder may have no YAML files. The default is `false`.
    ///   - project: the project that the folder belongs to. The default is the one whose file names it.
    ///   - files: the files of the command. The default is those of this folder alone.
    /// - Throws: ``CatalogError`` when the folder cannot be listed or has no YAML files.
    package init(
        directory: String, mayBeEmpty: Bool = false, of project: Project? = nil,
        in files: SourceFiles = SourceFiles()
    ) throws(CatalogError) {
        self.directory = directory
        self.project = project ?? Project(of: directory, in: files)
        findings += self.project.findings
        let folder: YAMLFolder
        do { folder = try YAMLFolder(directory, holding: "stream", mayBeEmpty: mayBeEmpty, in: files) } catch {
            // A project's file that cannot be read may name another folder.
            throw CatalogError(self.project.findings + error.findings)
        }
        findings += folder.findings
        var documents: [(document: SourceDocument, misplaced: MisplacedEntries)] = []
        let hasDefaults = folder.names.contains(where: StreamFileContent.areDefaults)
        for (name, result) in zip(folder.names, files.checkedDocuments(in: folder.paths)) {
            do {
                let document = try result.get()
                findings += document.findings
                if StreamFileContent.areDefaults(inFileNamed: name) {
                    addDefaults(document)
                    continue
                }
                let misplaced = MisplacedEntries(among: document)
                findings += misplaced.findings
                if misplaced.areDefaults {
                    if !hasDefaults { addDefaults(document) }
                } else {
                    documents.append((document, misplaced))
                }
            } catch {
                findings += error.findings
                if StreamFileContent.areDefaults(inFileNamed: name) { knowsDefaults = false }
            }
        }
        for (document, misplaced) in documents { add(document, without: misplaced.names) }
        configurations = StreamConfigurations(streams: settings)
    }

    /// The settings of every stream as the API responds with them.
    package var settings: JSONObject {
        var all = JSONObject()
        for stream in streams { all.insert(.object(stream.settings), forNewName: stream.name) }
        return all
    }

    /// The names of all streams, in the order of the files.
    package var names: [String] { streams.map(\.name) }

    /// The stream of exactly that name or pattern.
    package func stream(named name: String) -> AuthoredStream? { positions[name].map { streams[$0] } }

    /// The stream of that name, or the pattern that matches it.
    package func stream(for name: String) -> AuthoredStream? {
        stream(named: name) ?? configurations.key(of: name).flatMap(stream(named:))
    }

    /// The files of streams that cannot be read, whose streams are missing.
    package var unreadable: [CatalogFinding] { findings.filter { Rule.documentRules.contains($0.rule) } }

    /// The folder with settings in other places than where they are written. Their locations stay those in the text.
    ///
    /// - Parameter moves: the moves in a block of settings, with paths in it.
    /// - Returns: `nil` when nothing is moved.
    package func moving(_ moves: (SettingsBlock) -> [SourceDocument.Move]) -> StreamFolder? {
        let all = blocks.map(moves)
        var documents: [String: SourceDocument] = [:]
        for (block, moves) in zip(blocks, all) where !moves.isEmpty {
            let document = documents[block.document.file] ?? block.document
            documents[document.file] = document.moving(moves.map { $0.below(block.path) })
        }
        guard !documents.isEmpty else { return nil }
        func moved(_ document: SourceDocument) -> SourceDocument { documents[document.file] ?? document }
        var folder = self
        folder.defaults = defaults.map(moved)
        folder.blocks = zip(blocks, all).map { block, moves in
            let value = moves.reduce(block.value) { $0.applying($1) }
            return SettingsBlock(value: value, path: block.path, document: moved(block.document))
        }
        folder.streams = streams.map { stream in
            let file = moved(stream.file)
            return AuthoredStream(
                name: stream.name, file.value[stream.name]?.object ?? stream.own, file: file,
                defaults: stream.defaults == nil ? nil : folder.defaults, vocabulary: stream.vocabulary,
                isComplete: stream.isComplete)
        }
        folder.configurations = StreamConfigurations(streams: folder.settings)
        return folder
    }

    // MARK: - Files

    private mutating func addDefaults(_ document: SourceDocument) {
        guard isMap(document.value, at: [], of: document, "the default settings") else {
            knowsDefaults = false
            return
        }
        if let first = defaults {
            return findings.add(
                .duplicateStream, SourceLocation(file: document.file), "\(first.file) has defaults too.",
                remedy: "Keep them in one file.")
        }
        defaults = document
        let misplaced = MisplacedEntries(amongDefaults: document)
        findings += misplaced.findings
        blocks.append(SettingsBlock(value: .object(misplaced.others), path: [], document: document))
        if document.value["stream"] != nil {
            findings.add(
                .otherStreamName, document.location(at: ["stream"]), "The defaults of all streams have a name.",
                remedy: "Remove the line.")
        }
    }

    private mutating func add(_ document: SourceDocument, without misplaced: Set<String>) {
        guard isMap(document.value, at: [], of: document, "a map from stream names to settings") else { return }
        for (name, settings) in document.value.object ?? [:] where !misplaced.contains(name) {
            guard isMap(settings, at: [name], of: document, "the settings of a stream") else { continue }
            blocks.append(SettingsBlock(value: settings, path: [name], document: document))
            if let first = stream(named: name) {
                findings.add(
                    .duplicateStream, document.location(at: [name]),
                    "The stream “\(name)” is in \(first.location(of: [])) too.", remedy: "Keep it in one file.")
                continue
            }
            positions[name] = streams.count
            streams.append(
                AuthoredStream(
                    name: name, settings.object ?? [:], file: document, defaults: defaults,
                    vocabulary: project.vocabulary,
                    isComplete: knowsDefaults && document.isComplete(at: [name]) && defaults?.isComplete() != false))
        }
    }

    private mutating func isMap(
        _ value: JSONValue, at path: [String], of document: SourceDocument, _ what: String
    ) -> Bool {
        guard value.object == nil else { return true }
        if path.last?.unicodeScalars.first?.isOtherSpace == true {
            findings.add(
                .invalidSetting, document.location(at: path), YAMLLine.otherSpaceProblem,
                remedy: YAMLLine.otherSpaceRemedy)
            return false
        }
        let lacksSpace = value.string?.contains(":") == true
        findings.add(
            .invalidSetting, document.location(at: path), "This must be \(what); it is \(value.spelling).",
            remedy: lacksSpace
                ? "Write a space after the colon." : "Write names and values, one under the other.")
        return false
    }
}

/// A map of settings: the defaults, or those of a stream.
package struct SettingsBlock: Sendable {
    package let value: JSONValue
    /// The path of the block in its document.
    package let path: [String]
    package let document: SourceDocument
}

extension StreamFolder {
    /// Whether every entry of every file could be read, so that a stream that is missing is in no file.
    package var isComplete: Bool {
        !findings.contains {
            (Rule.stopRules + [.unresolvedAlias, .misplacedEntry, .invalidSetting]).contains($0.rule)
        }
    }
}

extension StreamConfigurations {
    /// The usable entry of exactly that name or pattern.
    package func exactly(_ key: String) -> StreamConfiguration? { self.key(of: key) == key ? self[key] : nil }
}
