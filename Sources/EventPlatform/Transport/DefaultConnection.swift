/// The transport of this platform: URLSession on Apple's, async-http-client on Linux.
package enum DefaultConnection {
    /// Creates a transport. It opens connections with its first request and closes them when it is released.
    ///
    /// It has no time limits; ``TimeLimitedConnection`` adds them.
    package static func make() -> any NetworkConnection {
        #if canImport(Darwin)
            URLSessionConnection()
        #else
            AsyncHTTPClientConnection()
        #endif
    }
}
