/// What sending needs from outside.
struct DispatchEnvironment: Sendable {
    let clocks: any Clocks
    let random: @Sendable () -> UInt64
    /// The transport. Each of its exchanges ends within the request's time-out, or at once when it is cancelled.
    let connection: any NetworkConnection
    /// The store to send from; `nil` until it is open, and once it is closed.
    let store: @Sendable () -> (any EventStore)?
    /// The settings at this moment.
    let settings: @Sendable () -> DeliverySettings
    let diagnostics: Diagnostics
    let ledger: LiveLedger
    /// Called when a cycle has ended: what is stored may be other than before.
    var onCycleEnd: @Sendable () -> Void = {}
}
