import HummingbirdCore
import NIOCore

extension IntakeLimits {
    /// The channel handlers between the connection and the router, and the limits of the header fields.
    ///
    /// - Parameter bodyBytes: the maximum size of a body in bytes. It limits only the length that a request with
    ///   `Expect: 100-continue` declares.
    /// - Returns: the configuration of a connection's HTTP/1 channel.
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
