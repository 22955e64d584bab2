import ArgumentParser
import EventPlatform

/// When and how events leave, as flags.
struct DeliveryOptions: ParsableArguments {
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "When events leave while the file is read: immediate, manual (only once it is read), or every so many seconds; 0 is immediate, less is manual.",
            valueName: "immediate|manual|SECONDS"))
    var dispatch: String?

    @Option(
        parsing: .unconditional, help: ArgumentHelp("The most events in one request; 100 unless given.", valueName: "N")
    )
    var batch: Int?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The most bytes in the body of a POST before compression, or in the URL of a GET; 90000 and 40000 unless given, 100000 at most for a POST. A larger event is dropped.",
            valueName: "N"))
    var byteLimit: Int?

    @Option(
        help: ArgumentHelp(
            "What a status means: true keeps the events and tries again, false drops them.",
            valueName: "403=true,500=false"))
    var retry: String?

    @Option(
        help: ArgumentHelp(
            "Whether bodies of 1024 bytes and more are compressed; on unless given.", valueName: "on|off"))
    var gzip: String?

    @Option(help: ArgumentHelp("A POST of many events, or a GET of each; POST unless given.", valueName: "POST|GET"))
    var method: String?

    mutating func validate() throws {
        _ = try (dispatchMode(), retryMap(), usesGzip(), requestMethod())
        if let batch, batch < 1 { throw ValidationError("--batch '\(batch)' is no number of events, 1 or more") }
        if let byteLimit, byteLimit < 1 {
            throw ValidationError("--byte-limit '\(byteLimit)' is no number of bytes, 1 or more")
        }
    }

    /// Puts what was given into a configuration, and leaves the rest.
    func apply(to configuration: inout EventPlatformClient.Configuration) throws {
        if let mode = try dispatchMode() { configuration.dispatchMode = mode }
        if let batch { configuration.emitter.bufferOption = BufferOption(batch) }
        configuration.emitter.emitRange = max(configuration.emitter.emitRange, batch ?? 0)
        if let byteLimit {
            configuration.emitter.byteLimitPost = byteLimit
            configuration.emitter.byteLimitGet = byteLimit
        }
        configuration.emitter.retry.customRetryForStatusCodes = try retryMap()
        if try usesGzip() == false { configuration.network.gzipThreshold = nil }
        if let method = try requestMethod() { configuration.network.method = method }
    }
}

// MARK: - Reading the values

extension DeliveryOptions {
    func dispatchMode() throws -> DispatchMode? {
        switch dispatch {
        case nil: return nil
        case "immediate": return .immediate
        case "manual": return .manual
        case let text?:
            guard let seconds = Double(text), seconds.isFinite else {
                throw ValidationError("--dispatch '\(text)' is none of immediate, manual, and a number of seconds")
            }
            return DispatchMode(seconds: seconds)
        }
    }

    private func retryMap() throws -> [Int: Bool] {
        var map: [Int: Bool] = [:]
        for entry in retry?.split(separator: ",", omittingEmptySubsequences: false) ?? [] {
            let parts = entry.split(separator: "=", omittingEmptySubsequences: false).map { $0.filter { $0 != " " } }
            guard parts.count == 2, let status = Int(parts[0]), (100...599).contains(status),
                let retries = ["true": true, "false": false][parts[1]]
            else {
                throw ValidationError(
                    "--retry '\(entry)' is no STATUS=true or STATUS=false, with a status from 100 to 599")
            }
            guard map.updateValue(retries, forKey: status) == nil else {
                throw ValidationError("--retry names \(status) twice")
            }
        }
        return map
    }

    private func usesGzip() throws -> Bool? {
        switch gzip {
        case nil: nil
        case "on": true
        case "off": false
        case let text?: throw ValidationError("--gzip '\(text)' is neither on nor off")
        }
    }

    private func requestMethod() throws -> NetworkRequest.Method? {
        guard let method else { return nil }
        guard let method = NetworkRequest.Method(rawValue: method.uppercased()) else {
            throw ValidationError("--method '\(method)' is neither POST nor GET")
        }
        return method
    }
}
