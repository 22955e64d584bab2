/// What is known of the network.
public struct NetworkStatus: Sendable, Hashable {
    /// Whether there is a network at all.
    public var isReachable: Bool
    /// Whether it costs money.
    public var isExpensive: Bool
    /// Whether the user asked for little traffic.
    public var isConstrained: Bool

    /// Creates a status; without arguments, a network like any other.
    public init(isReachable: Bool = true, isExpensive: Bool = false, isConstrained: Bool = false) {
        self.isReachable = isReachable
        self.isExpensive = isExpensive
        self.isConstrained = isConstrained
    }

    /// The circumstances it stands for.
    var conditions: Set<DispatchCondition> {
        var conditions: Set<DispatchCondition> = []
        if isExpensive { conditions.insert(.expensive) }
        if isConstrained { conditions.insert(.constrained) }
        return conditions
    }
}

/// Tells when there is a network. Without one, a client does not try by itself; when one returns it tries at once.
public protocol Reachability: Sendable {
    /// The status at once, and every change of it until the reader is cancelled.
    func statuses() -> AsyncStream<NetworkStatus>
}

#if canImport(Network)
    import Dispatch
    import Network

    /// The system's own view of the network.
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
    /// Where the system does not tell, a network is assumed.
    enum SystemReachability {
        static let shared: (any Reachability)? = nil
    }
#endif
