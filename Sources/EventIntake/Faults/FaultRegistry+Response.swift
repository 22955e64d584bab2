import EventSchema
import HTTPTypes
import Hummingbird
import NIOCore

extension FaultRegistry.Match {
    /// Waits for the delay of the fault, or until the client disconnects. Only the response is delayed, not the storing
    /// of the events.
    func waitForDelay(_ context: IntakeRequestContext) async throws {
        guard fault.delay > .zero else { return }
        _ = try await context.disconnectMonitor().run { [delay = fault.delay] in
            try await Task.sleep(for: min(delay, .seconds(86_400)))
        }
    }

    /// The response to a request that the fault applies to.
    ///
    /// `respond` handles the request without the fault. It is not called when the fault sends its own response before
    /// the events are stored (``Fault/Moment/before``).
    func perform(
        _ context: IntakeRequestContext, _ respond: () async throws -> Response
    ) async throws -> Response {
        let right = fault.moment == .after || fault.kind.needsResponse ? try await respond() : nil
        try await waitForDelay(context)
        switch (fault.kind, right) {
        case (.status, _): return refusal
        case (.reset, _): return Response(connection: .reset)
        case (.truncate, let right?): return try await right.cut()
        case (.garbage, let right): return garbage(instead: right)
        case (_, let right?): return right
        case (_, nil): return try await respond()
        }
    }

    /// A response with the fault's status and a body that names the fault.
    private var refusal: Response {
        let code = fault.validStatus ?? 500
        var headers: HTTPFields = [:]
        if let retryAfter = fault.retryAfter { headers[.retryAfter] = retryAfter }
        let status = HTTPResponse.Status(code: code)
        // These two have no body by definition (RFC 9110, 15.3.5 and 15.4.5).
        guard code != 204, code != 304 else { return Response(status: status, headers: headers) }
        return Response(
            status,
            json: [
                "status": .number(code), "type": "fault", "title": "Injected fault",
                "detail": .string("Fault \(id) sets this status. DELETE /v1/faults/\(id) removes the fault."),
            ], headers: headers)
    }

    /// A response with bytes that are neither JSON nor UTF-8.
    private func garbage(instead right: Response?) -> Response {
        var random = random
        let bytes = [0xFF, UInt8(ascii: "{")] + (0..<64).map { _ in UInt8.random(in: 0...255, using: &random) }
        let status = fault.validStatus.map { HTTPResponse.Status(code: $0) } ?? right?.status ?? .ok
        return Response(
            status: status, headers: [.contentType: "application/json; charset=utf-8"],
            body: .init(byteBuffer: ByteBuffer(bytes: bytes)))
    }
}

extension Fault {
    /// The status; `nil` for a number that is none, which the type of a response does not take.
    fileprivate var validStatus: Int? { status.flatMap { (200...599).contains($0) ? $0 : nil } }
}

extension Fault.Kind {
    /// Whether the fault changes the regular response, so that the request must be handled first.
    fileprivate var needsResponse: Bool {
        switch self {
        case .delay, .truncate, .stale, .broken, .missing, .mixed: true
        case .status, .reset, .garbage: false
        }
    }
}
