import EventSupport

/// Settings and circumstances that an app changes while the client works, and reads back.
extension EventPlatformClient {
    /// The configuration of the client, with the dispatch mode as it was changed at run time.
    ///
    /// ```swift
    /// print(client.configuration.network.timeout)
    /// ```
    ///
    /// It is a copy. Its ``Configuration/consent`` is the one that the client was created with; ``consent`` is the one
    /// in force.
    public var configuration: Configuration { dependencies.snapshot.settings }

    /// The dispatch mode that was last set with ``set(dispatchMode:)``, otherwise ``Configuration/dispatchMode``.
    ///
    /// ```swift
    /// if client.dispatchMode == .manual { await client.dispatch() }
    /// ```
    public var dispatchMode: DispatchMode { dependencies.snapshot.settings.dispatchMode }

    /// The conditions that the app has set with ``set(conditions:)``, with ``DispatchCondition/background`` while the
    /// app is in the background.
    ///
    /// ```swift
    /// await client.set(conditions: client.conditions.union([.lowPower]))
    /// ```
    ///
    /// The conditions that ``NetworkConfiguration/reachability`` reports are not in it.
    public var conditions: Set<DispatchCondition> { get async { await runtime.core.conditions } }

    /// The contextual attributes as the app has set them; see ``updateContext(_:)``.
    ///
    /// ```swift
    /// let title = client.context.page.title
    /// ```
    ///
    /// The install id, the session, the page view and the ``subject`` that the client adds to events are not in it.
    public var context: Context { dependencies.caller.withLock { $0.appContext } }

    /// Changes the contextual attributes of the app, from the next event on.
    ///
    /// ```swift
    /// client.updateContext {
    ///     $0.page.title = "Blue whale"
    ///     $0.performer.isLoggedIn = true
    /// }
    /// ```
    ///
    /// Events that were submitted before keep the values they had. Values for one event alone are given with the submit
    /// call, in its `context`.
    ///
    /// - Parameter change: changes the context. It is called at once, on the calling thread and outside of any lock. It
    ///   is called again when the context was changed in the meantime, by another thread or by a call of this method
    ///   within `change`, so it should have no other effect. After the fourth time, the attributes that it has changed
    ///   are set, and the others stay as they were changed in the meantime.
    public func updateContext(_ change: (inout Context) -> Void) {
        for attempt in 1... {
            let (context, version) = dependencies.caller.withLock { ($0.appContext, $0.contextVersion) }
            var changed = context
            dependencies.change(&changed, change)
            let isDone = dependencies.caller.withLock { [changed] caller in
                if caller.contextVersion == version {
                    caller.appContext = changed
                } else if attempt == Self.maximumContextChanges {
                    caller.appContext.adopt(changesFrom: context, to: changed)
                } else {
                    return false
                }
                caller.contextVersion += 1
                return true
            }
            if isDone { return }
        }
    }

    /// How often ``updateContext(_:)`` calls the app at most.
    static let maximumContextChanges = 4

    /// The user's decision in force; see ``Consent``.
    ///
    /// ```swift
    /// if client.consent == .pending { print("ask the user") }
    /// ```
    ///
    /// It includes a decision of an earlier process once the store is open; until then it is ``Configuration/consent``.
    public var consent: Consent { dependencies.snapshot.now.consent }

    /// Sets the user's decision about sending events, and keeps it across restarts; see ``Consent``.
    ///
    /// ```swift
    /// func userDecided(_ allows: Bool, client: EventPlatformClient) async {
    ///     await client.set(consent: allows ? .granted : .declined)
    /// }
    /// ```
    ///
    /// It applies from the next event on. ``Consent/declined`` and ``Consent/pending`` cancel the requests in flight;
    /// ``Consent/declined`` also removes what is stored, and the call returns when that is done. If something cannot be
    /// removed, as from a disk that is read-only, it is reported in ``diagnostics`` and removed later, by a later
    /// process if this one ends: what was stored before a refusal is never sent, also after a later grant.
    ///
    /// - Parameters:
    ///   - consent: the decision. It replaces an earlier one, in later processes too.
    ///   - deadline: the maximum duration of the call: 5 s unless given. What the store has not done by then is done as
    ///     soon as it responds, and is reported in ``diagnostics``.
    /// - Returns: whether the decision was saved for later processes and, for ``Consent/declined``, no byte of an event
    ///   is left in any file of the store. `false` with a store in memory, after a shutdown, if the folder of the store
    ///   cannot be written, if a file in the place of the store cannot be recognized as one, or while another process
    ///   of the app has yet to remove its events. The decision is in force nevertheless: after a refusal this process
    ///   sends nothing.
    @discardableResult
    public func set(consent: Consent, deadline: Duration = .seconds(5)) async -> Bool {
        await runtime.set(consent: consent, until: dependencies.clocks.sinceBoot.adding(deadline))
    }

