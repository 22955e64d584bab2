/// What people call the settings that change what is collected.
///
/// An author who writes one of these names believes in an effect, such as a sample of one in ten, that the stream does
/// not have.
struct SettingSynonyms {
    /// A setting by its path, with what else there is to say of it.
    struct Meaning {
        let path: [String]
        var hint = ""

        var name: String { path.joined(separator: ".") }
    }

    /// The setting that a name stands for, wherever it is written; `nil` for any other name.
    static func meaning(of name: String) -> Meaning? {
        let key = name.lowercased().filter { !"_-. ".contains($0) }
        return meanings.first { $0.names.contains(key) }?.meaning
    }

    private static let client = ["producers", "metrics_platform_client"]

    /// The names in lower case, without separators.
    private static let meanings: [(names: Set<String>, meaning: Meaning)] = [
        (
            [
                "samplerate", "samplingrate", "sampleratio", "samplingratio", "ratio", "samplepercent",
                "samplepercentage", "samplingpercentage", "percent", "percentage", "probability", "fraction",
                "throttle",
            ],
            Meaning(path: ["sample", "rate"])
        ),
        (["sampleunit", "samplingunit", "sampleby"], Meaning(path: ["sample", "unit"])),
        (
            [
                "enabled", "enable", "isenabled", "disabled", "disable", "isdisabled", "active", "isactive", "inactive",
                "paused", "pause", "ispaused", "stopped", "stop", "off", "switchedoff", "turnedoff", "suspended",
            ],
            Meaning(path: ["sample", "rate"], hint: " At rate 0 the stream is switched off.")
        ),
        (
            [
                "expiry", "expire", "expired", "expiration", "expiresat", "expireson", "expirydate", "expirationdate",
                "expiredate", "enddate", "validuntil", "until", "ends", "endsat", "endson",
            ],
            Meaning(path: ["expires"])
        ),
        (
            ["attributes", "contextualattributes", "contextattributes", "providedvalues"],
            Meaning(path: client + ["provide_values"])
        ),
        (["filter", "filters"], Meaning(path: client + ["curation"])),
    ]
}
