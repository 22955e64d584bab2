import EventSchema
import HTTPTypes
import Hummingbird
import NIOCore

/// A batch under the fault `mixed`: some of its events, chosen at random, are rejected; the rest is handled as usual.
struct MixedBatch: Sendable {
    /// The events that are handled as usual.
    private(set) var rest: [JSON] = []
    private var invalid: [JSONValue] = []
    private var errors: [JSONValue] = []

    init(_ events: [JSON], _ match: FaultRegistry.Match, destination: (String) -> String?) {
        var random = match.random
        let fault = match.fault
        for event in events {
            let stream = event[path: ["meta", "stream"]]?.string
            let share = random.nextShare()
            if !fault.applies(toStream: stream, destination: stream.flatMap(destination)) {
                rest.append(event)
            } else if share < fault.invalidShare {
                let context = Self.invalidContext(match.id)
                invalid.append(["status": "invalid", "event": JSONValue(event), "context": context])
            } else if share < fault.invalidShare + fault.errorShare {
                let message = JSONValue.string("Fault \(match.id) refused the event.")
                errors.append(["status": "error", "event": JSONValue(event), "context": ["message": message]])
            } else {
                rest.append(event)
            }
        }
    }

    private static func invalidContext(_ id: String) -> JSONValue {
        let message = "was made invalid by fault \(id)"
        return [
            "errors": [
                [
                    "keyword": "fault", "dataPath": "", "schemaPath": "#", "params": ["fault": .string(id)],
                    "message": .string(message),
                ]
            ],
            "errorsText": .string("'' \(message)"),
        ]
    }

    /// The response to the whole batch, combined with the response to the rest if there was one.
    func response(combinedWith response: Response?, isHasty: Bool) async throws -> Response {
        guard !isHasty else { return Response(status: .accepted) }
        guard let response else { return Response(IntakeResponse(accepted: 0, invalid: invalid, errors: errors)) }
        guard !invalid.isEmpty || !errors.isEmpty else { return response }
        let bytes = try await response.body.collected()
        let lists = bytes.isEmpty ? [:] : try JSONValue(parsingLeniently: bytes)
        let (more, others) = (lists["invalid"]?.array ?? [], lists["error"]?.array ?? [])
        // A problem object instead of lists: the rest could not be read. It is returned unchanged.
        guard bytes.isEmpty || !more.isEmpty || !others.isEmpty else {
            return Response(
                status: response.status, headers: response.headers, body: .init(byteBuffer: ByteBuffer(bytes: bytes)))
        }
        let accepted = (more + others).reduce(rest.count) { $0 - ($1["count"]?.number?.int64.map(Int.init) ?? 1) }
        return Response(IntakeResponse(accepted: accepted, invalid: invalid + more, errors: errors + others))
    }
}
