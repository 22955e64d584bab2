import EventStreams
import EventSupport

/// What the app and the user have decided on a client at run time, so that a client that comes back after its namespace
/// was removed has it. A store in memory, or one whose folder cannot be written, keeps none of it.
struct RunTimeSettings: Sendable {
    let context: Context
    let subject: [Subject.Field: String?]
    let dispatchMode: DispatchMode?
    let conditions: Set<DispatchCondition>
    let isInBackground: Bool
    /// The user's decision; `nil` where there is none.
    let consent: Consent?
    let experimentOverrides: ExperimentOverrides?
}

extension EventPlatformClient {
    /// What the app and the user have decided at run time.
    var runTimeSettings: RunTimeSettings {
        get async {
            let conditions = await conditions.subtracting([.background])
            let overrides = experimentOverrides
            return dependencies.caller.withLock { caller in
                RunTimeSettings(
                    context: caller.appContext, subject: caller.subject.runTime,
                    dispatchMode: caller.snapshot.runTimeDispatchMode, conditions: conditions,
                    isInBackground: caller.sessions.isInBackground,
                    consent: caller.snapshot.isConsentSet ? caller.snapshot.consent : nil,
                    experimentOverrides: overrides)
            }
        }
    }

    /// Sets what was decided on an earlier client of the same namespace. Called before the client is used or started.
    func restore(_ settings: RunTimeSettings) async {
        dependencies.caller.withLock { caller in
            caller.appContext = settings.context
            caller.subject.change(settings.subject)
            caller.sessions = Sessions(inBackground: settings.isInBackground)
        }
        if let consent = settings.consent {
            dependencies.snapshot.update { ($0.consent, $0.isConsentSet) = (consent, true) }
        }
        experimentOverrides = settings.experimentOverrides
        if let mode = settings.dispatchMode { set(dispatchMode: mode) }
        await set(conditions: settings.conditions)
        await runtime.core.receive(settings.isInBackground ? .background : .foreground)
    }
}
