import EventSchema

/// A call to a submit method, made on the caller's thread. It is immutable and complete in itself: later changes by the
/// app do not change it. A class, since it is handed on from stage to stage, and a copy would count ten references.
///
/// The input buffer's mirror in the store, and rows that await a schema, have it as bytes; see ``encoded()``.
@dynamicMemberLookup
final class Submission: Sendable {
    enum Content: Sendable, Hashable {
        /// The properties of an interaction; the client adds its envelope.
        case interaction(JSON)
        /// A whole event, as it was encoded.
        case event(JSON)
        /// A whole event, as its type has written it: one JSON object, which is not checked yet.
        case written([UInt8])
        /// An interaction or event that could not be encoded, and why, without values.
        case unencodable(String)

        /// The content as JSON, or the reason for which it cannot be encoded.
        fileprivate var bytes: [UInt8] {
            switch self {
            case .interaction(let json), .event(let json): Array(json.bytes)
            case .written(let bytes): bytes
            case .unencodable(let reason): Array(reason.utf8)
            }
        }

        /// Whether it is an interaction that does not name its action.
        var hasEmptyAction: Bool {
            if case .interaction(let properties) = self { properties["action"]?.isEmptyString == true } else { false }
        }

        /// About the size as JSON, in bytes.
        var size: Int {
            switch self {
            case .interaction(let json), .event(let json): json.bytes.count
            case .written(let bytes): bytes.count
            case .unencodable(let reason): reason.utf8.count
            }
        }
    }

    /// The parts of a submission.
    struct Values: Sendable, Hashable {
        /// The stream that the call named.
        var stream: String
        /// The schema that the call or the event named.
        var schema: SchemaID
        /// The event's id, unless the event has a `meta.id` of its own.
        var id: String
        /// When the call was made.
        var time: Timestamp
        /// The session and the page view of the call.
        var identity = Sessions.Identity()
        /// The install id at the call, where stream and sampling were decided there: it belongs to the same time as
        /// ``identity``, also when a refusal of the user renews both before the event is stored. It is not encoded.
        var installID: String?
        /// The domain that the call named for this event alone.
        var domain: String?
        /// The contextual attributes: all that the app has set; in a row that awaits its schema, those that the stream
        /// may need.
        var context: Context
        var content: Content
        /// Whether stream and sampling were decided on the caller's thread. Before stream configurations have arrived
        /// they cannot be; the core then decides.
        var isAdmitted = false
        /// Whether the event is stored unchanged, apart from id and stream: for a tool that replays events.
        var isVerbatim = false
        /// The origin of the event in the input of a tool, such as a line number.
        var origin: Int?
    }

    private let values: Values

    /// A part of the submission.
    subscript<Value>(dynamicMember part: KeyPath<Values, Value>) -> Value { values[keyPath: part] }

    init(_ values: Values) { self.values = values }

    /// A changed copy.
    func changed(_ change: (inout Values) -> Void) -> Submission {
        var next = values
        change(&next)
        return Submission(next)
    }
}

extension Submission: Equatable {
    static func == (left: Submission, right: Submission) -> Bool { left.values == right.values }
}

extension Submission {
    /// What the app gave, as an event to which the client has added nothing.
    ///
    /// - Throws: ``UnencodableError`` when the content could not be encoded, ``JSONParseError`` when a whole event is
    ///   not JSON, ``EventDocument/NotAnObjectError`` when it is no object.
    func document() throws -> EventDocument {
        switch values.content {
        case .interaction(let properties):
            try EventDocument(properties, isWhole: false, generatedID: values.id)
        case .event(let event):
            try EventDocument(event, isWhole: true, generatedID: values.id)
        case .written(let bytes):
            try EventDocument(
                JSON(parsing: bytes, options: .lenient).compacted, isWhole: true, generatedID: values.id)
        case .unencodable(let reason): throw UnencodableError(reason: reason)
        }
    }

    /// The event as the client would send it if its schema did not arrive: for a tool that has neither the schema nor
    /// stream configurations.
    ///
    /// - Throws: like ``document()``.
    func documentWithoutStream() throws -> EventDocument {
        try completedDocument { template in
            if values.isVerbatim { return }
            StreamContext.addWithoutStream(
                values.context, isSelected: values.isAdmitted, to: &template, domain: values.domain)
        }
    }

