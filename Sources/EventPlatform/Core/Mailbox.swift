import EventStreams
import EventSupport

/// What reaches the ``ClientCore`` from other threads, in the order of arrival.
///
/// Submissions have a bounded queue of their own, the ``Inbox``, and the rules a snapshot that is replaced as a whole;
/// both raise the same signal.
final class Mailbox: Sendable {
    /// Something that has happened outside of the core.
    enum Message: Sendable {
        /// There is something to commit that is not in the inbox, such as the session, or a schema has arrived.
        case work
        /// ``ClientRuntime/run()`` is about to fetch stream configurations.
        case fetchAnnounced
        /// A fetch of stream configurations begins, has ended, or is planned.
        case fetch(FetchStatus)
        /// Stream configurations have arrived. `keeping` is saved for the next process; `nil` saves none.
        case streams(StreamConfigurations, keeping: ConfigurationDocument?)
        /// Another process has left events for the store, or has decided for the user.
        case external
        /// The conditions that the app names are these.
        case conditions(Set<DispatchCondition>)
        /// The app has gone to the background.
        case background
        /// The app has come to the foreground.
        case foreground
        /// The status of the network.
        case network(NetworkStatus)
        /// A network returned, as the app says.
        case networkReturned
        /// The marks of the app's own requests have changed.
        case primaryTraffic
        /// A request to a destination has ended.
        case response(BatchRequest.Result, to: Senders.RequestID)
    }

    /// A lock, since any thread posts, also while the core waits for the store.
    private let messages = Locked<[Message]>([])
    /// Raised when something has arrived.
    let arrived = Signal()
    /// Raised with each message, and when the core has committed something or a cycle has ended, so that a flush may
    /// continue.
    let changed = Signal()

    /// Adds a message, on any thread.
    func post(_ message: Message) {
        messages.withLock { messages in
            if !messages.contains(where: message.isRepeated(by:)) { messages.append(message) }
        }
        arrived.raise()
        changed.raise()
    }

    /// Removes and returns all messages.
    func takeAll() -> [Message] {
        messages.withLock { messages in
            if messages.isEmpty { return [] }
            defer { messages = [] }
            return messages
        }
    }
}

extension Mailbox.Message {
    /// Whether another message says the same, so that one of them is enough.
    fileprivate func isRepeated(by other: Mailbox.Message) -> Bool {
        switch (self, other) {
        case (.work, .work), (.external, .external), (.primaryTraffic, .primaryTraffic): true
        default: false
        }
    }
}
