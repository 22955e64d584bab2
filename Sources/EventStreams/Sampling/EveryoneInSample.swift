package import EventSchema

extension JSONValue {
    /// The settings of a stream with everyone in its sample: the rate is 1. Settings without a rate stay as they are,
    /// and so does a rate that is no number.
    package var withEveryoneInSample: JSONValue {
        var settings = self
        for path in [["sample", "rate"], ["producers", "metrics_platform_client", "sampling", "rate"]]
        where settings[path: path]?.number != nil {
            settings.set(1, at: path[...])
        }
        return settings
    }
}
