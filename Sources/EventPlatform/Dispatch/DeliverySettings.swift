/// The settings that sending follows, as a value: a sender reads them once for each of its steps.
package struct DeliverySettings: Sendable {
    /// Whether the user's consent lets events leave.
    package var maySend = true
    /// Where events go, and how a request looks.
    package var network: NetworkConfiguration
    /// How many events go at once, and what an answer means for them.
    package var emitter = EmitterConfiguration()
    /// When events leave.
    package var mode: DispatchMode = .periodic()
    /// What circumstances change about sending.
    package var profiles: [DispatchCondition: DispatchProfile] = .standard
    /// Whether the store remembers the ids of delivered events.
    package var remembersDelivered = false

    /// Creates settings with the defaults of a client.
    package init(network: NetworkConfiguration) { self.network = network }

    /// The most events in one request; a GET carries one.
    var batchLimit: Int { network.method == .get ? 1 : emitter.bufferOption.count }
}