    /// The event with its envelope and what `add` adds.
    private func completedDocument(_ add: (inout EventTemplate) -> Void) throws -> EventDocument {
        var event = try document()
        var template = EventTemplate(of: event, stream: values.stream, schema: values.schema)
        add(&template)
        event.add(template.prepared(), submittedAt: values.time)
        return event
    }

    /// About the memory that the submission takes, in bytes.
    var size: Int { values.content.size + values.context.size }

    /// The event of the submission in its envelope; `nil` when the content is no JSON object.
    var json: JSONValue? {
        do { return try JSONValue(completedDocument { _ in }.json) } catch { return nil }
    }
}

// MARK: - As bytes

extension Submission {
    /// The version of the encoding, the first byte. The input buffer's mirror in the store has it too.
    fileprivate static let version: UInt8 = 1

    fileprivate enum Flag {
        static let isInteraction: UInt8 = 1
        static let isAdmitted: UInt8 = 2
        static let isVerbatim: UInt8 = 4
        static let isUnencodable: UInt8 = 8
    }

    /// The submission as bytes: version, flags, time, then each field with its length before it.
    func encoded() -> [UInt8] {
        let content = values.content.bytes
        var writer = FieldWriter(capacity: content.count + 256)
        writer.byte(Self.version)
        var flags: UInt8 = values.isAdmitted ? Flag.isAdmitted : 0
        if values.isVerbatim { flags |= Flag.isVerbatim }
        if case .interaction = values.content { flags |= Flag.isInteraction }
        if case .unencodable = values.content { flags |= Flag.isUnencodable }
        writer.byte(flags)
        writer.integer(values.time.milliseconds)
        writer.integer(values.origin.map(Int64.init) ?? -1)
        writer.text(values.stream)
        writer.text(values.schema.path)
        writer.text(values.id)
        writer.text(values.identity.session ?? "")
        writer.text(values.identity.pageview ?? "")
        writer.text(values.domain ?? "")
        writer.context(values.context)
        writer.field(content)
        return writer.bytes
    }

    /// Reads what ``encoded()`` wrote.
    ///
    /// - Throws: ``SubmissionError`` when the bytes are something else, ``JSONParseError`` or
    ///   ``EventDocument/NotAnObjectError`` when the context or the properties of an interaction are damaged.
    convenience init(_ bytes: [UInt8]) throws {
        self.init(
            try bytes.withUnsafeBufferPointer { bytes in
                var reader = FieldReader(bytes)
                return try Values(&reader)
            })
    }
}

extension Submission.Values {
    fileprivate init(_ reader: inout FieldReader) throws {
        guard try reader.byte() == Submission.version else { throw SubmissionError() }
        let flags = try reader.byte()
        isAdmitted = flags & Submission.Flag.isAdmitted != 0
        isVerbatim = flags & Submission.Flag.isVerbatim != 0
        time = Timestamp(milliseconds: try reader.integer())
        let origin = try reader.integer()
        self.origin = origin < 0 ? nil : Int(exactly: origin)
        stream = try reader.text()
        schema = SchemaID(try reader.text())
        id = try reader.text()
        identity = Sessions.Identity(session: try reader.textIfAny(), pageview: try reader.textIfAny())
        domain = try reader.textIfAny()
        context = try reader.context()
        let content = Array(try reader.field())
        self.content =
            if flags & Submission.Flag.isInteraction != 0 {
                .interaction(try JSON(parsing: content, options: .lenient).changing([.remove(["meta"])]))
            } else if flags & Submission.Flag.isUnencodable != 0 {
                .unencodable(String(decoding: content, as: UTF8.self))
            } else {
                .written(content)
            }
    }
}

/// What a submit call was given could not be encoded.
struct UnencodableError: Error, CustomStringConvertible {
    let reason: String
    var description: String { reason }
}

/// Bytes that are not a submission, as after damage to the store.
struct SubmissionError: Error, CustomStringConvertible {
    var description: String { "the bytes are not a submission of this version of the library" }
}
