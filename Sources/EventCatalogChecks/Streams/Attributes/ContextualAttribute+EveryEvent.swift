import EventStreams

extension ContextualAttribute {
    /// The attributes that clients send with every event, whether the stream lists them or not.
    static let ofEveryEvent: [ContextualAttribute] = [.agentClientPlatform, .agentClientPlatformFamily]
}
