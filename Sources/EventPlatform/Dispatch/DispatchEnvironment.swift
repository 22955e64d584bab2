/// What the dispatcher and its senders depend on.
struct DispatchEnvironment: Sendable {
    let clocks: any Clocks
    let random: @Sendable () -> UInt64
    /// The transport. Each exchange ends within the request's time-out, and at once when its task is cancelled.
    let connection: any NetworkConnection
    /// The store; `nil` while it is not open.
    let store: @Sendable () -> (any EventStore)?
    /// The marks of the app's own requests.
    let primaryTraffic: PrimaryTraffic
    /// The settings at this moment.
    let settings: @Sendable () -> DeliverySettings
    let diagnostics: Diagnostics
    let ledger: LiveLedger
    /// Called when a cycle has ended, since the content of the store may have changed.
    var onCycleEnd: @Sendable () -> Void = {}
}
