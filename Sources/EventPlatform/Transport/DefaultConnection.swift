/// The transport of this platform: URLSession on Apple's, async-http-client on Linux.
package enum DefaultConnection {
    /// Creates one. It opens nothing before its first request, and what it has opened ends with it.
    ///
    /// It sets no time limit: ``TimeLimitedConnection`` does.
    package static func make() -> any NetworkConnection {
        #if canImport(Darwin)
            URLSessionConnection()
        #else
            AsyncHTTPClientConnection()
        #endif
    }
}
