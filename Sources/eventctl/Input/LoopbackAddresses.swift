import Foundation

/// The addresses of this machine, which no proxy can reach.
enum LoopbackAddresses {
    static let names = ["localhost", "127.0.0.1", "::1", "[::1]"]

    /// Adds the addresses to the environment's list of hosts that are reached without the proxy of `http_proxy`.
    static func bypassProxies() {
        let environment = ProcessInfo.processInfo.environment
        let others = environment["no_proxy"] ?? environment["NO_PROXY"]
        setenv("no_proxy", ([others].compactMap { $0 } + names).joined(separator: ","), 1)
    }
}
