/// The limits of an intake on connections and request heads. A connection that exceeds a limit is closed.
public struct IntakeLimits: Sendable, Hashable {
    /// The maximum number of open connections, at least 1, and at most half of the files that the process may have
    /// open; where these are few, all but 32 and three for each processor. When it is reached, the connection whose
    /// peer has for the longest time, and for at least a quarter of a second, owed a head or the rest of a body is
    /// closed. While the intake handles a request on every connection, further ones wait. Feeds and queries with `wait`
    /// may have half of the connections; further ones of them get 503. Connections that arrive at the same moment may
    /// exceed it slightly. The default is 512.
    public var maximumConnections = 512
    /// The maximum size in bytes of one header field, and of the request's URL. The default is 80 KiB, so that the URL
    /// of a `GET` can contain an event. A request with a larger one gets 400 or 431.
    public var maximumHeaderFieldBytes = 80 * 1024
    /// The maximum size in bytes of all header fields of a request. The default is 128 KiB. A request with more gets
    /// 431.
    public var maximumHeaderBytes = 128 * 1024
    /// The maximum number of header fields of a request. The default is 100. A request with more gets 431.
    public var maximumHeaderFields = 100
    /// The maximum time from the opening of a connection, or from the end of a response, to the end of the next
    /// request's head. The default is 30 seconds.
    public var headTimeout: Duration = .seconds(30)
    /// The maximum time from the end of a request's head to the end of its body. The default is 30 seconds.
    public var bodyTimeout: Duration = .seconds(30)
    /// The maximum time for a part of a response to be sent, which depends on how fast the peer reads. The default is
    /// 30 seconds.
    public var writeTimeout: Duration = .seconds(30)

    /// Creates limits with the default values.
    public init() {}
}
