import HummingbirdCore
import NIOCore

extension IntakeLimits {
    /// What stands between the connection and the routes.
    var connection: HTTP1Channel.Configuration {
        HTTP1Channel.Configuration(
            additionalChannelHandlers: [
                ContinueHandler(), PresenceHandler(), ConnectionDeadlineHandler(self),
                ConnectionFaultHandler(),
                ReasonPhraseHandler(), MalformedRequestHandler(),
            ],
            httpDecoderConfiguration: .init(
                maxHeaderFieldSize: headerFieldBytes, maxHeaderListSize: headerBytes,
                maxHeaderFieldCount: headerFields))
    }
}
