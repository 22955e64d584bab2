import ArgumentParser
import EventPlatform

/// The options for when and how events are sent.
struct DeliveryOptions: ParsableArguments {
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "When events are sent while the file is read: immediate, manual (only after it is read), or an interval in "
                + "seconds; 0 means immediate, a negative number manual.",
            valueName: "immediate|manual|SECONDS"))
    var dispatch: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The maximum number of events in a request. The default is 100.", valueName: "N"))
    var batch: Int?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The maximum number of bytes in the body of a POST before compression, or in the URL of a GET. The default "
                + "is 90000 and 40000, the maximum for a POST 100000. A larger event is dropped.",
            valueName: "N"))
    var byteLimit: Int?

    @Option(
        help: ArgumentHelp(
            "How to treat a status: true keeps the events and retries, false drops them.",
            valueName: "403=true,500=false"))
    var retry: String?

    @Option(
        help: ArgumentHelp(
            "Whether bodies of 1024 bytes or more are compressed. The default is on.", valueName: "on|off"))
    var gzip: String?

    @Option(
        help: ArgumentHelp(
            "POST for requests with several events, GET for one request per event. The default is POST.",
            valueName: "POST|GET"))
    var method: String?

    mutating func validate() throws {
        _ = try (dispatchMode(), retryMap(), usesGzip(), requestMethod())
        if let batch, batch < 1 { throw ValidationError("--batch '\(batch)' must be 1 or more") }
        if let byteLimit, byteLimit < 1 { throw ValidationError("--byte-limit '\(byteLimit)' must be 1 or more") }
    }

    /// Sets the given options in a configuration and keeps its other values.
    func apply(to configuration: inout EventPlatformClient.Configuration) throws {
        if let mode = try dispatchMode() { configuration.dispatchMode = mode }
        if let batch { configuration.emitter.bufferOption = BufferOption(batch) }
        configuration.emitter.emitRange = max(configuration.emitter.emitRange, batch ?? 0)
        if let byteLimit {
            configuration.emitter.byteLimitPost = byteLimit
            configuration.emitter.byteLimitGet = byteLimit
        }
        configuration.emitter.retryPolicy.customRetryForStatusCodes = try retryMap()
        if try usesGzip() == false { configuration.network.gzipThreshold = nil }
        if let method = try requestMethod() { configuration.network.method = method }
    }
}

// MARK: - Reading the values

extension DeliveryOptions {
    func dispatchMode() throws -> DispatchMode? {
        guard let dispatch else { return nil }
        guard let mode = DispatchMode(argument: dispatch) else {
            throw ValidationError("--dispatch '\(dispatch)' must be immediate, manual or a number of seconds")
        }
        return mode
    }

    private func retryMap() throws -> [Int: Bool] {
        var map: [Int: Bool] = [:]
        for entry in retry?.split(separator: ",", omittingEmptySubsequences: false) ?? [] {
            let parts = entry.split(separator: "=", omittingEmptySubsequences: false).map { $0.filter { $0 != " " } }
            guard parts.count == 2, let status = Int(parts[0]), (100...599).contains(status),
                let retries = ["true": true, "false": false][parts[1]]
            else {
                throw ValidationError(
                    "--retry '\(entry)' must be STATUS=true or STATUS=false, with a status from 100 to 599")
            }
            guard ![201, 202].contains(status) else {
                throw ValidationError("--retry '\(entry)' has no effect: 201 and 202 mean that the events have arrived")
            }
            guard map.updateValue(retries, forKey: status) == nil else {
                throw ValidationError("--retry contains \(status) twice")
            }
        }
        return map
    }

    private func usesGzip() throws -> Bool? {
        switch gzip {
        case nil: nil
        case "on": true
        case "off": false
        case let text?: throw ValidationError("--gzip '\(text)' must be on or off")
        }
    }

    private func requestMethod() throws -> NetworkRequest.Method? {
        guard let method else { return nil }
        guard let method = NetworkRequest.Method(rawValue: method.uppercased()) else {
            throw ValidationError("--method '\(method)' must be POST or GET")
        }
        return method
    }
}

extension DispatchMode {
    /// The mode that `immediate`, `manual` or a number of seconds means; `nil` for another text.
    init?(argument: String) {
        switch argument {
        case "immediate": self = .immediate
        case "manual": self = .manual
        default:
            guard let seconds = Double(argument), seconds.isFinite else { return nil }
            self.init(seconds: seconds)
        }
    }
}
