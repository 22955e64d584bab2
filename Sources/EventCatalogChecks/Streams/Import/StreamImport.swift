import EventCatalog
public import EventSchema
public import EventStreams

/// A response of the stream configuration API as files of YAML that a person would write.
///
/// Compiling the files gives the same settings for every stream, in the same order. What all streams begin with is in
/// `defaults.yaml`, if at least half of them have the same value; `stream` and `topics` are left out where compiling
/// adds the same. Streams are in files by the first part of their names, patterns in `patterns.yaml`, and streams whose
/// first part occurs once in `other.yaml`; within a file they keep the response's order.
public struct StreamImport: Sendable {
    /// A file of streams.
    public struct File: Sendable, Hashable {
        /// The name, such as `search.yaml`.
        public let name: String
        /// The YAML.
        public let text: String
    }

    /// The files, ordered by name.
    public let files: [File]
    /// What could not be taken over as it is, a sentence each.
    public let remarks: [String]
    /// The number of streams in the files.
    public let streamCount: Int

    /// Imports a response.
    ///
    /// - Parameters:
    ///   - response: the response, `{"streams": {…}}`.
    ///   - sharesDefaults: whether common settings go into `defaults.yaml`. The default is `true`.
    /// - Throws: `StreamConfigurationError` when the document is not a response with streams.
    public init(response: JSONValue, sharesDefaults: Bool = true) throws(StreamConfigurationError) {
        let reading = try APIEntries(response: response)
        let entries = reading.entries.filter(Self.isWritable)
        let common = CommonSettings(of: sharesDefaults ? entries.map(\.settings) : [])
        var files = Self.groups(of: entries.map(\.name)).map { name, members in
            let streams = members.map { entries[$0] }.map { name, settings in
                YAMLWriter.text(of: .object([name: .object(common.own(of: settings))]))
            }
            return File(name: name, text: streams.joined(separator: "\n"))
        }
        if !common.defaults.isEmpty {
            files.append(
                File(name: "defaults.yaml", text: Self.heading + YAMLWriter.text(of: .object(common.defaults))))
        }
        self.files = files.sorted { $0.name < $1.name }
        remarks =
            reading.remarks + Self.authoringRemarks(of: entries)
            + reading.entries.filter { !Self.isWritable($0) }.map {
                "“\($0.name)” is left out: a text in it has a NUL character, which a reader of YAML would lose."
            }
        streamCount = entries.count
    }

    private static func isWritable(_ entry: (name: String, settings: JSONObject)) -> Bool {
        YAMLWriter.isExact(.object([entry.name: .object(entry.settings)]))
    }

    private static let heading = """
        # Settings that every stream starts from. A stream's own setting replaces the one here; maps are merged key by
        # key, lists are replaced whole.

        """

    /// The places of the streams of each file, by the file's name.
    private static func groups(of names: [String]) -> [String: [Int]] {
        var groups: [String: [Int]] = [:]
        for (place, name) in names.enumerated() { groups[group(of: name), default: []].append(place) }
        var files: [String: [Int]] = [:]
        for (group, members) in groups {
            let isSmall = members.count == 1 && group != "patterns" || ["", "defaults"].contains(group)
            files[isSmall ? "other.yaml" : "\(group).yaml", default: []] += members
        }
        return files.mapValues { $0.sorted() }
    }

    /// Patterns are tried in order, so they stay together.
    private static func group(of name: String) -> String {
        if name.hasPrefix("/") { return "patterns" }
        let first = name.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
        return first.lowercased()
    }

    private static func authoringRemarks(of entries: [(name: String, settings: JSONObject)]) -> [String] {
        (AuthoredStream.authoringSettings.map { [$0] } + StreamConsumers.paths).compactMap { path in
            let streams = entries.filter { JSONValue.object($0.settings)[path: path] != nil }
            guard let first = streams.first else { return nil }
            let others = streams.count > 1 ? " and \(streams.count - 1) more" : ""
            let setting = path.joined(separator: ".")
            return "“\(setting)” of “\(first.name)”\(others) is for authors: compiling leaves it out."
        }
    }
}
