import EventSchema

/// A call to a submit method. It is encoded on the caller's thread, complete in itself: later changes by the app do not
/// change it, and it crosses the inbox as bytes.
struct Submission: Sendable, Hashable {
    enum Content: Sendable, Hashable {
        /// The properties of an interaction, as one JSON object; the client adds its envelope.
        case interaction([UInt8])
        /// A whole event, as one JSON object.
        case event([UInt8])

        var bytes: [UInt8] {
            switch self {
            case .interaction(let bytes), .event(let bytes): bytes
            }
        }
    }

    /// The stream that the call named.
    var stream: String
    /// The schema that the call or the event named.
    var schema: SchemaID
    /// The event's id, unless the event has a `meta.id` of its own.
    var id: String
    /// When the call was made.
    var time: Timestamp
    /// The session and the page view of the call, where sampling has still to be decided.
    var identity = Sessions.Identity()
    /// The domain that the call named for this event alone.
    var domain: String?
    /// The contextual attributes: those that the stream asks for where ``isAdmitted``, else all that the app has set.
    var context: Context
    var content: Content
    /// Whether stream and sampling were decided on the caller's thread. Before stream configurations have arrived they
    /// cannot be; the pipeline then decides.
    var isAdmitted = false
    /// Whether the event is stored unchanged, apart from id and stream: for a tool that replays events.
    var isVerbatim = false
    /// The origin of the event in the input of a tool, such as a line number.
    var origin: Int?
}

extension Submission {
    /// The event of the submission, in its envelope.
    ///
    /// - Throws: ``JSONParseError`` when the content is not JSON, ``EventDocument/NotAnObject`` when it is no object.
    func document() throws -> EventDocument {
        let isWhole = if case .event = content { true } else { false }
        return try EventDocument(
            content.bytes, isWhole: isWhole, stream: stream, schema: schema, generatedID: id)
    }

    /// The event of the submission as JSON; `nil` when the content is no JSON object.
    var json: JSONValue? {
        do { return try document().json } catch { return nil }
    }
}

// MARK: - As bytes

extension Submission {
    /// The version of the encoding, the first byte. The input buffer's mirror in the store has it too.
    private static let version: UInt8 = 1

    private enum Flag {
        static let isInteraction: UInt8 = 1
        static let isAdmitted: UInt8 = 2
        static let isVerbatim: UInt8 = 4
    }

    /// The submission as bytes: version, flags, time, then each field with its length before it.
    func encoded() -> [UInt8] {
        var writer = FieldWriter(capacity: content.bytes.count + 256)
        writer.bytes.append(Self.version)
        var flags: UInt8 = isAdmitted ? Flag.isAdmitted : 0
        if isVerbatim { flags |= Flag.isVerbatim }
        if case .interaction = content { flags |= Flag.isInteraction }
        writer.bytes.append(flags)
        writer.integer(time.milliseconds)
        writer.integer(origin.map(Int64.init) ?? -1)
        writer.text(stream)
        writer.text(schema.path)
        writer.text(id)
        writer.text(identity.session ?? "")
        writer.text(identity.pageview ?? "")
        writer.text(domain ?? "")
        writer.context(context)
        writer.field(content.bytes)
        return writer.bytes
    }

    /// Reads what ``encoded()`` wrote.
    ///
    /// - Throws: ``SubmissionError`` when the bytes are something else, ``JSONParseError`` when the context is damaged.
    init(_ bytes: [UInt8]) throws {
        self = try bytes.withUnsafeBufferPointer { bytes in
            var reader = FieldReader(bytes)
            return try Submission(&reader)
        }
    }

    private init(_ reader: inout FieldReader) throws {
        guard try reader.byte() == Self.version else { throw SubmissionError() }
        let flags = try reader.byte()
        isAdmitted = flags & Flag.isAdmitted != 0
        isVerbatim = flags & Flag.isVerbatim != 0
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
        self.content = flags & Flag.isInteraction != 0 ? .interaction(content) : .event(content)
    }
}

/// Bytes that are no submission, as after damage to the store.
struct SubmissionError: Error, CustomStringConvertible {
    var description: String { "the bytes are no submission of this version of the library" }
}
