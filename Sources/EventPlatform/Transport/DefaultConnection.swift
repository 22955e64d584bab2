/// The transport unless an app sets its own: async-http-client on Linux, with the package trait of that name; otherwise
/// URLSession. `Package.swift` says where `ASYNC_HTTP_CLIENT` is defined.
package enum DefaultConnection {
    /// Creates a transport. It opens connections with its first request and closes them when it is released.
    ///
    /// It has no time limits; ``TimeLimitedConnection`` adds them.
    package static func make() -> any NetworkConnection {
        #if ASYNC_HTTP_CLIENT
            AsyncHTTPClientConnection()
        #else
            URLSessionConnection()
        #endif
    }
}
