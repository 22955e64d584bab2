/// The state of the network.
public struct NetworkStatus: Sendable, Hashable {
    /// Whether there is a network. The default is `true`. While it is `false`, the client begins no requests by itself.
    public var isReachable: Bool
    /// Whether traffic costs money, as on cellular: ``DispatchCondition/expensive``. The default is `false`.
    public var isExpensive: Bool
    /// Whether the user has switched on Low Data Mode: ``DispatchCondition/constrained``. The default is `false`.
    public var isConstrained: Bool

    /// Creates a status. Without arguments: a reachable network, neither expensive nor constrained.
    public init(isReachable: Bool = true, isExpensive: Bool = false, isConstrained: Bool = false) {
        self.isReachable = isReachable
        self.isExpensive = isExpensive
        self.isConstrained = isConstrained
    }

    /// The dispatch conditions of this status.
    var conditions: Set<DispatchCondition> {
        var conditions: Set<DispatchCondition> = []
        if isExpensive { conditions.insert(.expensive) }
        if isConstrained { conditions.insert(.constrained) }
        return conditions
    }
}

/// Reports the state of the network.
///
/// While the network is not reachable, the client begins no requests by itself; when it becomes reachable again, the
/// client sends at once, without waiting for the end of a back-off. Set ``NetworkConfiguration/reachability`` to use
/// another source than the system's.
public protocol Reachability: Sendable {
    /// Returns a stream with the present status as its first element, and then each change. The stream ends when the
    /// task that reads it is cancelled. The client reads one stream for each `run()`.
    func statuses() -> AsyncStream<NetworkStatus>
}

#if canImport(Network)
    import Dispatch
    import Network

    /// The network status of `NWPathMonitor`.
    struct SystemReachability: Reachability {
        static let shared: (any Reachability)? = SystemReachability()

        func statuses() -> AsyncStream<NetworkStatus> {
            AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
                let monitor = NWPathMonitor()
                monitor.pathUpdateHandler = { path in
                    continuation.yield(
                        NetworkStatus(
                            isReachable: path.status == .satisfied, isExpensive: path.isExpensive,
                            isConstrained: path.isConstrained))
                }
                continuation.onTermination = { _ in monitor.cancel() }
                monitor.start(queue: DispatchQueue(label: "EventPlatform.reachability"))
            }
        }
    }
#else
    /// On Linux there is no source of the network status, so a network is assumed.
    enum SystemReachability {
        static let shared: (any Reachability)? = nil
    }
#endif
