import EventSchema
import EventStreams
import HTTPTypes
import Hummingbird
import NIOCore

/// Applies the active faults to requests before they reach the routes, other than those of the console: it has to show
/// the faults, and uses none up.
struct FaultInjectionMiddleware: RouterMiddleware {
    typealias Next = (Request, IntakeRequestContext) async throws -> Response

    private let faults: ActiveFaults
    private let body: EventBody
    private let configuration: IntakeConfiguration

    init(_ faults: ActiveFaults, _ configuration: IntakeConfiguration) {
        self.faults = faults
        body = EventBody(configuration)
        self.configuration = configuration
    }

    func handle(
        _ request: Request, context: IntakeRequestContext, next: Next
    ) async throws -> Response {
        guard !faults.isIdle, !request.isOfConsole, let target = request.faultTarget else {
            return try await next(request, context)
        }
        switch target {
        case .events: return try await handleEvents(request, context, next)
        case .streamConfigs: return try await handleStreamConfigurations(request, context, next)
        case .schemas:
            guard let match = faults.match(.init(target: .schemas, userAgent: request.headers[.userAgent])) else {
                return try await next(request, context)
            }
            return try await match.perform(context) { try await next(request, context) }
        }
    }

    // MARK: - Events

    private func handleEvents(_ request: Request, _ context: IntakeRequestContext, _ next: Next) async throws
        -> Response
    {
        var request = request
        var events: [JSON]?
        if faults.needsEvents {
            do {
                // The stream of an event may be given in the query only.
                let metadata = try RequestMetadata(QueryParameters(request), configuration)
                events = try await request.collectEvents(body).map(metadata.addingSchemaAndStream)
            } catch {
                return error.response(to: request, as: configuration.compatibility)
            }
        }
        var subject = self.subject(of: events ?? [])
        (subject.events, subject.userAgent) = (events?.count, request.headers[.userAgent])
        guard let match = faults.match(subject) else { return try await next(request, context) }
        let kept = request
        guard match.fault.kind == .mixed, let batch = events, !batch.isEmpty else {
            return try await match.perform(context) { try await next(kept, context) }
        }
        let mix = MixedBatch(batch, match) { faults.destination(of: $0) }
        let rest = mix.rest.isEmpty ? nil : try await next(kept.replacingEvents(mix.rest), context)
        try await match.waitForDelay(context)
        return try await mix.response(combinedWith: rest, isHasty: kept.isHasty(as: configuration.compatibility))
    }

    private func subject(of events: [JSON]) -> FaultRegistry.Subject {
        let names = Set(events.compactMap { $0[path: ["meta", "stream"]]?.string })
        return .init(target: .events, streams: names, destinations: Set(names.compactMap(faults.destination)))
    }

    // MARK: - Stream configurations

    private func handleStreamConfigurations(
        _ request: Request, _ context: IntakeRequestContext, _ next: Next
    ) async throws -> Response {
        let names = Set(request.requestedStreams ?? faults.streams().names)
        let subject = FaultRegistry.Subject(
            target: .streamConfigs, streams: names, destinations: Set(names.compactMap(faults.destination)),
            userAgent: request.headers[.userAgent])
        guard let match = faults.match(subject) else { return try await next(request, context) }
        switch match.fault.kind {
        case .stale:
            guard let streams = match.streams,
                let route = StreamConfigurationsRoute(streams: { streams }).endpoints
                    .first(where: { $0.isReached(by: request.uri.path) })
            else { return try await next(request, context) }
            return try await match.perform(context) { try await route.handler(request, context) }
        case .broken, .missing:
            return try await match.perform(context) {
                let response = try await next(request.unconditional, context)
                return try await StreamConfigurationFault(match.fault, destination: faults.destination).applied(
                    to: response)
            }
        default: return try await match.perform(context) { try await next(request, context) }
        }
    }
}

extension ActiveFaults {
    /// Whether matching an active fault needs the events of a request, so that the body must be read.
    fileprivate var needsEvents: Bool {
        needsStreams(.events) || entries.contains { $0.fault.kind == .mixed }
    }

    /// The `destination_event_service` of a stream; without one, the destination that clients use.
    @Sendable
    fileprivate func destination(of stream: String) -> String? {
        streams()[stream].map { $0.destination ?? "eventgate-analytics-external" }
    }
}
