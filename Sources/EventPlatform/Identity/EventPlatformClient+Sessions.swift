import EventSupport

extension EventPlatformClient {
    /// The id of the running session: 20 lower-case hexadecimal digits, as the platform's schemas require.
    ///
    /// ```swift
    /// if let id = client.sessionID { print("session \(id)") }
    /// ```
    ///
    /// It is `nil` before the first activity, and in a process that was launched in the background and has no earlier
    /// session. Until the store has been opened it is provisional: if a session of an earlier process continues, events
    /// carry the id of that one. Reading it is no activity.
    public var sessionID: String? { dependencies.caller.withLock { $0.sessions.current.session } }

    /// Reports that the app has come to the foreground: the session continues, or a new one begins.
    ///
    /// ```swift
    /// func phaseChanged(isActive: Bool, client: EventPlatformClient) async {
    ///     if isActive { await client.enterForeground() } else { await client.enterBackground() }
    /// }
    /// ```
    ///
    /// A new session begins when ``Configuration/sessionTimeout``, or in the background
    /// ``Configuration/backgroundSessionTimeout``, has passed since the last activity. Stream configurations that have
    /// not arrived yet are fetched again, and ``DispatchCondition/background`` ends. A process is in the foreground
    /// from its start, unless ``Configuration/wasLaunchedInBackground`` is set.
    public func enterForeground() async {
        changeSessions { $0.enterForeground(now: $1, timeout: $2, makeID: $3) }
        await runtime.core.receive(.foreground)
    }

    /// Reports that the app has gone to the background, and returns when everything submitted so far is stored.
    ///
    /// ```swift
    /// await client.enterBackground()
    /// let report = await client.flush(deadline: .seconds(5))
    /// ```
    ///
    /// From here on ``DispatchCondition/background`` holds. Events are still accepted: they belong to the running
    /// session, and neither prolong it nor begin another. The call sends nothing; the flush in the example does, in the
    /// few seconds that a system leaves an app.
    public func enterBackground() async {
        changeSessions { $0.enterBackground(now: $1, timeout: $2, makeID: $3) }
        await runtime.core.receive(.background)
        await persist()
    }

    /// Ends the session now, such as when a user logs out, and begins another unless the app is in the background.
    ///
    /// ```swift
    /// func loggedOut(client: EventPlatformClient) {
    ///     client.updateContext { $0.performer.isLoggedIn = false }
    ///     client.resetSession()
    /// }
    /// ```
    ///
    /// Streams that sample by session are sampled again for the next one.
    public func resetSession() {
        changeSessions { sessions, now, _, makeID in sessions.reset(now: now, makeID: makeID) }
    }

    /// Begins a page view: from here on events carry its id where their stream lists it, and streams that sample by
    /// page view decide by it.
    ///
    /// ```swift
    /// func pageAppeared(_ title: String, client: EventPlatformClient) {
    ///     client.beginPageview()
    ///     client.updateContext { $0.page.title = title }
    /// }
    /// ```
    ///
    /// A page view lasts until the next one, and gets a new id when a new session begins. An id of the app's own, in
    /// ``Context/Performer/pageviewID``, takes precedence. Before the first page view, events of streams that sample by
    /// page view are out of sample unless the rate is 1.
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
        let settings = dependencies.snapshot.settings
        let makeID = dependencies.identifiers.sessionID
        let isWorthSaving = dependencies.caller.withLock { caller in
            let timeout = caller.sessions.isInBackground ? settings.timeoutInBackground : settings.sessionTimeout
            change(&caller.sessions, now, timeout, makeID)
            return caller.sessions.isWorthSaving
        }
        if isWorthSaving { dependencies.mailbox.post(.work) }
    }
}
