import EventSchema
import EventStreams
import HTTPTypes
import Hummingbird
import NIOCore

/// Stands before the routes and does to a request what a fault in force says.
struct FaultInjection: RouterMiddleware {
    typealias Next = (Request, IntakeRequestContext) async throws -> Response

    private let faults: FaultControl
    private let body: EventBody
    private let configuration: IntakeConfiguration

    init(_ faults: FaultControl, _ configuration: IntakeConfiguration) {
        self.faults = faults
        body = EventBody(maximumBytes: configuration.maximumBodyBytes)
        self.configuration = configuration
    }

    func handle(
        _ request: Request, context: IntakeRequestContext, next: Next
    ) async throws -> Response {
        guard !faults.isIdle, let target = request.faultTarget else { return try await next(request, context) }
        switch target {
        case .events: return try await bring(request, context, next)
        case .streamConfigs: return try await askForStreams(request, context, next)
        case .schemas:
            guard let strike = faults.strike(.init(target: .schemas)) else { return try await next(request, context) }
            return try await strike.perform(context) { try await next(request, context) }
        }
    }

    // MARK: - Events

    private func bring(_ request: Request, _ context: IntakeRequestContext, _ next: Next) async throws -> Response {
        var request = request
        var events: [JSONValue] = []
        if faults.needsEvents {
            do {
                // The stream of an event may be in the query alone.
                let delivery = Delivery(QueryParameters(request), configuration)
                events = try await request.collectEvents(body).map(delivery.naming)
            } catch {
                return error.answer(to: request, as: configuration.compatibility)
            }
        }
        guard let strike = faults.strike(subject(of: events)) else { return try await next(request, context) }
        let kept = request
        guard strike.fault.kind == .mixed, !events.isEmpty else {
            return try await strike.perform(context) { try await next(kept, context) }
        }
        try await strike.holdBack(context)
        let mix = EventMix(events, strike) { faults.destination(of: $0) }
        let rest = mix.rest.isEmpty ? nil : try await next(kept.bringing(mix.rest), context)
        return try await mix.answer(with: rest, isHasty: kept.isHasty)
    }

    private func subject(of events: [JSONValue]) -> FaultBook.Subject {
        let names = Set(events.compactMap { $0[path: ["meta", "stream"]]?.string })
        return .init(target: .events, streams: names, destinations: Set(names.compactMap(faults.destination)))
    }

    // MARK: - Stream configurations

    private func askForStreams(
        _ request: Request, _ context: IntakeRequestContext, _ next: Next
    ) async throws -> Response {
        let names = Set(request.askedStreams ?? faults.streams().names)
        let subject = FaultBook.Subject(
            target: .streamConfigs, streams: names, destinations: Set(names.compactMap(faults.destination)))
        guard let strike = faults.strike(subject) else { return try await next(request, context) }
        switch strike.fault.kind {
        case .stale:
            guard let streams = strike.streams,
                let route = StreamConfigurationsRoute(streams: { streams }).endpoints
                    .first(where: { $0.isReached(by: request.uri.path) })
            else { return try await next(request, context) }
            return try await strike.perform(context) { try await route.handler(request, context) }
        case .broken, .missing:
            return try await strike.perform(context) {
                let answer = try await next(request.unconditional, context)
                return try await StreamDamage(strike.fault, destination: faults.destination).done(to: answer)
            }
        default: return try await strike.perform(context) { try await next(request, context) }
        }
    }
}

extension FaultControl {
    /// Whether a fault in force is about single events or their streams, so that a body must be read for it.
    fileprivate var needsEvents: Bool {
        needsStreams(.events) || entries.contains { $0.fault.kind == .mixed }
    }

    /// The `destination_event_service` of a stream; absent, it is the one clients fall back to.
    @Sendable
    fileprivate func destination(of stream: String) -> String? {
        streams()[stream].map { $0.destination ?? "eventgate-analytics-external" }
    }
}
