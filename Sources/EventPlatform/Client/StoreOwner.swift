import EventSupport

/// The one owner of a client's store: it opens the store once, closes it once, and hands it to whoever works with it.
final class StoreOwner: Sendable {
    private enum State: Sendable {
        case unopened
        case open(OpenedStore)
        case closed
    }
    /// The lock is held while the store is opened: whoever asks meanwhile waits for it. No caller of the app does.
    private let state = Locked(State.unopened)
    private let opener: StoreOpener
    private let onOpen: @Sendable (OpenedStore) -> Void

    /// - Parameter onOpen: is called once, when the store has been opened, before anybody gets it.
    init(_ opener: StoreOpener, onOpen: @escaping @Sendable (OpenedStore) -> Void) {
        self.opener = opener
        self.onOpen = onOpen
    }

    /// Opens the store where the configuration says, and nowhere else; does nothing once it is open.
    ///
    /// - Throws: ``StoreError``.
    func open() throws {
        try state.withLock { [opener, onOpen] state in
            guard case .unopened = state else { return }
            let opened = try opener.open()
            onOpen(opened)
            state = .open(opened)
        }
    }

    /// The store, opened when it was not: where the configuration says, else beside it, else in memory. `nil` once it is
    /// closed.
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
    var storeIfOpen: (any EventStore)? {
        state.withLock { state in if case .open(let opened) = state { opened.store } else { nil } }
    }

    /// Closes the store for good.
    ///
    /// - Throws: what the store throws.
    func close() throws {
        let opened = state.withLock { state -> OpenedStore? in
            defer { state = .closed }
            if case .open(let opened) = state { return opened }
            return nil
        }
        try opened?.store.close()
    }
}
