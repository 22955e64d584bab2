import EventSupport

/// Renews install id and session id, so that later events cannot be connected with those before a refusal.
struct IdentityRenewal: Sendable {
    private let dependencies: ClientDependencies
    private let runner: PipelineRunner

    init(_ dependencies: ClientDependencies, _ runner: PipelineRunner) {
        (self.dependencies, self.runner) = (dependencies, runner)
    }

    func renew() async {
        let (id, now) = (dependencies.identifiers.installID(), dependencies.clocks.sinceBoot)
        dependencies.snapshot.update { $0.installID = id }
        dependencies.sidecar.keep(installID: id, dependencies.diagnostics)
        dependencies.caller.withLock { [identifiers = dependencies.identifiers] caller in
            caller.sessions.renew(now: now, makeID: identifiers.sessionID)
        }
        await runner.save(id, as: InstallID.name)
    }
}
