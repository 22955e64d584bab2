public import EventSchema

/// The configuration of all streams of one fetch: an immutable snapshot.
///
/// Streams are read one by one and field by field. A stream with a broken setting is quarantined alone, with the path
/// of every setting that is wrong; all other streams work.
public struct StreamConfigurations: Sendable {
    /// The entry of a key: a stream, or the mark of a broken one.
    private enum Entry {
        case loaded(StreamConfiguration)
        case quarantined

        func mapped(_ change: (StreamConfiguration) -> StreamConfiguration) -> Entry {
            if case .loaded(let stream) = self { .loaded(change(stream)) } else { self }
        }
    }

    /// Every entry by its key, patterns included.
    private var exact: [String: Entry] = [:]
    /// Patterns are tried in the order of the response.
    private var patterns: [(key: String, pattern: StreamNamePattern, entry: Entry)] = []
    /// The usable streams, in the order of the response.
    public private(set) var streams: [StreamConfiguration] = []
    /// The keys of the usable streams, in order: plain names, and patterns starting with `/`.
    public private(set) var names: [String] = []
    /// The streams that are not used, and why.
    public private(set) var quarantined: [QuarantinedStream] = []
    /// Mistakes in the settings of usable streams: invalid curation rules, a malformed `sample`, a missing
    /// `schema_title`.
    public private(set) var diagnostics: [StreamIssue] = []

    /// Reads a response of the stream configuration API: `{"streams": {name: settings, …}}`.
    ///
    /// ```swift
    /// let streams = try StreamConfigurations(response: JSONValue(parsing: text))
    /// let isInSample = streams["app.toolbar"]?.sampling.includes(identifier: sessionID) ?? false
    /// ```
    ///
    /// Other members beside `streams` are ignored. An empty `streams` may be an object or a list.
    ///
    /// - Throws: ``StreamConfigurationError`` when the document is not such a response. For an error of the API, it has
    ///   the API's code and message.
    public init(response: JSONValue) throws(StreamConfigurationError) {
        guard let document = response.object else {
            let kind = response.typeName
            throw StreamConfigurationError(.notAnObject, "the response must be a JSON object, it is of type \(kind)")
        }
        switch document["streams"] {
        case .object(let streams): self.init(streams: streams)
        case .array(let elements) where elements.isEmpty: self.init(streams: [:])
        case let other?:
            let kind = other.typeName
            throw StreamConfigurationError(.streamsNotAnObject, "`streams` must be an object, it is of type \(kind)")
        case nil: throw .withoutStreams(document)
        }
    }

    /// Reads the bare map from stream name, or pattern, to settings.
    ///
    /// - Complexity: linear in the size of the settings.
    public init(streams: JSONObject) {
        for (key, value) in streams { add(key, value) }
    }

    private mutating func add(_ key: String, _ value: JSONValue) {
        var reader = SettingsReader(stream: key)
        let root = SettingsField(value)
        var pattern: StreamNamePattern?
        if key.hasPrefix("/") {
            do { pattern = try StreamNamePattern(key) } catch { reader.reject(root, error.description) }
        }
        if value.isNull { reader.reject(root, "must be an object, is null") }
        if key.utf8.contains(0) { reader.reject(root, "has a NUL character in its name, which no store can keep") }
        let stream = StreamConfiguration(
            .init(key: key, settings: reader.map(root), pattern: pattern, reader: &reader))
        let entry: Entry
        if reader.broken.isEmpty {
            entry = .loaded(stream)
            streams.append(stream)
            names.append(key)
            diagnostics += reader.remarks
        } else {
            entry = .quarantined
            quarantined.append(QuarantinedStream(name: key, issues: reader.broken, remarks: reader.remarks))
        }
        exact[key] = entry
        if let pattern { patterns.append((key, pattern, entry)) }
    }

    /// The usable stream of that name: the entry with exactly this key, else the first whose pattern matches.
    ///
    /// A name that belongs to a quarantined entry has no stream; it does not fall to a later pattern. An entry's
    /// pattern is its own exact key too, whatever it matches.
    ///
    /// - Complexity: constant for an exact name; otherwise one search per pattern.
    public subscript(name: String) -> StreamConfiguration? {
        if case .loaded(let stream) = entry(for: name) { stream } else { nil }
    }

    /// Whether the name belongs to an entry whose settings are broken; see ``quarantined``.
    public func isQuarantined(_ name: String) -> Bool {
        if case .quarantined = entry(for: name) { true } else { false }
    }

    /// The key of the entry for a name, usable or quarantined: the name itself, or a pattern that matches it; `nil` for
    /// an unknown name.
    public func key(of name: String) -> String? {
        exact[name] == nil ? patterns.first { $0.pattern.matches(name) }?.key : name
    }

    /// Whether an entry may match names other than its key.
    package var hasPatterns: Bool { !patterns.isEmpty }

    /// The keys of the patterns that match a name, in the order of the response, whether or not they are usable.
    ///
    /// - Complexity: one search per pattern.
    package func patterns(matching name: String) -> [String] {
        patterns.filter { $0.pattern.matches(name) }.map(\.key)
    }

    /// The pairs of patterns of which one name may match both, each in the order of the response.
    ///
    /// - Complexity: quadratic in the number of patterns.
    package var overlappingPatterns: [(first: String, second: String)] {
        patterns.indices.flatMap { index in
            patterns[(index + 1)...].filter { $0.pattern.mayShareNames(with: patterns[index].pattern) }
                .map { (patterns[index].key, $0.key) }
        }
    }

    /// The same streams, whose events carry none of some attributes, whatever `provide_values` lists.
    ///
    /// - Complexity: linear in the number of streams.
    package func hiding(_ attributes: Set<ContextualAttribute>) -> StreamConfigurations {
        guard !attributes.isEmpty else { return self }
        return mapped { $0.hiding(attributes) }
    }

    /// The same streams with everyone in their samples: each rate is 1, as for development.
    ///
    /// - Complexity: linear in the size of the settings.
    package var withEveryoneInSample: StreamConfigurations { mapped(\.withEveryoneInSample) }

    private func mapped(_ change: (StreamConfiguration) -> StreamConfiguration) -> StreamConfigurations {
        var mapped = self
        mapped.exact = exact.mapValues { $0.mapped(change) }
        mapped.patterns = patterns.map { ($0.key, $0.pattern, $0.entry.mapped(change)) }
        mapped.streams = streams.map(change)
        return mapped
    }

    /// The number of usable streams.
    public var count: Int { streams.count }

    private func entry(for name: String) -> Entry? {
        if let entry = exact[name] { return entry }
        return patterns.first { $0.pattern.matches(name) }?.entry
    }
}

extension StreamConfigurationError {
    /// The error for a document without streams: the API's refusal, or anything else.
    fileprivate static func withoutStreams(_ document: JSONObject) -> StreamConfigurationError {
        guard let error = document["error"] else {
            return StreamConfigurationError(.streamsMissing, "the response has no `streams` member")
        }
        let code = error["code"]?.string
        let info = error["info"]?.string ?? "no reason given"
        let message = "the stream configuration API refused the request: \(code ?? "no code"): \(info)"
        return StreamConfigurationError(.refused, message, apiCode: code)
    }
}
