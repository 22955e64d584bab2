/// The store of a client, which is opened once and closed once. A part of the ``ClientCore``.
struct ClientStore: Sendable {
    private enum State: Sendable {
        case unopened
        case open(OpenedStore)
        case closed(wasInPlace: Bool)
    }
    private var state = State.unopened
    private let opener: StoreOpener

    init(_ opener: StoreOpener) { self.opener = opener }

    /// The store, if it is open.
    var opened: OpenedStore? { if case .open(let opened) = state { opened } else { nil } }

    /// Whether the store is what the app has configured, or was until it was closed: not in memory instead, nor a file
    /// that somebody has removed.
    var isInPlace: Bool {
        switch state {
        case .unopened: true
        case .open(let opened): opened.isInPlace
        case .closed(let wasInPlace): wasInPlace
        }
    }

    /// Opens the store at the configured location, without a fallback.
    ///
    /// - Returns: the store; `nil` when it was open before.
    /// - Throws: ``StoreError``; once the store is closed, one with the code ``StoreError/Code/closed``.
    mutating func open() throws -> OpenedStore? {
        switch state {
        case .open: return nil
        case .closed: throw StoreError(.closed, "the store is closed, since the client was shut down")
        case .unopened:
            let opened = try opener.open()
            state = .open(opened)
            return opened
        }
    }

    /// Opens the store at the configured location, or else beside it, or else in memory.
    ///
    /// - Returns: the store; `nil` when it was open before, or is closed.
    mutating func openSomewhere() -> OpenedStore? {
        guard case .unopened = state else { return nil }
        let opened = opener.openWithFallback()
        state = .open(opened)
        return opened
    }

    /// Closes the store for good.
    ///
    /// - Throws: what the store throws.
    mutating func close() throws {
        let opened = opened
        state = .closed(wasInPlace: isInPlace)
        try opened?.store.close()
    }
}
