/// What an intake bears from those who connect to it. Whoever goes beyond is cut off; everybody else is served.
public struct IntakeLimits: Sendable, Hashable {
    /// How many connections are open at the same time, at least 1, give or take those that arrive at once; more wait
    /// until one ends. The default is 512.
    public var connections = 512
    /// The most bytes of one header field, and of the address of a request. The default is 80 KiB, so that an event
    /// fits into an address.
    public var headerFieldBytes = 80 * 1024
    /// The most bytes of all header fields of a request. The default is 128 KiB.
    public var headerBytes = 128 * 1024
    /// The most header fields of a request. The default is 100.
    public var headerFields = 100
    /// How long a connection may take from its beginning, or from the end of an answer, to the end of the next
    /// request's head. The default is 30 seconds.
    public var headTimeout: Duration = .seconds(30)
    /// How long a body may take to arrive. The default is 30 seconds.
    public var bodyTimeout: Duration = .seconds(30)
    /// How long a peer may leave a part of an answer untaken. The default is 30 seconds.
    public var writeTimeout: Duration = .seconds(30)

    /// Creates limits with the defaults.
    public init() {}
}
