/// The layers of a client's settings, from the lowest to the highest.
struct SettingLayers: Sendable {
    let base: EventPlatformClient.Configuration
    private(set) var bundles: [(layer: SettingLayer, bundle: ConfigurationBundle)] = []

    init(_ base: EventPlatformClient.Configuration, _ bundles: [(SettingLayer, ConfigurationBundle)] = []) {
        self.base = base
        self.bundles = bundles.map { (layer: $0.0, bundle: $0.1) }
    }

    /// The settings by all layers.
    var settings: ClientSettings {
        var settings = ClientSettings(base)
        for (_, bundle) in bundles {
            if let network = bundle.givenNetwork { settings.configuration.network = network }
            for setting in BundleSetting.all { setting.apply(bundle, &settings) }
        }
        return settings
    }

    /// The layer of each setting that a bundle sets, by the setting's path.
    var origins: [String: SettingLayer] {
        let layers = BundleSetting.all.map { ($0.path, layer(of: $0)) }
        return Dictionary(uniqueKeysWithValues: layers.filter { $0.1 != .default })
    }

    /// The layer that decides a setting.
    func layer(of setting: BundleSetting) -> SettingLayer {
        bundles.last { setting.isSet($0.bundle) || setting.isOfNetwork && $0.bundle.givenNetwork != nil }?.layer
            ?? .default
    }
}
