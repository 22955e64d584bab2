public import EventSchema
public import EventStreams

/// The streams of a folder or of a compiled response at one time, to be compared with those of another.
public struct StreamSnapshot: Sendable {
    /// The settings by name or pattern. Without `stream` and computed topics, which follow from the name, and without
    /// null, which clients take as absent; empty maps are empty lists, as in a response.
    let streams: JSONObject
    /// The streams as clients read them.
    let configurations: StreamConfigurations
    /// Whether the settings for authors are there: a response has no owners and no dates of expiry.
    let hasAuthoringSettings: Bool

    private init(_ streams: JSONObject, hasAuthoringSettings: Bool) {
        self.streams = streams
        self.hasAuthoringSettings = hasAuthoringSettings
        configurations = StreamConfigurations(streams: streams)
    }

    /// No streams, as before the first.
    public static let empty = StreamSnapshot([:], hasAuthoringSettings: true)

    /// Reads a folder of streams.
    ///
    /// - Parameters:
    ///   - directory: the folder.
    ///   - isHistory: whether the folder is of the past. Of such a folder, a mistake in a setting is no error. The
    ///     default is `false`.
    /// - Throws: ``CatalogError`` with the errors of the folder; of the past, with the files that cannot be read.
    public init(directory: String, isHistory: Bool = false) throws(CatalogError) {
        let folder = try StreamFolder(directory: directory)
        let context = StreamCheckContext(
            folder, StreamConfigurations(streams: folder.settings), schemas: nil, asOf: nil)
        let findings = isHistory ? folder.findings : context.findings
        let errors = findings.filter { finding in
            isHistory ? Rule.documentRules.contains(finding.rule) : finding.rule.severity == .error
        }
        guard errors.isEmpty else { throw CatalogError(errors) }
        var streams = JSONObject()
        for stream in folder.streams {
            var settings = stream.authored
            settings["stream"] = nil
            streams[stream.name] = JSONValue.object(settings).comparable
        }
        self.init(streams, hasAuthoringSettings: true)
    }

    /// Reads a response of the stream configuration API, such as one that `eventctl streams compile` wrote.
    ///
    /// - Throws: `StreamConfigurationError` when the document is no response with streams.
    public init(response: JSONValue) throws(StreamConfigurationError) {
        let entries = try APIEntries(response: response).entries
        var streams = JSONObject()
        for (name, settings) in entries {
            var settings = settings
            settings["stream"] = nil
            streams[name] = JSONValue.object(settings).comparable
        }
        self.init(streams, hasAuthoringSettings: false)
    }

    /// The settings of a stream; none where it is absent.
    func settings(of name: String) -> JSONObject { streams[name]?.object ?? [:] }
}

extension JSONValue {
    /// The value without members that are null, and with empty maps inside as empty lists.
    fileprivate var comparable: JSONValue {
        switch self {
        case .object(let members):
            .object(
                JSONObject(
                    members.compactMap { name, value in
                        value.isNull ? nil : (name, value.object?.isEmpty == true ? [] : value.comparable)
                    }))
        default: self
        }
    }
}
