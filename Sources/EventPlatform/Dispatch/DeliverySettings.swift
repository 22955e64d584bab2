/// The settings of a sender, as a value that it reads once for each of its steps.
package struct DeliverySettings: Sendable {
    /// Whether sending is allowed: consent is granted, and no remote configuration is awaited.
    package var maySend = true
    /// How often stored events were removed that may have been read already.
    var removals = 0
    /// What is throttled, and the session by which it is decided.
    var throttles = Throttles()
    var session: String?
    /// The install id; `nil` until the store has been opened.
    var installID: String?
    /// When the session began, as time since boot; `nil` for none, or one of an earlier process that continues.
    package var sessionBegan: Duration?
    /// The destinations and the form of requests.
    package var network: NetworkConfiguration
    /// The size of batches and the handling of responses.
    package var emitter = EmitterConfiguration()
    /// When events are sent.
    package var mode: DispatchMode = .periodic()
    /// The changes to sending under each condition.
    package var profiles: [DispatchCondition: DispatchProfile] = DispatchProfile.standard
    /// Whether the store keeps the ids of delivered events.
    package var keepsDeliveredIDs = false

    /// Creates settings with the defaults of a client.
    package init(network: NetworkConfiguration) { self.network = network }

    /// The maximum number of events in one request; 1 for a GET.
    var batchLimit: Int { network.method == .get ? 1 : emitter.bufferOption.count }
}
