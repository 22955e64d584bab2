import HummingbirdCore
import NIOCore

extension IntakeLimits {
    /// What stands between the connection and the routes.
    ///
    /// - Parameter bodyBytes: the most bytes of a body.
    func connection(bodyBytes: Int) -> HTTP1Channel.Configuration {
        HTTP1Channel.Configuration(
            additionalChannelHandlers: [
                ContinueHandler(maximumBytes: bodyBytes), DisconnectHandler(), ConnectionDeadlineHandler(self),
                ConnectionFaultHandler(),
                ReasonPhraseHandler(), MalformedRequestHandler(),
            ],
            httpDecoderConfiguration: .init(
                maxHeaderFieldSize: headerFieldBytes, maxHeaderListSize: headerBytes,
                maxHeaderFieldCount: headerFields))
    }
}
