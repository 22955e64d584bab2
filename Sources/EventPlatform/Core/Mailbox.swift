import EventStreams
import EventSupport

/// The messages to the ``ClientCore``, in the order of arrival.
///
/// Submissions go through a bounded queue instead, the ``Inbox``, and settings through a snapshot that is replaced as a
/// whole. Both raise ``arrived`` too.
final class Mailbox: Sendable {
    /// Something that has happened outside of the core.
    enum Message: Sendable {
        /// There is something to decide or to commit that is not in the inbox: the session, or events whose schema has
        /// arrived.
        case work
        /// ``ClientRuntime/run()`` is about to fetch stream configurations.
        case fetchAnnounced
        /// A fetch of stream configurations begins, has ended, or is planned.
        case fetch(FetchStatus)
        /// Stream configurations have arrived. `keeping` is saved for the next process; `nil` saves none.
        case streams(StreamConfigurations, keeping: ConfigurationDocument?)
        /// Another process has left events for the store, or saved a decision of the user.
        case external
        /// The app has set these conditions.
        case conditions(Set<DispatchCondition>)
        /// The app has gone to the background.
        case background
        /// The app has come to the foreground.
        case foreground
        /// The network has this status.
        case network(NetworkStatus)
        /// The app reports that a network returned.
        case networkReturned
        /// The marks of the app's own requests have changed.
        case primaryTraffic
        /// A request to a destination has ended.
        case response(BatchRequest.Result, to: Senders.RequestID)
    }

    /// A lock, since any thread posts, also while the core waits for the store.
    private let messages = Locked<[Message]>([])
    /// Raised when something has arrived, so that ``ClientCore/run()`` continues.
    let arrived = Signal()
    /// Raised with each message, each commit and each end of a cycle, so that a flush continues.
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
    /// Whether the other message means the same, so that one of them is enough.
    fileprivate func isRepeated(by other: Mailbox.Message) -> Bool {
        switch (self, other) {
        case (.work, .work), (.external, .external): true
        default: false
        }
    }
}
