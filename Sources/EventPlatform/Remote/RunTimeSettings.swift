import EventSupport

/// What the app has set on a client at run time, kept while the client's namespace is removed, so that a client that
/// comes back has it. The user's consent and the install id are in the store of the namespace.
struct RunTimeSettings: Sendable {
    let context: Context
    let subject: [Subject.Field: String?]
    let dispatchMode: DispatchMode?
    let conditions: Set<DispatchCondition>
}

extension EventPlatformClient {
    /// What the app has set at run time.
    var runTimeSettings: RunTimeSettings {
        get async {
            let conditions = await conditions.subtracting([.background])  // where the app is, not what it has set
            return dependencies.caller.withLock { caller in
                RunTimeSettings(
                    context: caller.appContext, subject: caller.subject.runTime,
                    dispatchMode: caller.rules.runTimeDispatchMode, conditions: conditions)
            }
        }
    }

    /// Sets what the app has set on an earlier client of the same namespace.
    func restore(_ settings: RunTimeSettings) async {
        dependencies.caller.withLock { caller in
            caller.appContext = settings.context
            caller.subject.change(settings.subject)
        }
        if let mode = settings.dispatchMode { set(dispatchMode: mode) }
        if !settings.conditions.isEmpty { await set(conditions: settings.conditions) }
    }
}
