import EventCatalog
import EventSchema

extension Rule {
    static let settingType = Rule(
        "setting-type", .error, "A setting has a value of the wrong type.",
        reason: "The intake or a consumer ignores the setting or fails. Only plain true and false are booleans.",
        mistake: .setting("canary_events_enabled: no"), corrected: .setting("canary_events_enabled: false"))
}

/// The types of settings that clients do not read. `ReadingChecks` reports those that they do.
enum SettingTypeChecks {
    private enum Kind {
        case flag, text, texts, map, header, consumers

        var expected: String {
            switch self {
            case .flag: "true or false"
            case .text: "a text"
            case .texts: "a list of texts"
            case .map, .consumers: "a map of names and values"
            case .header: "the name of a request header, or false"
            }
        }

        /// Whether a value fits. An empty map may be written `[]`, since the API writes it so.
        func admits(_ value: JSONValue) -> Bool {
            switch self {
            case .flag: value.bool != nil
            case .text: value.string != nil
            case .texts: value.array?.allSatisfy { $0.string != nil } == true
            case .map, .consumers: value.object != nil || value.array?.isEmpty == true
            case .header: value.string != nil || value == false
            }
        }

        var remedy: String {
            switch self {
            case .flag: "Write true or false, without quotes."
            case .text: "Write a text, in quotes if it looks like a number, true or false."
            case .texts: "Write texts one below the other, each after “- ”."
            case .map: "Write names and values below it, each in a line, such as “name: value”."
            case .header: "Write the name of a header, such as x-request-id, or false for no value."
            case .consumers:
                "Write who reads the events below \(StreamConsumers.kinds.enumerated), each name after “- ”; a program "
                    + "has a map of its settings."
            }
        }
    }

    /// The settings by path; `*` is any name.
    private static let kinds: [(path: [String], kind: Kind)] = [
        (["canary_events_enabled"], .flag), (["description"], .text), (["owner"], .text), (["links"], .map),
        (["links", "*"], .text),
        (["message_key_fields"], .map), (["message_key_fields", "*"], .text),
        (["producers", "eventgate", "enrich_fields_from_http_headers"], .map),
        (["producers", "eventgate", "enrich_fields_from_http_headers", "*"], .header),
        (["producers", "eventgate", "use_edge_uniques"], .flag),
        (["producers", "*"], .map), (["producers", "mediawiki_eventbus", "enabled"], .flag),
        (["producers", "mediawiki_eventbus", "event_service_name"], .text),
        (["producers", "metrics_platform_client", "events"], .texts),
        (["producers", "metrics_platform_client", "stream_name"], .text),
        (["producers", "test_kitchen", "is_test_kitchen_stream"], .flag),
        (["consumers"], .consumers), (["consumers", "*"], .consumers), (["consumers", "*", "enabled"], .flag),
        (["consumers", "*", "job_name"], .text), (["consumers", "*", "spark_job_ingestion_scale"], .text),
    ]

    /// The lists in a block of programs.
    private static let lists = StreamConsumers.paths.map { (path: $0, kind: Kind.texts) }

    static func findings(in context: StreamCheckContext) -> [CatalogFinding] {
        context.folder.blocks.flatMap { findings(in: $0.value, at: $0.path, of: $0.document) }
    }

    /// A finding for every value of a wrong type.
    private static func findings(in settings: JSONValue, at root: [String], of document: SourceDocument)
        -> [CatalogFinding]
    {
        (kinds + lists).flatMap { pattern, kind in
            let values = settings.values(at: pattern[...]).filter { path, value in
                !value.isNull && !kind.admits(value) && (path == pattern || !StreamConsumers.paths.contains(path))
            }
            return values.filter { !isCheckedElsewhere($0.path) }.map { path, value in
                let place = document.location(at: root + path)
                return CatalogFinding(
                    .settingType, place,
                    "\(path.joined(separator: ".")) must be \(kind.expected); it is \(value.spelling).",
                    remedy: kind.remedy, edits: edits(of: value, to: kind, in: document, at: place))
            }
        }
    }

    /// Whether the value has a finding of another check: of `ReadingChecks`, or of ``SettingNameChecks`` for a name
    /// that is not a program's.
    private static func isCheckedElsewhere(_ path: [String]) -> Bool {
        guard let block = [SettingBlock.producers, .consumers].first(where: { $0.path == path.dropLast() }),
            let name = path.last
        else { return false }
        return name == "metrics_platform_client" || block.home(of: name) != nil
            || (!block.names.contains(name) && block.suggestion(for: name, among: []) != nil)
    }

    /// Words that other readers of YAML take for booleans.
    private static func edits(
        of value: JSONValue, to kind: Kind, in document: SourceDocument, at place: SourceLocation
    ) -> [TextEdit] {
        guard case .flag = kind, let word = value.string else { return [] }
        let flag: String
        switch word.lowercased() {
        case "true", "yes", "on": flag = "true"
        case "false", "no", "off": flag = "false"
        default: return []
        }
        let spellings = ["\"\(word)\"", "'\(word)'", " \(word)"]
        let edits = spellings.lazy.map { spelling in
            document.edits(replacing: spelling, with: spelling.first == " " ? " \(flag)" : flag, at: place)
        }
        return edits.first { !$0.isEmpty } ?? []
    }
}

extension JSONValue {
    /// The values at a path in which `*` is any name, with their own paths.
    func values(at pattern: ArraySlice<String>) -> [(path: [String], value: JSONValue)] {
        guard let name = pattern.first else { return [([], self)] }
        let members = name == "*" ? Array(object ?? [:]) : (object?[name]).map { [(name: name, value: $0)] } ?? []
        return members.flatMap { member in
            member.value.values(at: pattern.dropFirst()).map { ([member.name] + $0.path, $0.value) }
        }
    }
}
