import EventSchema
import Logging

extension SettingType where Value == String {
    /// An intake, as ``NetworkConfiguration/init(endpoint:method:path:destinations:)`` takes it.
    static let endpoint = SettingType(expected: "the address of an intake, such as https://intake.example.org") {
        $0.string.flatMap { NetworkConfiguration.url($0, path: nil) == nil ? nil : $0 }
    }
}

extension SettingType where Value == NetworkRequest.Method {
    static let method = SettingType(expected: "“get” or “post”") { json in
        json.string.flatMap { NetworkRequest.Method(rawValue: $0.uppercased()) }
    }
}

extension SettingType where Value == BufferOption {
    static let bufferOption = SettingType(
        expected: "a whole number from 1, “single”, “defaultGroup” or “largeGroup”"
    ) { json in
        // Snowplow's schema and trackers write “DefaultGroup”, “HeavyGroup” and the like.
        let names: [String: BufferOption] = [
            "single": .single, "smallgroup": .defaultGroup, "defaultgroup": .defaultGroup, "largegroup": .largeGroup,
            "heavygroup": .largeGroup,
        ]
        let word = json.string?.lowercased().filter { $0 != " " }
        return word.flatMap { names[$0] } ?? SettingType<Int>.count.read(json).map { BufferOption($0) }
    }
}

extension SettingType where Value == [Int: Bool] {
    static let statusCodes = SettingType(expected: "an object such as {\"403\": true}, with statuses from 100 to 599") {
        json in
        guard let object = json.object else { return nil }
        var codes: [Int: Bool] = [:]
        for (name, value) in object {
            guard let code = Int(name), (100...599).contains(code), let retries = value.bool else { return nil }
            codes[code] = retries
        }
        return codes
    }
}

extension SettingType where Value == Throttle {
    static let throttle = SettingType(
        expected: "an object such as {\"share\": 0.1}, with a share from 0 to 1 and perhaps “includesStored”"
    ) { json in
        guard let share = json["share"]?.number?.double, (0...1).contains(share) else { return nil }
        guard let includesStored = json["includesStored"] else { return Throttle(share: share) }
        return includesStored.bool.map { Throttle(share: share, includesStored: $0) }
    }
}

extension SettingType where Value == [String: Throttle] {
    static let streamThrottles = SettingType(
        expected: "an object from names of streams to throttles, such as {\"app.toolbar\": {\"share\": 0}}"
    ) { json in
        guard let object = json.object else { return nil }
        var throttles: [String: Throttle] = [:]
        for (stream, value) in object {
            guard let throttle = SettingType<Throttle>.throttle.read(value) else { return nil }
            throttles[stream] = throttle
        }
        return throttles
    }
}

extension SettingType where Value == DispatchMode {
    static let dispatchMode = SettingType(
        expected: "an object such as {\"mode\": \"periodic\", \"interval\": 120}; the modes are periodic, immediate, "
            + "manual and piggyback, the latter with “idle”, “min” and “max” in seconds"
    ) { json in
        switch json["mode"]?.string {
        case "immediate": .immediate
        case "manual": .manual
        case "periodic":
            json["interval"] == nil ? .periodic() : Duration(json: json["interval"]).map { .periodic($0) }
        case "piggyback": piggyback(json)
        default: nil
        }
    }

    private static func piggyback(_ json: JSONValue) -> DispatchMode? {
        func time(_ name: String, _ fallback: Duration) -> Duration? {
            json[name] == nil ? fallback : Duration(json: json[name])
        }
        guard let idle = time("idle", .milliseconds(4500)), let min = time("min", .seconds(20)),
            let max = time("max", .seconds(180))
        else { return nil }
        return .piggyback(idle: idle, min: min, max: max)
    }
}

extension TrackerConfiguration.LogLevel {
    /// The level of swift-log. Nothing is logged at `critical`.
    var level: Logger.Level {
        switch self {
        case .off: .critical
        case .error: .error
        case .debug: .debug
        case .verbose: .trace
        }
    }
}
