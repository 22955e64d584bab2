import EventSupport

/// Owns a client's store: opens it once, closes it once, and returns it to the parts that use it.
final class StoreOwner: Sendable {
    private enum State: Sendable {
        case unopened
        case open(OpenedStore)
        case closed(wasInPlace: Bool)
    }
    /// The lock is held while the store is opened, and other callers wait. None of them is a thread of the app.
    private let state = Locked(State.unopened)
    private let opener: StoreOpener
    private let onOpen: @Sendable (OpenedStore) -> Void

    /// Creates the owner of a store that is not open. `onOpen` is called once, after the store was opened and before it
    /// is returned.
    init(_ opener: StoreOpener, onOpen: @escaping @Sendable (OpenedStore) -> Void) {
        self.opener = opener
        self.onOpen = onOpen
    }

    /// Opens the store at the configured location, without a fallback; does nothing when it is open.
    ///
    /// - Throws: ``StoreError``; once the store is closed, one with the code ``StoreError/Code/closed``.
    func open() throws {
        try state.withLock { [opener, onOpen] state in
            switch state {
            case .open: return
            case .closed: throw StoreError(.closed, "the store is closed, since the client was shut down")
            case .unopened:
                let opened = try opener.open()
                onOpen(opened)
                state = .open(opened)
            }
        }
    }

    /// The store; opened if necessary at the configured location, or else beside it, or else in memory. `nil` once it
    /// is closed.
    var store: OpenedStore? {
        state.withLock { [opener, onOpen] state in
            switch state {
            case .open(let opened): return opened
            case .closed: return nil
            case .unopened:
                let opened = opener.openWithFallback()
                onOpen(opened)
                state = .open(opened)
                return opened
            }
        }
    }

    /// The store, if it is open.
    var storeIfOpen: (any EventStore)? { openedStore?.store }
    var openedStore: OpenedStore? {
        state.withLock { state in if case .open(let opened) = state { opened } else { nil } }
    }

    /// Whether the store is what the app has configured, or was until it was closed: not in memory instead, nor a file
    /// that somebody has removed.
    var isStoreInPlace: Bool {
        state.withLock { state in
            switch state {
            case .unopened: true
            case .open(let opened): opened.isInPlace
            case .closed(let wasInPlace): wasInPlace
            }
        }
    }

    /// Closes the store for good.
    ///
    /// - Throws: what the store throws.
    func close() throws {
        let opened = state.withLock { state -> OpenedStore? in
            switch state {
            case .open(let opened):
                state = .closed(wasInPlace: opened.isInPlace)
                return opened
            case .unopened:
                state = .closed(wasInPlace: true)
                return nil
            case .closed:
                return nil
            }
        }
        try opened?.store.close()
    }
}
