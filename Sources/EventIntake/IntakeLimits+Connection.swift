import HummingbirdCore
import NIOCore

extension IntakeLimits {
    /// The channel handlers between the connection and the router.
    ///
    /// - Parameter bodyBytes: the maximum size of a body.
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
