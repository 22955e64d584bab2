import EventStreams

extension ContextualAttribute {
    /// The attributes that clients send with every event, whether the stream asks for them or not.
    static let ofEveryEvent: [ContextualAttribute] = [.agentClientPlatform, .agentClientPlatformFamily]
}
