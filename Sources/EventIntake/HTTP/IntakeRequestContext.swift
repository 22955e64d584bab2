import Hummingbird
import NIOCore

/// What is known of a request besides the request.
struct IntakeRequestContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    /// The address of the other end of the connection.
    let peer: String?
    private let channel: any Channel

    init(source: ApplicationRequestContextSource) {
        coreContext = .init(source: source)
        channel = source.channel
        peer = channel.remoteAddress?.ipAddress
    }

    /// Whether the client is still there, for what may take long.
    func presence() async throws -> Presence {
        try await channel.eventLoop.submit { [channel] in
            try channel.pipeline.syncOperations.handler(type: PresenceHandler.self).presence
        }.get()
    }
}
