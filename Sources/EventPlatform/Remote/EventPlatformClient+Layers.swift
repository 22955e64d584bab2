import EventSupport
import Logging

extension EventPlatformClient {
    /// The settings that a remote configuration can change, each with its value and the layer it comes from.
    ///
    /// ```swift
    /// for setting in client.explainSettings() { print(setting) }
    /// ```
    ///
    /// A client that ``EventPlatformClients`` has not made has the layers ``SettingLayer/default`` and
    /// ``SettingLayer/runTime`` alone.
    public func explainSettings() -> [ExplainedSetting] {
        let (snapshot, subject) = dependencies.caller.withLock { ($0.snapshot, $0.subject) }
        let settings = ClientSettings(snapshot, subject.current)
        var runTime = Set(subject.runTime.keys.map { "subjectConfiguration.\($0.rawValue)" })
        if snapshot.runTimeDispatchMode != nil { runTime.insert("clientConfiguration.dispatchMode") }
        if snapshot.isConsentSet { runTime.insert("clientConfiguration.consent") }
        return BundleSetting.all.map { setting in
            ExplainedSetting(
                name: setting.path, value: setting.text(settings),
                layer: runTime.contains(setting.path) ? .runTime : snapshot.layers[setting.path] ?? .default)
        }
    }

    /// Puts the settings of layers into force. What the app has set at run time stays, and the session goes on.
    func adopt(_ layers: SettingLayers) async {
        let before = dependencies.snapshot.now
        set(layers, awaitsRemoteConfiguration: before.awaitsRemoteConfiguration)
        await runtime.snapshotDidChange(before)
    }

    /// Sets the settings of layers, without acting on them.
    func set(_ layers: SettingLayers, awaitsRemoteConfiguration: Bool) {
        let settings = layers.settings
        dependencies.snapshot.update { change in
            change.adopt(settings)
            change.layers = layers.origins
            change.awaitsRemoteConfiguration = awaitsRemoteConfiguration
        }
        dependencies.caller.withLock { $0.subject.configure(settings.subject) }
        dependencies.diagnostics.log.set(level: settings.configuration.logger.logLevel)
    }

    /// Lets events be sent that waited for a remote configuration.
    func allowSending() async {
        dependencies.snapshot.update { $0.awaitsRemoteConfiguration = false }
    }
}

extension ClientSettings {
    /// The settings in force.
    fileprivate init(_ snapshot: DecisionSnapshot, _ subject: Subject) {
        self.init(snapshot.settings)
        configuration.consent = snapshot.consent
        self.subject = subject
        throttles = snapshot.throttles
        hiddenGroups = Set(AttributeGroup.allCases.filter { $0.attributes.isSubset(of: snapshot.hiddenAttributes) })
    }
}

extension DecisionSnapshot.Values {
    /// Takes over settings, but what the app or the user has decided at run time.
    fileprivate mutating func adopt(_ settings: ClientSettings) {
        self.settings = settings.configuration
        if let runTimeDispatchMode { self.settings.dispatchMode = runTimeDispatchMode }
        if !isConsentSet { consent = settings.configuration.consent }
        throttles = settings.throttles
        hiddenAttributes = settings.hiddenGroups.reduce(into: []) { $0.formUnion($1.attributes) }
    }
}
