extension ClientRuntime {
    /// Applies the user's decision from the next event on and keeps it. Requests that it does not allow are cancelled.
    ///
    /// - Parameters:
    ///   - consent: the decision.
    ///   - end: when the call returns at the latest, as time since boot. The work goes on.
    /// - Returns: whether the decision will survive the end of the process, and a refusal has left nothing.
    func set(consent: Consent, until end: Duration) async -> Bool {
        dependencies.adoptDecision()  // what another client has refused is refused also if this one grants
        dependencies.snapshot.update { change in
            change.consent = consent
            change.isConsentSet = true
        }
        let result = await dependencies.clocks.run(until: end) {
            var isKept = keepConsent()
            if await saveConsent() { isKept = true }
            await core.consentChanged()
            // The removal of the events may have made room.
            if !isKept { isKept = keepConsent() }
            let hasRemains = await core.hasRemains
            return isKept && (consent != .declined || !hasRemains)
        }
        if case .value(let isDone) = result { return isDone }
        dependencies.diagnostics.report(
            .store,
            "the store did not respond in time: the user's decision is in force, and what it changes in "
                + "the store is done as soon as the store responds")
        return false
    }

    /// Keeps the decision in force beside the store. It is read anew, so that the last of several calls is kept.
    ///
    /// - Returns: whether it is kept.
    private func keepConsent() -> Bool {
        guard dependencies.sidecar.keepsConsent else { return false }
        return dependencies.diagnostics.succeeds("keeping the user's consent beside the store") {
            let record = try dependencies.sidecar.changeConsent { [snapshot = dependencies.snapshot] record in
                record.decision = snapshot.now.consent
                if snapshot.now.isRemovalPending, snapshot.now.consent == .declined { record.refuse() }
            }
            // A refusal of another process is still to be carried out.
            if record.remainder == .removal { dependencies.snapshot.update { $0.isRemovalPending = true } }
        }
    }

    /// Saves the decision in force in the store.
    ///
    /// - Returns: whether that keeps it: in a store of the app's own, which has no file beside it.
    private func saveConsent() async -> Bool {
        let isSaved = await core.save(dependencies.snapshot.now.consent, as: Consent.storedName)
        return isSaved && dependencies.snapshot.settings.store.custom != nil
    }
}

extension ClientDependencies {
    /// Adopts a decision that another process of the app has kept beside the store.
    ///
    /// A refusal always, also one that a grant has followed: it covers what this client has in memory and in its file.
    /// Another decision only where this process has none that is newer and not kept yet, which must not be replaced by
    /// the one that it is about to overwrite.
    ///
    /// - Returns: whether another process has changed what is kept.
    @discardableResult
    func adoptDecision() -> Bool {
        let (before, record) = sidecar.adoptConsent()
        guard let before, before != record else { return false }
        let isRefused = record.refusals > before.refusals
        snapshot.update { change in
            let isKept = change.isConsentSet ? change.consent == before.decision : before.decision == nil
            if let decision = record.decision, decision == .declined || isKept {
                (change.consent, change.isConsentSet) = (decision, true)
            }
            if isRefused || record.remainder == .removal { change.isRemovalPending = true }
            if isRefused { (change.isRefusedElsewhere, change.isInboxRefused) = (true, true) }
        }
        return true
    }

    /// Adopts a refusal that the store knows of: what this client has not committed is dropped, and what it has is
    /// removed.
    func adoptRefusal() {
        guard !snapshot.now.isRefusedElsewhere else { return }  // it is being carried out
        adoptDecision()
        snapshot.update { change in
            change.isRemovalPending = true
            (change.isRefusedElsewhere, change.isInboxRefused) = (true, true)
        }
        carryOutRemoval()
    }

    /// Lets the core begin a cycle of its upkeep.
    func carryOutRemoval() { mailbox.post(.external) }

    /// Keeps beside the store that events are to be removed, before anything else is done: a process that continues
    /// after this one was killed goes on with it.
    func keepRemoval() {
        let now = snapshot.now
        guard now.isRemovalPending, now.consent == .declined, sidecar.consent.remainder != .removal else { return }
        _ = diagnostics.attempt("keeping the state of a refusal beside the store") {
            try sidecar.changeConsent { record in
                record.refuse()
                if now.isConsentSet { record.decision = .declined }
            }
        }
    }
}