    /// Changes the dispatch mode, at any time.
    ///
    /// ```swift
    /// client.set(dispatchMode: .immediate)
    /// ```
    ///
    /// Stored events are sent by the new mode; an interval begins again with the change. The mode is not kept across
    /// restarts: a new process begins with ``Configuration/dispatchMode``.
    ///
    /// - Parameter dispatchMode: the mode from now on.
    public func set(dispatchMode: DispatchMode) {
        dependencies.snapshot.update { change in
            change.settings.dispatchMode = dispatchMode
            change.runTimeDispatchMode = dispatchMode
        }
        runtime.warnIfPiggybackOnServer()
    }

    /// Sets the conditions that the app reports. ``Configuration/dispatchProfiles`` has what each of them changes.
    ///
    /// ```swift
    /// await client.set(conditions: isLow ? [.lowPower] : [])
    /// ```
    ///
    /// Only the app sets ``DispatchCondition/lowPower``. ``DispatchCondition/expensive`` and
    /// ``DispatchCondition/constrained`` come from ``NetworkConfiguration/reachability`` where there is one, as on
    /// Apple platforms; they hold in addition to this set. For ``DispatchCondition/background`` there are
    /// ``enterBackground()`` and ``enterForeground()``.
    ///
    /// - Parameter conditions: all conditions that the app reports. They replace those of the call before;
    ///   ``DispatchCondition/background`` stays for as long as the app is in the background.
    public func set(conditions: Set<DispatchCondition>) async {
        await runtime.core.receive(.conditions(conditions))
    }

    /// Reports that the app itself has just used the network, so that events can be sent while the radio is on.
    ///
    /// ```swift
    /// let (data, _) = try await URLSession.shared.data(from: url)
    /// client.noteNetworkActivity()
    /// ```
    ///
    /// For traffic whose begin and end are not known; ``primaryTraffic`` has marks for requests. Call it after each
    /// request of the app's own; it returns at once. With ``DispatchMode/piggyback(idle:min:max:)`` stored events are
    /// sent once no further traffic has come for `idle`. In the other modes it has no effect. Source: Apigee's
    /// piggy-backed transmissions.
    public func noteNetworkActivity() { primaryTraffic.begin().end() }

    /// The marks of the app's own requests, by which ``DispatchMode/piggyback(idle:min:max:)`` sends.
    ///
    /// ```swift
    /// let (body, response) = try await client.primaryTraffic.track {
    ///     try await URLSession.shared.data(from: url)
    /// }
    /// ```
    public var primaryTraffic: PrimaryTraffic { dependencies.primaryTraffic }

    /// Reports that there is a network again: events whose requests failed are sent without waiting for a back-off, and
    /// stream configurations are fetched if there are none yet.
    ///
    /// ```swift
    /// for await isOnline in connectivity where isOnline {
    ///     await client.networkReturned()
    /// }
    /// ```
    ///
    /// Only needed where ``NetworkConfiguration/reachability`` is `nil`, as it is by default on Linux.
    public func networkReturned() async { await runtime.core.receive(.networkReturned) }

    /// Fetches stream configurations, experiments and instruments again, now.
    ///
    /// ```swift
    /// func messageArrived(_ kind: String, client: EventPlatformClient) {
    ///     if kind == "streams-changed" { client.refresh() }
    /// }
    /// ```
    ///
    /// A stream that is edited on the server reaches a running client with this call only, unless
    /// ``Configuration/refresh`` has an interval.
    ///
    /// It returns at once; ``streamConfigurationChanges`` reports what is new. A fetch that fails changes nothing, is
    /// reported as ``Diagnostic/Kind/configurationUnavailable``, and is retried as at the start. The client must be
    /// running.
    public func refresh() { dependencies.refreshRequests.raise() }
}
