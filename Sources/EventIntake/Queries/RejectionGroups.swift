import EventSchema

/// Rejected events by what the intake has found about them: each broken rule of their schema, or else the reason.
struct RejectionGroups: Sendable {
    /// Something that the intake has found. It is the same in another event if all its texts are.
    struct Finding: Sendable {
        fileprivate let place: String
        fileprivate let message: String
        fileprivate let rule: String

        fileprivate init(_ place: String, _ message: String, _ rule: String) {
            self.place = place.cut(to: Self.maximumLength)
            self.message = message.cut(to: Self.maximumLength)
            self.rule = rule.cut(to: Self.maximumLength)
        }

        private static let maximumLength = 300

        /// Its place and what is wrong there; the reason alone, of an event that breaks no rule of its schema.
        fileprivate var words: String { rule.isEmpty ? message : "\(place) \(message)" }
        fileprivate var key: ExactText { ExactText([place, message, rule].joined(separator: "\n")) }
    }

    /// What a rejected event adds.
    struct Entry: Sendable {
        fileprivate let position: Int64
        fileprivate let receivedAt: String
        /// The findings, each once.
        fileprivate let findings: [Finding]

        /// The findings in words.
        var words: String { findings.map(\.words).joined(separator: "; ") }
    }

    fileprivate struct Group: Sendable {
        let finding: Finding
        /// The times of the oldest and the newest event.
        var first: String
        let last: String
        let newest: Int64
        var count = 1
    }

    private var groups: [Group] = []
    private var places: [ExactText: Int] = [:]
    /// Whether there was room for every finding.
    private(set) var isComplete = true

    private static let maximumCount = 200

    /// Groups events, of which the newest come first.
    init(_ entries: [Entry]) {
        for entry in entries {
            for finding in entry.findings { add(finding, of: entry) }
        }
    }

    private mutating func add(_ finding: Finding, of entry: Entry) {
        let key = finding.key
        if let place = places[key] {
            groups[place].count += 1
            groups[place].first = entry.receivedAt
        } else if groups.count < Self.maximumCount {
            places[key] = groups.count
            groups.append(
                Group(finding: finding, first: entry.receivedAt, last: entry.receivedAt, newest: entry.position))
        } else {
            isComplete = false
        }
    }

    /// The groups, the one with the newest event first.
    var json: JSONValue { .array(groups.map(\.json)) }

    /// The schema of ``json``.
    static let schema: JSONValue = [
        "type": "array",
        "items": [
            "type": "object", "required": ["place", "message", "rule", "count", "first", "last", "newest"],
            "properties": [
                "place": ["type": "string"], "message": ["type": "string"], "rule": ["type": "string"],
                "count": ["type": "integer"], "first": ["type": "string"], "last": ["type": "string"],
                "newest": ["type": "integer"],
            ],
        ],
    ]
}

extension RejectionGroups.Group {
    fileprivate var json: JSONValue {
        [
            "place": .string(finding.place), "message": .string(finding.message), "rule": .string(finding.rule),
            "count": .number(count), "first": .string(first), "last": .string(last), "newest": .number(newest),
        ]
    }
}

extension RejectionGroups.Entry {
    init(_ event: ReceivedEvent) {
        (position, receivedAt) = (event.position, event.receivedAt)
        let errors = event.rejection?.context["errors"]?.array ?? []
        var all = errors.map { RejectionGroups.Finding($0, schema: event.schema) }
        if all.isEmpty {
            let stream = event.stream.isEmpty ? "no stream" : event.stream
            all = [RejectionGroups.Finding(stream, event.rejection?.reason ?? "", "")]
        }
        var keys: Set<ExactText> = []
        findings = all.filter { keys.insert($0.key).inserted }
    }
}

extension RejectionGroups.Finding {
    /// An error of ajv. Its words do not name an additional property, so that all of them would be one group.
    fileprivate init(_ error: JSONValue, schema: String) {
        let place = error["dataPath"]?.string ?? ""
        var message = error["message"]?.string ?? ""
        if let name = error[path: ["params", "additionalProperty"]]?.string { message += ": \(name)" }
        self.init(place.isEmpty ? "the event" : place, message, schema + (error["schemaPath"]?.string ?? ""))
    }
}
