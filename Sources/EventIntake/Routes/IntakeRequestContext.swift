import Hummingbird
import NIOCore

/// What is known of a request besides the request.
struct IntakeRequestContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    /// The address of the other end of the connection.
    let peer: String?

    init(source: ApplicationRequestContextSource) {
        coreContext = .init(source: source)
        peer = source.channel.remoteAddress?.ipAddress
    }
}
