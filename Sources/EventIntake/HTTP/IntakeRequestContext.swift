import Hummingbird
import NIOCore

/// The context of a request: the address and the connection that it came from.
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

    /// The monitor of the request's connection, for operations that may take long.
    func disconnectMonitor() async throws -> DisconnectMonitor {
        try await channel.eventLoop.submit { [channel] in
            try channel.pipeline.syncOperations.handler(type: DisconnectHandler.self).monitor
        }.get()
    }
}
