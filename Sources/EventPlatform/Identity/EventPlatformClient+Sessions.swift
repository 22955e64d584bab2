import EventSupport

extension EventPlatformClient {
    /// The id of the running session: 20 lower-case hexadecimal digits, as the platform's schemas ask for. `nil` before
    /// the first activity, and in a process that was launched in the background and knows of no earlier session.
    ///
    /// Until the store has been opened it is provisional: when a session of an earlier process goes on, events carry
    /// that one's id.
    public var sessionID: String? { dependencies.caller.withLock { $0.sessions.current.session } }

    /// Says that the user is here: activity of the session, or the beginning of one. Stream configurations that have
    /// not arrived yet are asked for again, and ``DispatchCondition/background`` holds no longer.
    ///
    /// A process that was not launched in the background is in the foreground already.
    public func enterForeground() async {
        changeSessions { $0.enterForeground(now: $1, timeout: $2, makeID: $3) }
        await runtime.dispatcher.set(isInBackground: false)
        runtime.fetchMissingConfigurations()
    }

    /// Says that the user has left, and returns when everything submitted so far is stored. From here on
    /// ``DispatchCondition/background`` holds.
    ///
    /// Events are still taken. They belong to the session that was running, and neither prolong it nor begin another.
    public func enterBackground() async {
        changeSessions { $0.enterBackground(now: $1, timeout: $2, makeID: $3) }
        await runtime.dispatcher.set(isInBackground: true)
        await persist()
    }

    /// Ends the session now, when a user logs out for example; sampling is decided anew in the next.
    public func resetSession() {
        changeSessions { sessions, now, _, makeID in sessions.reset(now: now, makeID: makeID) }
    }

    /// Begins a page view: from here on events have its id, and streams that sample by page view decide by it.
    ///
    /// A page view lasts until the next, and begins again under a new id in a new session. An id of the app's own,
    /// in ``Context/Performer/pageviewID``, counts before it.
    ///
    /// - Returns: the id: 20 lower-case hexadecimal digits.
    @discardableResult
    public func beginPageview() -> String {
        let makeID = dependencies.identifiers.sessionID
        return dependencies.caller.withLock { $0.sessions.beginPageview(makeID: makeID) }
    }

    private func changeSessions(
        _ change: @Sendable (inout Sessions, _ now: Duration, _ timeout: Duration, _ makeID: () -> String) -> Void
    ) {
        let now = dependencies.clocks.sinceBoot
        let timeout = dependencies.rules.settings.sessionTimeout
        let makeID = dependencies.identifiers.sessionID
        let isWorthSaving = dependencies.caller.withLock { caller in
            change(&caller.sessions, now, timeout, makeID)
            return caller.sessions.isWorthSaving
        }
        if isWorthSaving { dependencies.inbox.arrived.raise() }
    }
}
